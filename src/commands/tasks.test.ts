import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import type { TaskEvent, WatchEnd } from '../contract/task.ts';
import { appendEvidence } from '../domain/evidence/chain.ts';
import type { GateResult } from '../domain/evidence/verdict.ts';
import { taskId } from '../domain/ids.ts';
import { learn } from '../domain/parts/known.ts';
import type { QuestionDraft } from '../domain/question/question.ts';
import type { Task } from '../domain/task/task.ts';

let bench: Bench;
afterEach(() => bench.close());

const open = async (options: BenchOptions = {}) => {
  bench = await openBench(options);
};
const create = async (text = 'too early') =>
  (await bench.must('task.create', { text, cwd: bench.checkout }, nobody)).task;
const id = (task: string) => task as Task['task'];
const draft: QuestionDraft = {
  key: 'plan-1',
  kind: 'plan',
  text: 'Do it like this?',
  choices: [
    { id: 'go', label: 'do it like this', words: 'none' },
    { id: 'change', label: 'change this', words: 'required' },
    { id: 'cancel', label: 'cancel the task', words: 'none' },
  ],
  binding: '{"plan":1}',
  shown: { plan: 1 },
  assent: 'go',
};
const askOf = async (task: string, key = 'plan-1') =>
  (await bench.store.transact((tx) => tx.ask(id(task), id(task), { ...draft, key }, bench.clock.now()))).id;
const end = (task: string, kind: 'failed' | 'released' = 'failed') =>
  bench.store.transact(async (tx) => {
    const thing = (await tx.thing(id(task))) as Task;
    const outcome = { kind, why: 'for the test', open: ['SC-1: it works'] } as const;
    const state = { ...thing.state, phase: 'release', at: { kind: 'ended', outcome, back: { kind: 'opening' } } };
    await tx.update(thing.id, thing.version, { state, ended: true, effects: 0, at: bench.clock.now() });
    await tx.say(thing.id, id(task), bench.clock.now(), [
      { kind: 'task_ended', data: { outcome: kind, why: outcome.why } },
    ]);
  });
const peerHere = () => ({ person: nobody, pid: null, cwd: bench.checkout, env: null, channel: 'terminal' }) as const;
const collect = async (stream: AsyncGenerator<TaskEvent, Reply<WatchEnd>>) => {
  const events: TaskEvent[] = [];
  for (;;) {
    const next = await stream.next();
    if (next.done === true) return { events, reply: next.value };
    events.push(next.value);
  }
};

describe('a task without an id', () => {
  it('WT-27 is the only open one of the checkout one stands in', async () => {
    await open({ project: { 'src/a.txt': 'a' } });
    const here = { cwd: join(bench.checkout, 'src') };
    expect(await bench.ask('task.show', here)).toMatchObject({
      error_code: 'USAGE',
      hint: 'See `drover task list --all`.',
    });
    const task = await create();
    expect((await bench.must('task.show', here)).id).toBe(task);
    expect((await bench.must('task.log', here)).task).toBe(task);
    expect(await bench.refusal('task.show', { cwd: bench.folder })).toBe('USAGE');
    expect(await bench.ask('task.diff', here)).toMatchObject({ details: { task } });
    await askOf(task);
    const { reply } = await collect(
      bench.dispatch({ command: 'task.watch', input: here }, peerHere()) as AsyncGenerator<TaskEvent, Reply<WatchEnd>>,
    );
    expect(reply).toMatchObject({ data: { why: 'needs_person', task: { id: task } } });
    const second = await create('another');
    expect(await bench.ask('task.show', here)).toMatchObject({
      error_code: 'AMBIGUOUS',
      details: { candidates: [second, task] },
      hint: `Say which, by its id, like ${second}.`,
    });
    await end(second);
    expect((await bench.must('task.show', here)).id).toBe(task);
  });
});

