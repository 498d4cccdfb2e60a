// A person steers a task while it is at work: words, pause, cancel, finish, retry, answers, and the queue for slots.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../src/contract/protocol.ts';
import type { QuestionView } from '../../src/contract/question.ts';
import type { Ps } from '../../src/contract/service.ts';
import type { TaskChanged, TaskDetail, TaskSaid } from '../../src/contract/task.ts';
import type { WorkspaceCheck } from '../../src/contract/workspace.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { shareWorlds } from '../e2e/shared-worlds.ts';
import type { World } from '../e2e/world.ts';
import { byTurns } from './rotation.ts';

const [analysis, fix] = demoScript.turns;
/** In the copy, where git does not look; made by `letGo`. */
const wait = { wait: { file: 'node_modules/go' } };
const waits = { ...fix, do: [wait, ...fix.do] };

let world: World;
const open = shareWorlds();

const letGo = ({ copy }: TaskDetail) => {
  mkdirSync(join(copy ?? '', 'node_modules'), { recursive: true });
  writeFileSync(join(copy ?? '', 'node_modules', 'go'), '');
};

type Prompt = { readonly mode: string; readonly nth: number; readonly text: string };
const prompts = (): readonly Prompt[] => {
  const log = join(world.folder, 'agent', 'log');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return lines
    .map((line) => JSON.parse(line) as { mode: string; nth: number; base64: string })
    .map(({ mode, nth, base64 }) => ({ mode, nth, text: Buffer.from(base64, 'base64').toString() }));
};

/** The task when its agent has got its `count`th prompt to write. */
const writing = async (task: string, count = 1): Promise<TaskDetail> => {
  await world.until(
    async () => prompts().filter(({ mode }) => mode === 'write').length,
    (found) => found >= count,
  );
  return world.show(task);
};

const reaches = (task: string, state: string) =>
  world.until(
    () => world.show(task),
    (detail) => detail.state.startsWith(state) || detail.outcome !== null,
  );

const asked = async (task: string, kind: string): Promise<QuestionView> => {
  const [question] = (await world.asked(task, kind)).open_questions;
  if (question === undefined) throw new Error('no question');
  return question;
};

