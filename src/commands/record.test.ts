import { afterEach, describe, expect, it } from 'vitest';
import { anAgent, type Bench, openBench } from '../../test/fakes/commands/open-bench.ts';
import { Failed } from '../domain/error.ts';
import type { QuestionDraft } from '../domain/question/question.ts';
import type { Task } from '../domain/task/task.ts';

let bench: Bench;
afterEach(() => bench.close());

const id = (task: string) => task as Task['task'];
const create = async (text = 'too early') => (await bench.must('task.create', { text, cwd: bench.checkout })).task;
const draft: QuestionDraft = {
  ...{ key: 'plan-1', kind: 'plan', text: 'Do it like this?', binding: 'b', shown: {} },
  choices: [
    { id: 'go', label: 'do it like this', words: 'none' },
    { id: 'change', label: 'change this', words: 'required' },
  ],
};
const askOf = async (task: string) =>
  (await bench.store.transact((tx) => tx.ask(id(task), id(task), draft, bench.clock.now()))).id;
let runs = 0;
/** One turn of an agent's that has ended. */
const turned = (
  task: string,
  agent: string,
  money: number | null,
  more: { at?: number; began?: number; text?: string } = {},
) =>
  bench.store.transact(async (tx) => {
    const thing = (await tx.thing(id(task))) as Task;
    const run = {
      ...thing,
      id: `r${++runs}` as Task['id'],
      kind: 'run',
      parent: thing.id,
      key: `run-${runs}`,
    } as const;
    const usage = { inputTokens: 100, cachedTokens: 10, outputTokens: 20, money };
    const outcome = { kind: 'answered', text: more.text ?? 'done' };
    const turn = { outcome, conversation: null, usage, tools: 1 };
    const endedAt = more.at ?? bench.clock.now();
    const state = {
      kind: 'ended',
      startedAt: more.began ?? endedAt,
      endedAt,
      ending: null,
      result: { kind: 'turn', turn },
    };
    await tx.insert({
      ...run,
      spec: { purpose: { kind: 'agent', role: 'develop', agent, prompt: 'Fix the clock.' } },
      state,
      ended: true,
    });
    await tx.say(run.id, thing.task, bench.clock.now(), [{ kind: 'run_ended', data: { how: 'exited' } }]);
  });

describe('the record of acts', () => {
  it('has each before it is done, with who, where and what they saw, and what came of it', async () => {
    bench = await openBench();
    const task = await create();
    const question = await askOf(task);
    const [shown] = (await bench.must('question.list', {})).questions;
    await bench.must('question.answer', { question, choice: 'go', binding: shown?.binding });
    await bench.refusal('question.answer', { question, choice: 'go' });
    const { acts } = await bench.must('service.audit', {});
    expect(acts).toMatchObject([
      {
        command: 'question.answer',
        about: `${question} go`,
        by: 'person:Ada',
        channel: 'terminal',
        pid: process.pid,
        saw: shown?.binding,
        outcome: 'done',
      },
      { command: 'question.answer', saw: null, outcome: 'QUESTION_ANSWERED' },
    ]);
    expect(await bench.must('service.audit', { limit: 1 })).toMatchObject({ acts: [{ outcome: 'QUESTION_ANSWERED' }] });
  });

  it('has what others were refused, and holds nothing that was said', async () => {
    bench = await openBench();
    const task = await create();
    const question = await askOf(task);
    await bench.refusal('task.cancel', { task }, anAgent);
    await bench.must('question.answer', { question, choice: 'change', words: 'password: hunter2' });
    const { acts } = await bench.must('service.audit', {});
    expect(acts).toMatchObject([
      { command: 'task.cancel', about: task, by: 'agent', outcome: 'UNAUTHORIZED' },
      { command: 'question.answer', outcome: 'done' },
    ]);
    expect(JSON.stringify(acts)).not.toContain('hunter2');
  });

  it('keeps an act from being done that it cannot have, but for what ends things', async () => {
    bench = await openBench();
    const task = await create();
    const question = await askOf(task);
    const { transact } = bench.ports.store;
    let full = 0;
    Object.assign(bench.ports.store, {
      transact: (work: Parameters<typeof transact>[0]) =>
        full-- > 0 ? Promise.reject(new Failed({ error_code: 'DISK_FULL', message: 'full' })) : transact(work),
    });
    full = 1;
    expect(await bench.refusal('question.answer', { question, choice: 'go' })).toBe('DISK_FULL');
    full = 1;
    expect(await bench.refusal('service.down', {})).toBe('ok');
    expect(bench.said.join()).toContain('service.down is not on record');
    expect((await bench.must('question.list', {})).questions).toHaveLength(1);
  });

  it('stands beside the journal of things', async () => {
    bench = await openBench();
    await create();
    await bench.must('config.list', {});
    const peer = { person: { kind: 'person', name: 'Ada' }, pid: 1, cwd: '/', env: null, channel: 'terminal' } as const;
    await bench.must('workspace.set', { workspace: 'shop', key: 'base', value: 'main' });
    const stream = bench.dispatch({ command: 'service.events', input: { cwd: '/' } }, peer) as AsyncGenerator<{
      thing: string;
      position: number;
      task: string;
    }>;
    const told = [];
    for await (const event of stream) told.push(event);
    expect(told.map(({ thing }) => thing)).not.toContain('audit');
    expect(told.find(({ thing }) => thing === 'shop-1')?.task).toBe('shop-1');
    expect((await bench.must('service.board', {})).position).toBeGreaterThanOrEqual(told.at(-1)?.position ?? 0);
    expect((await bench.must('service.audit', {})).acts).toMatchObject([
      { command: 'workspace.set', about: 'shop base' },
    ]);
  });
});