it('who watches is told how a task stands after a page of facts that was full and the last', async () => {
  await open();
  const task = await create();
  await askOf(task);
  await bench.store.transact((tx) =>
    tx.say(id(task), id(task), bench.clock.now(), Array(500).fill({ kind: 'resumed' })),
  );
  const all = await bench.store.read((reads) => reads.facts({ task: id(task), limit: 1000 }));
  const input = { task, cwd: '/', after: all.at(-501)?.position ?? 0 };
  const watching = bench.dispatch({ command: 'task.watch', input }, peerHere());
  const { events, reply } = await collect(watching as AsyncGenerator<TaskEvent, Reply<WatchEnd>>);
  expect(events.findIndex(({ kind }) => kind === 'state')).toBe(500);
  expect(reply).toMatchObject({ data: { why: 'needs_person' } });
});

describe('the door', () => {
  it('refuses an unknown request with the nearest one, and input that is not understood with its field', async () => {
    await open();
    const peer = { person: nobody, pid: null, cwd: '/', env: null, channel: 'terminal' } as const;
    const unknown = await (bench.dispatch({ command: 'task.lst', input: {} }, peer) as Promise<Reply>);
    expect(unknown).toMatchObject({ error_code: 'UNKNOWN_WORD', hint: expect.stringContaining('task.list') });
    const wrong = await bench.ask('task.show', { task: 'shop-1', cwd: '/', extra: 1 });
    expect(wrong).toMatchObject({ error_code: 'USAGE', details: { field: 'extra' } });
  });

  it('refuses an agent what only a person may, and keeps it on record with the task', async () => {
    await open();
    const task = await create();
    const question = await askOf(task);
    expect(await bench.refusal('question.answer', { question, choice: 'go' }, anAgent)).toBe('UNAUTHORIZED');
    expect(await bench.refusal('question.answer', { question, choice: 'go' }, nobody)).toBe('UNAUTHORIZED');
    expect(await bench.refusal('task.cancel', { task }, anAgent)).toBe('UNAUTHORIZED');
    const { lines } = await bench.must('task.log', { task, cwd: '/' });
    expect(lines.filter((line) => line.text.startsWith('refused'))).toHaveLength(3);
    expect((await bench.must('question.list', {})).questions).toHaveLength(1);
  });

  it('turns a bug into INTERNAL with a log id', async () => {
    await open({ machine: { diskFree: () => Promise.reject(new Error('a bug')) } });
    expect(await bench.ask('service.doctor', {})).toMatchObject({ error_code: 'INTERNAL', details: { log: 'log-1' } });
  });
});

describe('what stands still', () => {
  it('is on the board with its age, a reason and what to do, and doctor is not green then', async () => {
    await open();
    const task = await create();
    const look = async () => {
      const { checks } = await bench.must('service.doctor', {});
      return [
        (await bench.must('service.board', {})).standstills,
        checks.find(({ name }) => name === 'standstill'),
      ] as const;
    };
    expect(await look()).toEqual([[], expect.objectContaining({ state: 'ok' })]);
    bench.clock.shift += 6 * 60_000;
    const [told, check] = await look();
    expect(told).toMatchObject([{ about: task, todo: expect.stringContaining(`drover task log ${task}`) }]);
    expect(check).toMatchObject({ state: 'bad', said: expect.stringContaining(`${task}, for 6 min`) });
    for (let more = 0; more < 6; more += 1) await create();
    bench.clock.shift += 6 * 60_000;
    expect((await look())[1]?.said).toMatch(/^(?:shop-\d, for \d+ min: [^;]+; ){5}2 more, which `drover` names$/);
  });
});

describe('what store, disk or keeper cannot do now', () => {
  it('WT-65 is on the board and with its task as something that waits, with its reason, until it is done', async () => {
    await open();
    const task = await create();
    const why = 'no space was left on the disk for the gate';
    const thing = taskId('shop', 1);
    bench.putOffs.note({ thing, task: thing, effect: 'read-run', since: bench.clock.now(), why });
    expect((await bench.must('service.board', {})).standstills).toMatchObject([
      { about: task, why: `it waits: ${why}` },
    ]);
    expect((await bench.must('task.show', { task, cwd: '/' })).state).toBe(`waits and goes on by itself: ${why}`);
    bench.putOffs.forget(thing);
    expect((await bench.must('service.board', {})).standstills).toEqual([]);
    expect((await bench.must('task.show', { task, cwd: '/' })).state).not.toContain('waits and goes on');
  });
});

