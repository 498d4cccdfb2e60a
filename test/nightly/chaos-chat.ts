// A person with a phone states tasks and answers by taps and in words while daemon and keeper are killed at random: what was said is acted upon, and once.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TaskList } from '../../src/contract/task.ts';
import { findLeftovers } from '../../src/local/demo.ts';
import { configureChat, pairChat } from '../e2e/by-chat.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { BotApi, type Sent, token } from '../fakes/telegram/bot-api.ts';
import { Person } from '../fakes/telegram/person.ts';
import { createRandom, type Kill, killAtRandom, type Random } from './storm.ts';

export type Seen = {
  readonly kills: readonly Kill[];
  readonly tasks: number;
  readonly questions: number;
  readonly taps: number;
  readonly words: number;
  /** Drafts and questions that came once more, for nobody knew whether they had arrived. */
  readonly again: number;
  /** From the end of the storm to the end of the last task. */
  readonly calmMs: number;
};

const statement = (number: number): string => `Number ${number} in shop fires too early.`;
/** So many are under way at a time. */
const atOnce = 4;
/** Whoever sees nothing happen taps once more. */
const patienceMs = 8_000;

export async function chaosOfChat({ seconds, seed, config = '' }: { seconds: number; seed: number; config?: string }) {
  const api = await BotApi.open();
  const world = await openWorld({ env: { SHOP_BOT: token } });
  const random = createRandom(seed);
  const ada = new Person(api, { id: 42 });
  try {
    configureChat(
      world,
      api,
      '{ proceed: ask, plan: ask, submit: ask }',
      `agents: { analyze: [scripted], develop: [scripted] }, slots: ${atOnce}`,
      config,
    );
    await pairChat(world, ada);
    const stop = new AbortController();
    const phone = openPhone(ada, random);
    const states = stateTasks(world, ada, stop.signal);
    const answers = phone.answerAll(stop.signal);
    const kills = await killAtRandom(world, random, seconds * 1000, () => world.ask(['task', 'list']), [1000, 6000]);
    const calm = Date.now();
    const stated = states.stop();
    await allEnded(world, await stated);
    const calmMs = Date.now() - calm;
    await world.until(
      async () => [api.pending, phone.open()],
      ([pending, open]) => pending === 0 && open === 0,
      120_000,
    );
    stop.abort();
    await answers;
    const again = await expectOnce(world, api, await stated);
    expect(again).toBeLessThanOrEqual(2 * kills.filter(({ who }) => who === 'daemon').length);
    await world.drover(['down', '--all', '--yes', '--json']);
    expect(await findLeftovers(`HOME=${world.env.HOME}`, 30_000)).toEqual([]);
    const { taps, words } = phone.counts;
    const questions = questionsIn(api.sent).size;
    return { kills, tasks: await stated, questions, taps, words, again, calmMs } satisfies Seen;
  } finally {
    await world.close();
    await api.close();
  }
}

/** Another one as soon as fewer are under way; once each, for what was sent is the service's to keep. */
function stateTasks(world: World, ada: Person, signal: AbortSignal) {
  let over = false;
  const run = async (): Promise<number> => {
    let count = 0;
    for (; !over && !signal.aborted; await pause(500)) {
      const list = await world.ask<TaskList>(['task', 'list', '--all']);
      if (!list.ok) continue;
      const ended = list.data.tasks.filter(({ outcome }) => outcome !== null).length;
      if (count - ended >= atOnce) continue;
      count += 1;
      ada.types(statement(count));
    }
    return count;
  };
  const done = run();
  return {
    stop: () => {
      over = true;
      return done;
    },
  };
}

/** Reads what has buttons, and answers it: by a tap, by two, or in words. */
function openPhone(ada: Person, random: Random) {
  const counts = { taps: 0, words: 0 };
  /** When each was answered last, by message. */
  const answered = new Map<number, number>();
  const waiting = (): readonly Sent[] =>
    ada.reads.filter(({ buttons }) => buttons.length > 0 && isOurs(buttons[0]?.text));
  const isOurs = (label: string | undefined) => label !== 'Yes, I see it';
  function answer(message: Sent): void {
    answered.set(message.id, Date.now());
    const chosen = message.buttons.find(({ text }) => /try (?:it )?again/.test(text)) ?? message.buttons[0];
    if (chosen === undefined) return;
    if (random() < 0.25) {
      counts.words += 1;
      ada.types(/^q\d+ /.test(message.text) ? '1' : 'ok', message);
      return;
    }
    for (let left = random() < 0.2 ? 2 : 1; left > 0; left -= 1) {
      counts.taps += 1;
      ada.tapsData(chosen.callback_data, message);
    }
  }
  return {
    counts,
    open: () => waiting().length,
    answerAll: async (signal: AbortSignal): Promise<void> => {
      for (; !signal.aborted; await pause(200))
        for (const message of waiting()) if (Date.now() - (answered.get(message.id) ?? 0) > patienceMs) answer(message);
    },
  };
}

const allEnded = (world: World, count: number) =>
  world.until(
    () => world.ask<TaskList>(['task', 'list', '--all']),
    (told) => told.ok && told.data.tasks.length >= count && told.data.tasks.every(({ outcome }) => outcome !== null),
    600_000,
  );

/** Each question by its id, with how often it was sent. */
function questionsIn(sent: readonly Sent[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { text } of sent) {
    const [, id] = /^(q\d+) · /.exec(text) ?? [];
    if (id !== undefined) found.set(id, (found.get(id) ?? 0) + 1);
  }
  return found;
}

const isEnd = (text: string, id: string): boolean => text.startsWith(`${id}: released`);

const toldOf = (world: World, api: BotApi, id: string) =>
  world.until(
    async () => api.sent.map(({ text }) => text),
    (texts) => texts.some((text) => isEnd(text, id)),
  );

/** What was said is one task each, each question has one answer, and each end is told. Returns how often something came again. */
async function expectOnce(world: World, api: BotApi, count: number): Promise<number> {
  const { tasks } = await world.must<TaskList>(['task', 'list', '--all']);
  const wanted = Array.from({ length: count }, (_, at) => statement(at + 1));
  expect(tasks.map(({ text }) => text).toSorted()).toEqual(wanted.toSorted());
  for (const { id, outcome } of tasks) {
    expect([id, outcome]).toEqual([id, 'released']);
    const { out } = await world.drover(['task', 'watch', id, '--jsonl']);
    const facts = out
      .split('\n')
      .filter((line) => line.includes('"what"'))
      .map((line) => JSON.parse(line) as { what?: string; event?: { what: string; data?: { question?: string } } });
    const kinds = facts.map((line) => line.what ?? line.event?.what ?? '');
    for (const fact of ['copy_made', 'committed', 'pushed', 'pull_request_opened', 'task_ended'])
      expect([id, fact, kinds.filter((each) => each === fact).length]).toEqual([id, fact, 1]);
    const asked = kinds.filter((each) => each === 'question_asked').length;
    expect([id, kinds.filter((each) => each === 'question_answered').length]).toEqual([id, asked]);
    await toldOf(world, api, id);
  }
  const drafts = wanted.map(
    (text) => api.sent.filter((one) => one.text.includes(text) && /Start in|^shop-/.test(one.text)).length,
  );
  const ends = tasks.map(({ id }) => api.sent.filter(({ text }) => isEnd(text, id)).length);
  const more = [...questionsIn(api.sent).values(), ...drafts, ...ends].map((times) => Math.max(0, times - 1));
  return more.reduce((sum, each) => sum + each, 0);
}
