import { statSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  anAgent,
  type Bench,
  type BenchOptions,
  nobody,
  openBench,
  person,
} from '../../test/fakes/commands/open-bench.ts';
import type { Reply } from '../contract/protocol.ts';
import type { QuestionView, QuestionWatched } from '../contract/question.ts';
import type { QuestionDraft } from '../domain/question/question.ts';
import type { Run } from '../domain/run/run.ts';
import type { Task } from '../domain/task/task.ts';

let bench: Bench;
afterEach(() => bench.close());

const id = (task: string) => task as Task['task'];
const submit: QuestionDraft = {
  ...{ key: 'submit-1', kind: 'submit', text: 'Submit it?', binding: 'tree-1', shown: {} },
  choices: [
    { id: 'submit', label: 'submit', words: 'none' },
    { id: 'change', label: 'change this', words: 'required' },
    { id: 'abandon', label: 'do not submit', words: 'none' },
  ],
};
async function open(options: BenchOptions = {}, draft: Partial<QuestionDraft> = {}) {
  bench = await openBench(options);
  const { task } = await bench.must('task.create', { text: 'too early', cwd: bench.checkout }, nobody);
  const ask = (key: string) =>
    bench.store.transact((tx) => tx.ask(id(task), id(task), { ...submit, ...draft, key }, bench.clock.now()));
  return { task, ask, question: (await ask('submit-1')).id };
}

describe('a question that is watched', () => {
  const peer = { ...{ person: nobody, pid: null, cwd: null, env: null }, channel: 'terminal' } as never;
  const watch = (question: string, signal?: AbortSignal) =>
    bench.dispatch({ command: 'question.watch', input: { question } }, peer, signal) as AsyncGenerator<
      QuestionView,
      Reply<QuestionWatched>
    >;

  it('is told as it stands, once more where it is reworded, and as it was answered', async () => {
    const { task, question } = await open();
    const watched = watch(question);
    expect((await watched.next()).value).toMatchObject({ id: question, text: 'Submit it?', state: 'open' });
    const next = watched.next();
    await bench.store.transact((tx) => tx.reword(id(task), { ...submit, text: '3 of 24 tried' }));
    expect((await next).value).toMatchObject({ text: '3 of 24 tried', state: 'open' });
    const last = watched.next();
    await bench.must('question.answer', { question, choice: 'abandon' });
    expect(await last).toMatchObject({
      ...{ done: true },
      value: { data: { question: { state: 'answered', answer: { choice: 'abandon' } } } },
    });
  });

  it('ends where who watches leaves, and is not found where there is none', async () => {
    const { question } = await open();
    const leaving = new AbortController();
    const watched = watch(question, leaving.signal);
    await watched.next();
    leaving.abort();
    expect(await watched.next()).toMatchObject({ done: true, value: { data: { question: { state: 'open' } } } });
    expect((await watch('q99').next()).value).toMatchObject({ error_code: 'QUESTION_NOT_FOUND' });
  });
});