describe('an answer', () => {
  it('is recorded once: of ten at the same moment one wins, the others are told who and when', async () => {
    await open();
    const question = await askOf(await create());
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => bench.ask('question.answer', { question, choice: 'go' })),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replies.find(({ ok }) => !ok)).toMatchObject({
      error_code: 'QUESTION_ANSWERED',
      details: { by: 'person:Ada', choice: 'go', at: expect.any(Number) },
    });
  });

  it('is refused where it was given to something else, lacks its words, or is no choice', async () => {
    await open();
    const question = await askOf(await create());
    const refusal = (more: object) => bench.refusal('question.answer', { question, ...more });
    expect(await refusal({ choice: 'go', binding: 'f'.repeat(64) })).toBe('QUESTION_STALE');
    expect(await refusal({ choice: 'change' })).toBe('USAGE');
    expect(await refusal({ choice: 'go', words: 'but quickly' })).toBe('USAGE');
    expect(await refusal({ choice: 'perhaps' })).toBe('USAGE');
    expect(await bench.refusal('question.answer', { question: 'q99', choice: 'go' })).toBe('QUESTION_NOT_FOUND');
    const [shown] = (await bench.must('question.list', {})).questions;
    expect(await refusal({ choice: '可以', binding: shown?.binding })).toBe('ok');
  });

  it('WT-101 that is plain assent is refused where no choice is safe, and says what it would be', async () => {
    await open();
    const task = await create();
    const { assent: _, ...unsafe } = draft;
    const { id: question } = await bench.store.transact((tx) => tx.ask(id(task), id(task), unsafe, bench.clock.now()));
    expect(await bench.ask('question.answer', { question, choice: '好的' })).toMatchObject({
      error_code: 'USAGE',
      error: '"好的" alone answers nothing here: it would be "do it like this".',
      hint: `Say so by name, like this: \`drover answer ${question} go\`.`,
    });
    expect(await bench.refusal('question.answer', { question, choice: 'go' })).toBe('ok');
  });

  it('finds its question by a beginning that fits one, and tells one that was closed', async () => {
    await open();
    const task = await create();
    const question = await askOf(task);
    await bench.store.transact((tx) => tx.closeQuestions(id(task), 'the phase was started again', bench.clock.now()));
    const second = await askOf(task, 'plan-2');
    expect(await bench.ask('question.answer', { question, choice: 'go' })).toMatchObject({
      error_code: 'QUESTION_STALE',
      details: { open: [second] },
    });
    expect(await bench.must('question.answer', { question: 'q', choice: '1' })).toMatchObject({ question: second });
  });
});