describe('one task at work', () => {
  beforeAll(async () => {
    world = await open();
  });
  beforeEach(() => {
    rmSync(join(world.folder, 'agent', 'log'), { force: true });
    world.setConfig(`workspaces:\n  shop: ${world.checkout}\npolicy: hands-off\n`);
  });

  it('words to a task that is analyzed reach the next prompt of its agent, as they are', async () => {
    const words = 'Keep the old route too; "旧路由" also, $HOME and `all`.';
    world.setScript({ turns: [{ ...analysis, do: [wait, ...analysis.do] }, fix] });
    const task = await world.start('Too early.', '--until', 'test');
    await world.until(
      async () => prompts().length,
      (count) => count === 1,
    );
    expect(await world.must<TaskSaid>(['task', 'say', task, words])).toEqual({ task, when: 'next_turn' });
    letGo(await world.show(task));
    const done = await world.ended(task);
    expect(done.outcome).toBe('proven');
    const [one, two] = prompts();
    expect([one?.mode, one?.text]).toEqual(['analysis', expect.not.stringContaining(words)]);
    expect([two?.mode, two?.text]).toEqual(['write', expect.stringContaining(words)]);
    expect((await world.drover(['task', 'log', task])).out).toContain('Keep the old route too');
  });

  it('PC-41 cancel while the agent works ends its whole tree, keeps the branch and gives the slot back', async () => {
    world.setScript({
      turns: [
        analysis,
        {
          when: { mode: 'write' },
          do: [{ escape: true }, { hang: true, ignoreTerm: true }],
        },
      ],
    });
    const task = await world.start('Too early.');
    const detail = await writing(task);
    const stray = () => processesWith(join(detail.copy ?? '', 'escaped.log'));
    await world.until(
      async () => stray().length,
      (count) => count > 0,
    );
    const told = await world.drover(['task', 'cancel', task]);
    expect([told.code, told.out + told.err]).toEqual([0, expect.stringContaining(detail.branch ?? '?')]);
    const done = await world.ended(task);
    expect(done).toMatchObject({ outcome: 'cancelled', slot: { number: null } });
    expect(stray()).toEqual([]);
    expect((await world.must<Ps>(['ps'])).runs).toEqual([]);
    expect((await world.must<WorkspaceCheck>(['workspace', 'check', 'shop'])).leases).toEqual([]);
    expect(existsSync(detail.copy ?? '')).toBe(true);
    expect((await world.drover(['task', 'watch', task])).code).toBe(130);
    expect(await world.ask(['task', 'say', task, 'hello'])).toMatchObject({ ok: false, error_code: 'TASK_ENDED' });
  });

  it('a failed task that is retried starts its failed phase again, with its history', async () => {
    world.setScript({ turns: [analysis, { when: { mode: 'write' }, do: [{ crash: 3 }] }] });
    const task = await world.start('Too early.', '--until', 'test');
    const stuck = await asked(task, 'stuck');
    await world.must(['answer', stuck.id, 'abandon']);
    expect((await world.ended(task)).outcome).toBe('failed');
    expect((await world.drover(['task', 'watch', task])).code).toBe(1);
    world.setScript({ turns: [analysis, fix] });
    expect((await world.must<TaskChanged>(['task', 'retry', task])).said).toContain('develop');
    const done = await world.until(
      () => world.show(task),
      ({ outcome, open_questions }) => outcome !== null || open_questions.length > 0,
    );
    expect([done.outcome, done.open_questions]).toEqual(['proven', []]);
    expect(prompts().filter(({ mode }) => mode === 'analysis')).toHaveLength(1);
    expect(done.history.filter(({ phase }) => phase === 'develop')).toHaveLength(2);
  });

  it('PC-42 finish closes a task with its open points recorded as not done, and its question with it', async () => {
    world.setConfig(`workspaces:\n  shop: ${world.checkout}\npolicy: normal\n`);
    const task = await world.start('Too early.');
    const plan = await asked(task, 'plan');
    const finished = await world.must<TaskChanged>(['task', 'finish', task]);
    expect(finished.notes.join(' ')).toContain('Not done: SC-1');
    const done = await world.ended(task);
    expect(done).toMatchObject({ outcome: 'not_verified', open_questions: [] });
    expect(done.open_points).toEqual(['SC-1: A service is late only after its interval in minutes has passed.']);
    expect(await world.ask(['answer', plan.id, 'go'])).toMatchObject({ ok: false, error_code: 'QUESTION_STALE' });
    expect((await world.drover(['task', 'watch', task])).code).toBe(5);
  });
});

describe('answers', () => {
  beforeAll(async () => {
    world = await open({ config: 'policy: normal\n' });
  });
  const answer = (question: QuestionView, ...words: readonly string[]): Promise<Reply<{ choice: string }>> =>
    world.ask(['answer', question.id, ...words]);

  it('in Chinese, in English, by number: each leads where its choice leads', async () => {
    const task = await world.start('Too early.', '--until', 'plan');
    expect(await answer(await asked(task, 'plan'), '再看看日志')).toMatchObject({ data: { choice: 'again' } });
    expect(await answer(await asked(task, 'plan'), 'Look again.')).toMatchObject({ data: { choice: 'again' } });
    const last = await asked(task, 'plan');
    expect(last.choices.map(({ id }) => id)).not.toContain('again');
    expect(await answer(last, '方案二')).toMatchObject({ data: { choice: 'proposal_2' } });
    const done = await world.ended(task);
    expect(done.criteria.length + done.open_points.length).toBeGreaterThan(0);
    expect(prompts().filter(({ mode }) => mode === 'analysis')).toHaveLength(3);
    expect(prompts().some(({ text }) => text.includes('再看看日志'))).toBe(true);
  });

  it('by label, and by a phrase of the table, up to a pushed branch', async () => {
    const task = await world.start('Too early.');
    expect(await answer(await asked(task, 'plan'), 'do it like this: count in minutes')).toMatchObject({
      data: { choice: 'go' },
    });
    expect(await answer(await asked(task, 'submit'), '提交吧')).toMatchObject({ data: { choice: 'submit' } });
    const done = await world.ended(task);
    expect(done.outcome).toBe('released');
    expect(await world.remoteBranch(done.branch ?? '')).toMatch(/^[0-9a-f]{40}$/);
  });

  it('that are none of the choices, lack their words, or belong to something else than was seen, change nothing', async () => {
    const task = await world.start('Too early.');
    const plan = await asked(task, 'plan');
    const refused = async (words: readonly string[], error_code: string) => {
      expect(await answer(plan, ...words)).toMatchObject({ ok: false, error_code });
      expect((await asked(task, 'plan')).id).toBe(plan.id);
    };
    await refused(['whatever you think'], 'USAGE');
    await refused(['99'], 'USAGE');
    await refused(['change'], 'USAGE');
    await refused(['go', 'and also this'], 'USAGE');
    await refused(['go', '--binding', 'something-else'], 'QUESTION_STALE');
    expect(await answer(plan, '取消', '--binding', plan.binding)).toMatchObject({ data: { choice: 'cancel' } });
    expect((await world.ended(task)).outcome).toBe('cancelled');
    expect(await answer(plan, 'go')).toMatchObject({ ok: false, error_code: 'QUESTION_ANSWERED' });
  });
});