describe('an answer that publishes', () => {
  const config = 'step_up: pin\n';
  const setPin = (input: object) => bench.refusal('config.pin', input);

  it('needs the PIN where the person wants that, and nothing else does', async () => {
    const { question, ask } = await open({ config });
    expect(await bench.refusal('question.answer', { question, choice: 'submit' })).toBe('PIN_REQUIRED');
    expect(await bench.refusal('question.answer', { question, choice: '提交', pin: '2468' })).toBe('PIN_REQUIRED');
    expect(await setPin({ pin: '2468' })).toBe('ok');
    expect(await bench.refusal('question.answer', { question, choice: 'submit' })).toBe('PIN_REQUIRED');
    expect(await bench.refusal('question.answer', { question, choice: '1', pin: '1357' })).toBe('PIN_WRONG');
    expect(await bench.refusal('question.answer', { question, choice: 'submit', pin: '2468' })).toBe('ok');
    const next = (await ask('submit-2')).id;
    expect(await bench.refusal('question.answer', { question: next, choice: 'abandon' })).toBe('ok');
  });

  it.each(['telegram', 'web'] as const)(
    'WT-102 what is configured by %s needs it too, for it may run programs; a terminal does not',
    async (away) => {
      await open({ config });
      const set = (channel: 'telegram' | 'web' | 'terminal', pin?: string) =>
        bench.dispatch(
          {
            command: 'workspace.set',
            input: { workspace: 'shop', key: 'setup', value: 'make all', ...(pin && { pin }) },
          },
          { person: { kind: 'person', name: 'Ada' }, pid: null, cwd: bench.checkout, env: null, channel },
        ) as Promise<Reply<unknown>>;
      const code = async (channel: 'telegram' | 'web' | 'terminal', pin?: string) => {
        const reply = await set(channel, pin);
        return reply.ok ? 'ok' : reply.error_code;
      };
      await setPin({ pin: '2468' });
      expect(await code(away)).toBe('PIN_REQUIRED');
      expect(await code(away, '1357')).toBe('PIN_WRONG');
      expect(bench.config()).not.toContain('make all');
      expect(await code(away, '2468')).toBe('ok');
      expect(bench.config()).toContain('make all');
      expect(await code('terminal')).toBe('ok');
    },
  );

  it('is not got around in a browser: neither by another policy, nor by a first PIN', async () => {
    await open({ config });
    const ask = async (command: string, input: object) => {
      const peer = { person, pid: null, cwd: bench.checkout, env: null, channel: 'web' } as const;
      const reply = (await bench.dispatch({ command, input }, peer)) as Reply<unknown>;
      return reply.ok ? 'ok' : reply.error_code;
    };
    expect(await ask('config.pin', { pin: '1111' })).toBe('UNAUTHORIZED');
    await setPin({ pin: '2468' });
    const whole = { text: 'step_up: off\n', before: bench.config() };
    const changes: [string, object][] = [
      ['config.set', { key: 'step_up', value: 'off' }],
      ['config.unset', { key: 'step_up' }],
      ['config.replace', whole],
    ];
    for (const [command, input] of changes)
      expect([command, await ask(command, input)]).toEqual([command, 'PIN_REQUIRED']);
    expect(bench.config()).toContain('step_up: pin');
    expect(await ask('config.set', { key: 'step_up', value: 'another', pin: '2468' })).toBe('ok');
  });

  it('is locked after five wrong PINs, whenever they come, and for a quarter of an hour', async () => {
    const { question } = await open({ config });
    await setPin({ pin: '2468' });
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => bench.refusal('question.answer', { question, choice: 'submit', pin: '0000' })),
    );
    expect(tries.filter((code) => code === 'PIN_WRONG')).toHaveLength(5);
    expect(tries.filter((code) => code === 'PIN_LOCKED')).toHaveLength(3);
    expect(await bench.refusal('question.answer', { question, choice: 'submit', pin: '2468' })).toBe('PIN_LOCKED');
    expect(await setPin({ pin: null, old: '2468' })).toBe('PIN_LOCKED');
    bench.clock.shift += 15 * 60_000 + 1000;
    expect(await bench.refusal('question.answer', { question, choice: 'submit', pin: '2468' })).toBe('ok');
  });

  it('is not locked by what was tried in a time that has not come, when the clock is put right', async () => {
    const { question } = await open({ config });
    await setPin({ pin: '2468' });
    bench.clock.shift += 365 * 24 * 3_600_000;
    for (let tries = 0; tries < 5; tries += 1)
      await bench.refusal('question.answer', { question, choice: 'submit', pin: '0000' });
    expect(await setPin({ pin: null, old: '2468' })).toBe('PIN_LOCKED');
    bench.clock.shift = 0;
    expect(await bench.refusal('question.answer', { question, choice: 'submit', pin: '0000' })).toBe('PIN_WRONG');
    expect(await bench.refusal('question.answer', { question, choice: 'submit', pin: '2468' })).toBe('ok');
  });

  it('has a PIN that only a person who knows it changes, kept as a hash nobody else may read', async () => {
    await open({ config });
    expect(await bench.refusal('config.pin', { pin: '2468' }, anAgent)).toBe('UNAUTHORIZED');
    expect(await setPin({ pin: '12' })).toBe('USAGE');
    expect(await setPin({ pin: '2468', old: '1111' })).toBe('USAGE');
    expect(await setPin({ pin: '2468' })).toBe('ok');
    expect(await setPin({ pin: '13571357' })).toBe('PIN_REQUIRED');
    expect(await setPin({ pin: '13571357', old: '1111' })).toBe('PIN_WRONG');
    expect(await setPin({ pin: '13571357', old: '2468' })).toBe('ok');
    const kept = Buffer.from((await bench.ports.files.read('pin')) ?? []).toString();
    expect(kept).toMatch(/^scrypt:/);
    expect(kept).not.toContain('13571357');
    expect(statSync(bench.ports.files.path('pin')).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(await bench.must('service.audit', {}))).not.toContain('13571357');
    expect(await setPin({ pin: null, old: '13571357' })).toBe('ok');
    expect(await bench.ports.files.read('pin')).toBeNull();
  });

  it('is not given beforehand by a flag', async () => {
    bench = await openBench({ config });
    const { task, notes } = await bench.must('task.create', {
      ...{ text: 'too early', cwd: bench.checkout, yes: ['plan', 'submit'] },
    });
    expect(notes.join()).toContain('Asked all the same, for policy never answers it: submit');
    const thing = (await bench.store.read((reads) => reads.thing(id(task)))) as Task;
    expect(thing.spec.settings.policy).toEqual({ plan: 'auto' });
  });

  it('needs another person than who stated the task, where the person wants that', async () => {
    bench = await openBench({ config: 'step_up: another\n' });
    const { task } = await bench.must('task.create', { text: 'too early', cwd: bench.checkout });
    const { id: question } = await bench.store.transact((tx) => tx.ask(id(task), id(task), submit, bench.clock.now()));
    const answer = (choice: string, name: string) =>
      bench.refusal('question.answer', { question, choice }, { kind: 'person', name });
    expect(await answer('submit', 'Ada')).toBe('UNAUTHORIZED');
    expect(await answer('submit', 'Grace')).toBe('ok');
  });

  it('asks for none where nobody configured it', async () => {
    const { question } = await open();
    expect(await bench.refusal('question.answer', { question, choice: 'submit' })).toBe('ok');
    const [answered] = (await bench.must('question.list', { all: true })).questions;
    expect(answered?.answer).toMatchObject({ by: 'person:Ada', pid: process.pid, saw: answered?.binding });
  });
});