describe('tasks', () => {
  it('are listed with what waits for a person first, and found by a unique beginning', async () => {
    await open();
    const [first, second] = [await create('one'), await create('two')];
    await askOf(first);
    await end(await create('three'));
    const { tasks } = await bench.must('task.list', {});
    expect(tasks.map((task) => [task.id, task.state])).toEqual([
      [first, 'waits for you: plan'],
      [second, 'looks at the checkout'],
    ]);
    expect((await bench.must('task.list', { all: true })).tasks.at(-1)).toMatchObject({
      outcome: 'failed',
      state: 'failed: for the test',
    });
    expect(await bench.refusal('task.show', { task: 'shop', cwd: '/' })).toBe('AMBIGUOUS');
    expect(await bench.refusal('task.show', { task: 'shop-9', cwd: '/' })).toBe('TASK_NOT_FOUND');
    expect(await bench.refusal('task.show', { cwd: '/' })).toBe('USAGE');
  });

  it('are shown with everything that is known', async () => {
    await open();
    const task = await create('one\ntwo');
    await askOf(task);
    const detail = await bench.must('task.show', { task, cwd: '/' });
    expect(detail).toMatchObject({
      text: 'one',
      full_text: 'one\ntwo',
      phase: 'confirm',
      copy: null,
      criteria: [],
      evidence: { count: 0, proven: false, hash: null },
      spend: { input_tokens: 0, money: 0 },
      history: [{ phase: 'confirm', left: null }],
    });
    expect(detail.open_questions).toHaveLength(1);
  });

  it('L7 tell their agent nothing that a chat takes for a command, and say the command', async () => {
    await open();
    const task = await create();
    for (const [text, here] of [
      ['/stop', 'task pause shop-1 --now'],
      [' /Cancel\n', 'task cancel shop-1'],
      ['/done', 'task finish shop-1'],
      ['/pause', 'task pause shop-1'],
      ['/resume', 'task resume shop-1'],
    ] as const)
      expect(await bench.ask('task.say', { task, text })).toMatchObject({
        error_code: 'USAGE',
        hint: `Say it to Drover: \`drover ${here}\`.`,
      });
    expect((await bench.store.read((reads) => reads.view(id(task))))?.notices).toEqual([]);
    expect(await bench.must('task.say', { task, text: '/done is not the word' })).toMatchObject({ when: 'next_turn' });
  });

  it('takes no more words in an hour from who is no person than an agent can heed, however long they are', async () => {
    bench = await openBench();
    const [task, other] = [await create(), await create('too late')];
    const say = (to: string, text: string, who = anAgent) => bench.refusal('task.say', { task: to, text }, who);
    for (let words = 0; words < 60; words += 1) expect(await say(task, `mind line ${words}`)).toBe('ok');
    expect(await say(task, 'and this')).toBe('INBOX_FULL');
    expect(await say(task, 'and this', person)).toBe('ok');
    for (let words = 0; words < 60; words += 1) expect(await say(other, `mind line ${words}`, person)).toBe('ok');
    for (let words = 0; words < 4; words += 1) expect(await say(other, 'x'.repeat(250_000))).toBe('ok');
    expect(await say(other, 'x'.repeat(250_000))).toBe('INBOX_FULL');
    expect(await say(other, 'short')).toBe('ok');
    bench.clock.shift += 3_600_000;
    expect(await say(task, 'and this')).toBe('ok');
    // A clock that was wrong keeps nobody silent for as long as it was wrong.
    bench.clock.shift += 24 * 3_600_000;
    for (let words = 0; words < 60; words += 1) await say(task, `mind line ${words}`);
    bench.clock.shift -= 24 * 3_600_000;
    expect(await say(task, 'and this')).toBe('ok');
  });

  it('hear words, pauses and ends while they live, and say TASK_ENDED after that', async () => {
    await open();
    const task = await create();
    expect(await bench.must('task.say', { task, text: 'look at the clock' })).toMatchObject({ when: 'next_turn' });
    expect((await bench.must('task.pause', { task })).said).toContain('parks');
    expect((await bench.must('task.pause', { task })).said).toContain('already');
    expect((await bench.must('task.resume', { task })).said).toContain('goes on');
    const view = await bench.store.read((reads) => reads.view(id(task)));
    expect(view?.notices.map(({ kind, by }) => [kind, by])).toEqual([
      ['say', 'person:Ada'],
      ['pause', 'person:Ada'],
      ['resume', 'person:Ada'],
    ]);
    await end(task, 'released');
    for (const command of ['task.pause', 'task.cancel', 'task.finish'] as const)
      expect(await bench.refusal(command, { task })).toBe('TASK_ENDED');
    expect(await bench.refusal('task.retry', { task })).toBe('TASK_ENDED');
  });

  it('that failed start again where they were', async () => {
    await open();
    const task = await create();
    await end(task);
    expect((await bench.must('task.retry', { task })).said).toContain('starts confirm again');
    expect((await bench.must('task.show', { task, cwd: '/' })).outcome).toBeNull();
  });

  it('cancelled without keeping are ended and cleaned up in one go', async () => {
    await open({ driven: true, config: 'policy: { proceed: ask }\n' });
    const task = await create();
    const { reply } = await collect(bench.watch(task));
    expect(reply).toMatchObject({ ok: true, data: { why: 'needs_person', open_questions: [{ kind: 'proceed' }] } });
    const { notes } = await bench.must('task.cancel', { task, keep: false });
    expect(notes.join()).toContain('no copy to remove');
    expect((await bench.must('task.show', { task, cwd: '/' })).outcome).toBe('cancelled');
  });
});

