// A split task with an environment, a forge and a chat while the daemon, or the keeper, is killed at named points; and what must be true at its end.
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TaskDetail, TaskList } from '../../src/contract/task.ts';
import type { TelegramPairing } from '../../src/contract/telegram.ts';
import { BotApi, token } from '../fakes/telegram/bot-api.ts';
import { Person } from '../fakes/telegram/person.ts';
import { alfredScript } from './alfred.ts';
import { type CrashOptions, type CrashRun, configOf, pointsIn } from './crash-run.ts';
import { expectAnswered, expectStory, turnsOf } from './story-end.ts';
import { tapAll, visitForge } from './story-person.ts';
import { openStory, type Story } from './story-world.ts';

const page = (prompt: string, path: string) => ({
  when: { mode: 'write', prompt },
  do: [{ write: { path, text: 'So it is.\n' } }, { say: 'It says so.' }],
});
const script = {
  turns: [
    page('The check build fails', 'docs/build.md'),
    page('Reviewers of the pull request', 'docs/why.md'),
    ...alfredScript.turns,
  ],
};

/** `when`: see `crashPoints`. The chat is paired before the kills begin; everything is answered there. */
export async function storyRun(who: 'daemon' | 'keeper', when: string, options: CrashOptions = {}): Promise<CrashRun> {
  const api = await BotApi.open();
  const story = await openStory({
    env: { SHOP_BOT: token },
    script,
    config: `surfaces:\n  telegram: { token_env: SHOP_BOT, api_root: "${api.url}" }\n${configOf(options)}`,
  });
  const points = join(story.folder, 'points');
  try {
    const ada = new Person(api, { id: 42 });
    await pair(story, ada);
    story.env.DROVER_TEST_CRASH = `${who}:${when}:${points}`;
    const task = await begin(story);
    const tapped = new Set<number>();
    const again = !when.startsWith('at=');
    await story.until(
      () => round(story, () => tapAll(ada, tapped, again), task),
      (shown) => shown !== null && shown.outcome !== null,
      300_000,
    );
    delete story.env.DROVER_TEST_CRASH;
    await expectAnswered(story, ada, api, await expectStory(story, task));
    // It went on working while the daemon was dead.
    if (who === 'daemon') expect(turnsOf(story), await whatHappened(story)).toBe(5);
    return pointsIn(points);
  } finally {
    delete story.env.DROVER_TEST_CRASH;
    await story.close();
    await api.close();
  }
}

/** Every fact of every task, for whoever reads a failure. */
async function whatHappened(story: Story): Promise<string> {
  const list = await story.ask<TaskList>(['task', 'list', '--all']);
  const tasks = list.ok ? list.data.tasks : [];
  const logs = await Promise.all(tasks.map(({ id }) => story.drover(['task', 'log', id])));
  return logs.map(({ out }) => out).join('\n');
}

async function pair(story: Story, ada: Person): Promise<void> {
  const { code } = await story.must<TelegramPairing>(['telegram', 'pair']);
  ada.types(`/start ${code}`);
  await ada.taps(await ada.sees('test question'), 'see it');
  await story.must(['down', '--all', '--yes']);
}

/** A request whose reply was cut may have been done: it is looked for before it is made again, as a person would. */
async function begin(story: Story): Promise<string> {
  const words = ['do', 'Rebuild the auth system of alfred, prod logs errors.', '--env', 'alfred-prod'];
  for (let tries = 0; tries < 20; tries += 1) {
    const list = await story.ask<TaskList>(['task', 'list', '--all']);
    const found = list.ok ? list.data.tasks[0] : undefined;
    if (found !== undefined) return found.id;
    if (!list.ok) continue;
    const made = await story.ask<{ task: string }>([...words, '--agent', 'scripted', '-d']);
    if (made.ok) return made.data.task;
  }
  throw new Error(`the task could not be made: ${story.daemonLog()}`);
}

/** One visit of this person; a dead daemon is begun again by the first request. */
async function round(story: Story, answerAll: () => void, task: string): Promise<TaskDetail | null> {
  answerAll();
  const news = visitForge(story);
  story.log('2026-11-21 12:00:00 INFO heartbeat: all is well');
  const list = await story.ask<TaskList>(['task', 'list']);
  const watching = list.ok ? list.data.tasks.filter(({ state }) => state.startsWith('watches the pull request')) : [];
  if (news) for (const { id } of watching) await story.ask(['task', 'retry', id]);
  const shown = await story.ask<TaskDetail>(['task', 'show', task]);
  return shown.ok ? shown.data : null;
}