describe('an answer to what has changed', () => {
  it('is told what is asked now', async () => {
    const { question, task, ask } = await open();
    expect(await bench.ask('question.answer', { question, choice: 'submit', binding: 'f'.repeat(64) })).toMatchObject({
      error_code: 'QUESTION_STALE',
      details: { questions: [{ id: question, kind: 'submit' }] },
    });
    await bench.store.transact((tx) => tx.closeQuestions(id(task), 'the change is another', bench.clock.now()));
    const next = (await ask('submit-2')).id;
    expect(await bench.ask('question.answer', { question, choice: 'submit' })).toMatchObject({
      ...{ error_code: 'QUESTION_STALE', error: expect.stringContaining(next) },
      details: { open: [next], questions: [{ id: next, text: 'Submit it?' }] },
    });
  });
});

describe('what a person may have meant', () => {
  /** The agent's turn, as soon as its run is there. */
  const says = async (text: string) => {
    for (;;) {
      const [run] = (await bench.store.read((reads) => reads.things({ kind: 'run' }))) as readonly Run[];
      if (run === undefined) {
        await bench.clock.wait(10);
        continue;
      }
      const outcome = { kind: 'answered', text };
      const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, money: null };
      const result = { kind: 'turn', turn: { outcome, conversation: null, usage, tools: 0 } };
      const state = { kind: 'ended', startedAt: 1, endedAt: 2, ending: null, result };
      await bench.store.transact((tx) =>
        tx.update(run.id, run.version, { state, ended: true, effects: 0, at: bench.clock.now() }),
      );
      return run;
    }
  };
  const propose = (question: string, text: string) => bench.must('question.propose', { question, text });

  it('is proposed by an agent that may only read, and is no answer before the person says yes', async () => {
    const { question } = await open();
    const proposed = propose(question, '先别提交，把按钮改成蓝色');
    const run = await says('{"choice":"change","words":"把按钮改成蓝色"}');
    expect(run.spec.purpose).toMatchObject({ kind: 'once', mode: 'analysis' });
    const { proposal, binding, agent } = await proposed;
    expect([proposal?.choice, proposal?.words, agent]).toEqual(['change', '把按钮改成蓝色', 'claude']);
    expect((await bench.must('question.list', {})).questions).toHaveLength(1);
    const confirmed = { question, choice: 'change', words: proposal?.words, binding };
    expect(await bench.refusal('question.answer', confirmed)).toBe('ok');
  });

  it('is not understood where the agent says nothing of use', async () => {
    const { question } = await open();
    const proposed = propose(question, 'whatever you like best');
    await says('Sure, I have released it. {"choice":"release"}');
    expect(await proposed).toMatchObject({ proposal: null, choices: submit.choices });
  });

  it('costs nothing where the table knows it, where there is no agent, and where money is the question', async () => {
    const { question } = await open();
    expect(await propose(question, '提交')).toMatchObject({ agent: null, proposal: { choice: 'submit' } });
    await bench.close();
    const agents = { claude: true };
    const none = await open({ agents });
    agents.claude = false;
    expect(await propose(none.question, 'something else entirely')).toMatchObject({ agent: null, proposal: null });
    await bench.close();
    const money = await open({}, { kind: 'budget' });
    expect(await propose(money.question, 'something else entirely')).toMatchObject({ agent: null, proposal: null });
    expect(await bench.store.read((reads) => reads.things({ kind: 'run' }))).toEqual([]);
  });

  it('is asked by a person only', async () => {
    const { question } = await open();
    expect(await bench.refusal('question.propose', { question, text: 'go on then' }, anAgent)).toBe('UNAUTHORIZED');
  });
});

it("WT-06 a plan of one's own in which a label stands twice is no answer; put right, it is", async () => {
  const choices = [{ id: 'plan', label: 'here is my own plan', words: 'required' as const }];
  const { question } = await open({}, { kind: 'plan', choices });
  const answer = (words: string) => bench.refusal('question.answer', { question, choice: 'plan', words });
  expect(await answer('SC-1: a\nSC-1: b')).toBe('PLAN_INVALID');
  expect(await answer('SC-1: a\nSC-2: b')).toBe('ok');
});