describe('watching', () => {
  it('tells facts in order, then the standing, and ends where a person is needed', async () => {
    await open();
    const task = await create();
    await askOf(task);
    const { events, reply } = await collect(bench.watch(task));
    expect(events.map((event) => (event.kind === 'fact' ? event.what : event.task.state))).toEqual([
      'task_created',
      'waits for you: plan',
    ]);
    expect(reply).toMatchObject({ ok: true, data: { why: 'needs_person', position: expect.any(Number) } });
  });

  it('goes on from a position, hears every commit, and ends with the task', async () => {
    await open();
    const task = await create();
    const stream = bench.watch(task, { follow: true });
    const first = await stream.next();
    const after = first.value !== undefined && 'position' in first.value ? Number(first.value.position) : 0;
    await stream.next();
    const waiting = stream.next();
    await end(task);
    expect((await waiting).value).toMatchObject({ kind: 'fact', what: 'task_ended' });
    expect((await collect(stream)).reply).toMatchObject({ data: { why: 'ended', task: { outcome: 'failed' } } });
    const { events } = await collect(bench.watch(task, { after }));
    expect(events.map(({ kind }) => kind)).toEqual(['fact', 'state']);
  });

  it('stops when the caller has left', async () => {
    await open();
    const task = await create();
    const left = new AbortController();
    const stream = bench.watch(task, {}, left.signal);
    await stream.next();
    await stream.next();
    const waiting = stream.next();
    left.abort();
    expect((await waiting).done).toBe(true);
  });
});

describe('evidence', () => {
  it('is checked link by link and written to a new folder', async () => {
    await open();
    const task = await create();
    const result: GateResult = {
      ...{ gate: 'test', verdict: 'passed', why: '2 passed', argv: ['npm', 'test'], source: 'base', exit: 0 },
      ...{ signal: null, durationMs: 5, counts: null, ids: null, findings: [], tail: '', outputHash: null },
    };
    const record = {
      at: 1,
      base: 'b',
      tree: 't',
      definitions: 'd',
      environment: 'e',
      criterion: null,
      attempt: null,
      result,
    };
    const link = appendEvidence(null, record, bench.ports.sha256);
    await bench.store.transact((tx) => tx.addEvidence(id(task), link));
    const folder = `${bench.folder}/proof`;
    const told = await bench.must('task.evidence', { task, cwd: '/', verify: true, outputs: folder });
    expect(told).toMatchObject({
      verified: { ok: true },
      outputs: folder,
      evidence: [{ gate: 'test', command: 'npm test' }],
    });
    expect(JSON.parse(readFileSync(`${folder}/evidence.json`, 'utf8'))).toMatchObject({ chain: [link] });
    expect(await bench.refusal('task.evidence', { task, cwd: '/', outputs: folder })).toBe('ALREADY_EXISTS');
    await bench.store.transact((tx) => tx.addEvidence(id(task), { ...link, number: 2, previous: link.hash }));
    expect((await bench.must('task.evidence', { task, cwd: '/', verify: true })).verified?.ok).toBe(false);
  });
});