describe('what agents cost', () => {
  it('is added up by task, agent, workspace and day, an unknown price told apart', async () => {
    bench = await openBench();
    const [one, two] = [await create('one'), await create('two')];
    await turned(one, 'claude', 0.5);
    await turned(one, 'codex', null);
    await turned(two, 'claude', 2);
    expect(await bench.must('service.spend', {})).toMatchObject({
      lines: [
        { key: two, turns: 1, money: 2, unpriced_turns: 0 },
        { key: one, turns: 2, money: 0.5, unpriced_turns: 1, input_tokens: 200, output_tokens: 40 },
      ],
      total: { turns: 3, money: 2.5, unpriced_turns: 1 },
    });
    expect((await bench.must('service.spend', { by: 'agent' })).lines.map(({ key, turns }) => [key, turns])).toEqual([
      ['claude', 2],
      ['codex', 1],
    ]);
    expect((await bench.must('service.spend', { by: 'workspace' })).lines).toMatchObject([{ key: 'shop', turns: 3 }]);
  });

  it('leaves out what ended before the time, and has the newest day first', async () => {
    bench = await openBench();
    const task = await create();
    const now = bench.clock.now();
    await turned(task, 'claude', 1, { at: now - 3 * 86_400_000 });
    await turned(task, 'claude', 0.1, { at: now });
    expect((await bench.must('service.spend', { since: '1d' })).total).toMatchObject({ turns: 1, money: 0.1 });
    expect((await bench.must('service.spend', { by: 'day' })).lines.map(({ money }) => money)).toEqual([0.1, 1]);
  });
});

describe('history', () => {
  const found = async (words: string) =>
    (await bench.must('service.search', { words })).hits.map(({ thing, part }) => [thing, part]);

  it('is found by the words of tasks, questions, answers, prompts and what agents said, as they stand now', async () => {
    bench = await openBench();
    const task = await create('心跳任务没有触发 in the scheduler');
    expect(await found('心跳任务')).toEqual([[task, 'task']]);
    const question = await askOf(task);
    await bench.must('question.answer', { question, choice: 'change', words: 'keep the fallback' });
    await turned(task, 'claude', 1, { text: 'The stopwatch was the culprit.' });
    expect(await found('fallback')).toEqual([[question, 'answer']]);
    expect(await found('STOPWATCH culprit')).toEqual([[`r${runs}`, 'answer']]);
    expect(await found('fix clock')).toEqual([[`r${runs}`, 'prompt']]);
    expect(await found('nowhere at all')).toEqual([]);
  });

  it('of a turn that began by a clock which was put back since took no time, not less than none', async () => {
    bench = await openBench();
    await turned(await create(), 'claude', 1, { began: bench.clock.now() + 3_600_000 });
    const { entries } = await bench.must('service.history', { all: true, cwd: '/' });
    expect(entries.map(({ duration_ms: ms }) => ms)).toEqual([0]);
  });

  it('shows no secret that somebody said', async () => {
    bench = await openBench();
    await create('it fails with TOKEN=abcdef123456 set');
    expect(await found('abcdef123456')).toEqual([]);
    expect(JSON.stringify(await bench.must('service.search', { words: 'fails with' }))).toContain('[redacted]');
  });
});