byTurns(
  'PC-41 with one slot a second task waits and says for what; a pause gives the slot to it, and a resumed task goes on after it',
  async () => {
    world = await open({ script: { turns: [analysis, waits] } }, 'one slot');
    world.setConfig(`workspaces:\n  shop: { path: ${world.checkout}, slots: 1 }\npolicy: hands-off\n`);
    const one = await world.start('Too early.', '--until', 'test');
    const first = await writing(one);
    const two = await world.start('Too early as well.', '--until', 'test');
    expect(await reaches(two, 'waits for a slot')).toMatchObject({
      state: `waits for a slot after ${one}`,
      slot: { number: null, ahead: [one] },
    });
    expect((await world.drover(['task', 'list'])).out).toContain(`waits for a slot after ${one}`);

    await world.must(['task', 'pause', one]);
    expect((await reaches(one, 'pauses')).state).toBe('pauses at the next safe point');
    letGo(first);
    expect((await reaches(one, 'paused')).paused).toBe(true);
    const second = await writing(two, 2);
    expect(second.slot.number).not.toBeNull();
    expect((await world.show(one)).slot.number).toBeNull();
    expect(existsSync(first.copy ?? '')).toBe(true);

    await world.must(['task', 'resume', one]);
    expect((await reaches(one, 'waits for a slot')).state).toBe(`waits for a slot after ${two}`);
    letGo(second);
    expect((await world.ended(two)).outcome).toBe('proven');
    expect((await world.ended(one)).outcome).toBe('proven');
    expect(prompts().filter(({ mode }) => mode === 'write')).toHaveLength(2);
  },
);

byTurns(
  'WT-34 with one task at once one of another workspace waits, says for what, and goes on once it is its turn',
  async () => {
    world = await open({ script: { turns: [analysis, waits] } }, 'one at work');
    world.setConfig(
      `workspaces:\n  shop: ${world.checkout}\n  api: ${world.checkout}\nlimits: { tasks: 1 }\npolicy: hands-off\n`,
    );
    const one = await world.start('Too early.', '--until', 'test', '--workspace', 'shop');
    const first = await writing(one);
    const two = await world.start('Too early as well.', '--until', 'test', '--workspace', 'api');
    expect(await reaches(two, 'waits for one')).toMatchObject({
      state: `waits for one of the 1 at work here (limits.tasks): ${one}`,
      slot: { number: null, ahead: [one] },
    });
    letGo(first);
    expect((await world.ended(one)).outcome).toBe('proven');
    letGo(await writing(two, 2));
    expect((await world.ended(two)).outcome).toBe('proven');
  },
);

/** Pids of programs that were started with this among their words. */
function processesWith(word: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || name === String(process.pid)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });
}