describe('a proof for others', () => {
  const tree = 't'.repeat(40);
  const lay = async (proven: string | null, verdict: GateResult['verdict'] = 'passed') => {
    await open();
    const task = await create();
    const result: GateResult = {
      ...{ gate: 'test', verdict, why: 'it ran', argv: ['npm', 'test'], source: 'base', exit: 0, signal: null },
      ...{ durationMs: 5, counts: null, ids: null, findings: [], tail: '', outputHash: null },
    };
    const of = { at: 1, base: 'b', tree, definitions: 'd', environment: 'e', criterion: null, attempt: null };
    await bench.store.transact(async (tx) => {
      await tx.addEvidence(id(task), appendEvidence(null, { ...of, result }, bench.ports.sha256));
      const thing = (await tx.thing(id(task))) as Task;
      const known = learn(thing.state.known, { work: { proven }, delivery: { commit: 'c'.repeat(40) } });
      await tx.update(thing.id, thing.version, {
        state: { ...thing.state, known },
        ended: false,
        effects: 0,
        at: bench.clock.now(),
      });
    });
    return task;
  };
  const proveAs = (task: string, who: typeof nobody, more = {}) =>
    bench.ask('task.proof', { task, cwd: '/', ...more }, who);

  it('has a statement for each run, one of its own and a summary, and signs nothing', async () => {
    const task = await lay(tree);
    await askOf(task);
    const proof = await bench.must('task.proof', { task, cwd: '/' });
    expect(proof).toMatchObject({
      proven: true,
      missing: [],
      subject: { commit: 'c'.repeat(40), tree },
      checkout: bench.checkout,
    });
    const statements = proof.payloads.map((payload) => JSON.parse(payload));
    expect(statements.map(({ predicateType }) => predicateType.split('/').at(-1))).toEqual([
      'v0.1',
      'urn:drover:proof:v1',
      'v1',
    ]);
    expect(statements[1].predicate).toMatchObject({
      task: { id: task, text: 'too early' },
      base: { gitCommit: 'b' },
      answers: [],
    });
  });

  it('says what keeps it from being proven', async () => {
    const task = await lay(null, 'failed');
    expect(await bench.must('task.proof', { task, cwd: '/' })).toMatchObject({
      proven: false,
      missing: ['its gates have not all passed on one tree', 'gates say no: test'],
    });
  });

  it('is a person alone to be signed or noted; an agent may have it unsigned', async () => {
    const task = await lay(tree);
    for (const more of [{}, { unsigned: true, note: true }])
      expect(await proveAs(task, anAgent, more)).toMatchObject({ ok: false, error_code: 'UNAUTHORIZED' });
    expect(await proveAs(task, anAgent, { unsigned: true })).toMatchObject({ ok: true });
  });

  it('is refused where no gate ran, and where the chain was changed', async () => {
    await open();
    const empty = await create();
    expect(await bench.refusal('task.proof', { task: empty, cwd: '/' })).toBe('EVIDENCE_MISSING');
    await bench.close();
    const task = await lay(tree);
    await bench.store.transact(async (tx) => {
      const [link] = await tx.evidence(id(task));
      if (link !== undefined) await tx.addEvidence(id(task), { ...link, number: 2, previous: link.hash });
    });
    expect(await bench.refusal('task.proof', { task, cwd: '/' })).toBe('STATE_CORRUPT');
  });
});

describe('going down', () => {
  it('names what goes on; with all it parks the tasks first, so that nothing is lost', async () => {
    await open();
    const task = await create();
    await bench.store.transact(async (tx) => {
      const thing = (await tx.thing(id(task))) as Task;
      const run = { ...thing, id: 'r1' as Task['id'], kind: 'run', parent: thing.id, key: 'run-1' } as const;
      await tx.insert({ ...run, spec: {}, state: { kind: 'running', startedAt: 1, endAsked: false } });
    });
    expect(await bench.must('service.down', {})).toEqual({ runs: ['r1'], ended: false });
    expect(await bench.must('service.down', { all: true })).toEqual({ runs: ['r1'], ended: true, copies: [] });
    expect(bench.down).toEqual([false, true]);
    const view = await bench.store.read((reads) => reads.view(id(task)));
    expect(view?.notices.map(({ kind }) => kind)).toEqual(['pause']);
    expect(existsSync(bench.folder)).toBe(true);
  });
});
