// What holds a task up though nothing is wrong with it: money that is used up, and a service that refuses for a while.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../test/fakes/clock.ts';
import { type Outside, settings, simulateOutside, turn } from '../../test/fakes/outside.ts';
import type { Criterion } from '../domain/criterion/criterion.ts';
import type { TaskId } from '../domain/ids.ts';
import type { AgentPurpose, Purpose, Run } from '../domain/run/run.ts';
import type { Settings } from '../domain/task/settings/settings.ts';
import type { Task } from '../domain/task/task.ts';

let outside: Outside;
let clock: ManualClock;
beforeEach(async () => {
  clock = manualClock();
  outside = await simulateOutside(clock);
});
afterEach(() => outside.close());

const ended = (task: Task) => task.ended;
const asks = (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === 'budget';
const outcome = (task: Task) => (task.state.at.kind === 'ended' ? task.state.at.outcome.kind : task.state.at.kind);
const within = (task: { money: number | null; tokens: number | null }): Settings => ({
  ...settings,
  limits: { ...settings.limits, budget: { task, day: null } },
});
const one = within({ money: 1, tokens: null });
/** Every turn costs so much. */
const costs =
  (money: number | null, tokens = 10) =>
  (purpose: Purpose) => {
    const report = JSON.stringify({
      ...{ cause: 'c', locations: [], proposals: [{ title: 't', text: 'x', recommended: true }] },
      ...{ impact: 'i', risk: 'low', wanted: [] },
      criteria: [{ text: 'it fires', verify: null, files: [], kind: 'behaviour' }],
    });
    if (purpose.kind !== 'agent') return null;
    const usage = { inputTokens: tokens, cachedTokens: 0, outputTokens: 0, money };
    return { result: turn(purpose.role === 'analyze' ? report : 'done', { usage }) };
  };
const turns = () => outside.runs.filter((run): run is AgentPurpose => run.kind === 'agent');
const open = async (id: TaskId) => {
  const [question] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
  if (question === undefined) throw new Error('nothing is asked');
  return question;
};
const unended = (id: TaskId) => outside.store.read((reads) => reads.things({ task: id, ended: false }));

it('at four fifths the next turn waits for a person, the slot is given back, and with more it goes on', async () => {
  outside.script = { run: costs(0.8) };
  const id = await outside.create({ settings: one });
  await outside.until(id, (task) => asks(task) && task.state.slot === 'none');
  expect(turns()).toHaveLength(1);
  expect((await open(id)).text).toContain('has used $0.80 of $1.00');
  expect((await open(id)).choices.map((choice) => choice.id)).toEqual(['more', 'cheaper', 'pause', 'abandon']);
  await outside.answer(id, 'more', '2 more');
  expect(outcome(await outside.until(id, ended))).toBe('released');
  expect(turns()).toHaveLength(2);
  expect(turns()[1]?.budget?.money).toBeCloseTo(2.2);
});

it('just below it nothing is asked, and a turn is told what is left of it', async () => {
  outside.script = { run: costs(0.79) };
  const id = await outside.create({ settings: one });
  expect(outcome(await outside.until(id, ended))).toBe('released');
  expect(turns().map(({ budget }) => budget?.money)).toEqual([1, expect.closeTo(0.21)]);
  expect(await outside.store.read((reads) => reads.questions({ task: id }))).not.toContainEqual(
    expect.objectContaining({ kind: 'budget' }),
  );
});

it('tokens have a limit of their own', async () => {
  outside.script = { run: costs(null, 900) };
  const id = await outside.create({ settings: within({ money: null, tokens: 1000 }) });
  await outside.until(id, asks);
  expect((await open(id)).text).toContain('900 tokens of 1000 tokens');
  await outside.answer(id, 'more');
  expect(outcome(await outside.until(id, ended))).toBe('released');
  expect(turns()[1]?.budget).toEqual({ money: null, tokens: 1100 });
});

it('money that nobody can count is asked about once, though none was counted', async () => {
  outside.script = { run: costs(null) };
  const id = await outside.create({ settings: one });
  await outside.until(id, asks);
  expect((await open(id)).text).toContain('10 tokens are not counted in that: nobody knows their price');
  await outside.answer(id, 'more');
  expect(outcome(await outside.until(id, ended))).toBe('released');
});

it('a cheaper model is the one that the next turns of this agent have, with more money only where all is used up', async () => {
  outside.script = { run: costs(0.8) };
  const id = await outside.create({ settings: one });
  await outside.until(id, asks);
  await outside.answer(id, 'cheaper', ' small-model ');
  await outside.until(id, ended);
  expect(turns().map(({ model }) => model)).toEqual([undefined, 'small-model']);
  expect(turns()[1]?.budget?.money).toBeCloseTo(0.2);

  outside.runs.length = 0;
  outside.script = { run: costs(1.5) };
  const other = await outside.create({ settings: one });
  await outside.until(other, asks);
  expect((await open(other)).choices[1]?.label).toContain('and with $1.00 more');
  await outside.answer(other, 'cheaper', 'small-model');
  await outside.until(other, ended);
  expect(turns()[1]).toMatchObject({ model: 'small-model', budget: { money: expect.closeTo(1) } });
});

it('a day has a limit of its own: what other tasks used counts, and more is more for today', async () => {
  outside.script = { run: costs(0.5) };
  const day = (task: null | { money: number; tokens: null }): Settings => ({
    ...settings,
    limits: { ...settings.limits, budget: { task, day: { money: 1.8, tokens: null } } },
  });
  const first = await outside.create({ settings: day(null) });
  expect(outcome(await outside.until(first, ended))).toBe('released');
  const second = await outside.create({ settings: day(null) });
  await outside.until(second, asks);
  expect((await open(second)).text).toContain('Agents have used $1.50 of $1.80 for today');
  await outside.answer(second, 'more', '10');
  expect(outcome(await outside.until(second, ended))).toBe('released');
});

it('a pause keeps everything, and is asked about again when it is over; giving up ends what waits', async () => {
  let attempt = 0;
  outside.script = {
    run: (purpose) =>
      purpose.kind === 'gate' && !purpose.folder.endsWith('base')
        ? { result: { kind: 'plain', ok: false, why: 'never read', failure: null, tail: '' } }
        : purpose.kind === 'agent' && purpose.role === 'develop'
          ? costs(0.75)(purpose)
          : costs(0.1)(purpose),
    effect: (effect) =>
      effect.name === 'snapshot' && effect.input.label.includes('attempt')
        ? { kind: 'done', output: { tree: `t${++attempt}`, commits: 0, changes: [] } }
        : null,
  };
  const id = await outside.create({ settings: one });
  await outside.until(id, asks);
  const first = await open(id);
  await outside.answer(id, 'pause');
  await outside.until(id, (task) => task.state.paused && task.state.slot === 'none');
  await outside.say(id, 'resume');
  await outside.until(id, (task) => asks(task) && !task.state.paused);
  expect((await open(id)).id).not.toBe(first.id);
  expect((await unended(id)).map(({ kind }) => kind)).toContain('criterion');
  await outside.answer(id, 'abandon');
  expect(outcome(await outside.until(id, ended))).toBe('failed');
  expect(await unended(id)).toEqual([]);
  expect(turns()).toHaveLength(2);
});

it('asked in the middle of a criterion, that criterion goes on in its conversation, also after a crash', async () => {
  let gates = 0;
  const failing = { kind: 'plain', ok: false, why: 'it fails', failure: null, tail: '' } as const;
  outside.script = {
    run: (purpose) =>
      purpose.kind === 'gate' && !purpose.folder.endsWith('base') && gates++ === 0
        ? { result: failing }
        : costs(0.45)(purpose),
  };
  const id = await outside.create({ settings: one });
  await outside.until(id, asks);
  expect(turns()).toHaveLength(2);
  const asked = await open(id);
  await outside.restart();
  expect((await open(id)).id).toBe(asked.id);
  await outside.answer(id, 'more');
  await outside.restart();
  expect(outcome(await outside.until(id, ended))).toBe('released');
  expect(turns().map(({ resume }) => resume)).toEqual([null, null, 'conv-1']);
  const criteria = (await outside.store.read((reads) =>
    reads.things({ kind: 'criterion', task: id }),
  )) as readonly Criterion[];
  expect(criteria).toHaveLength(1);
  expect(criteria[0]?.state.history).toHaveLength(2);
});

const facts = (id: TaskId, kind: string) =>
  outside.store.read(async (reads) =>
    (await reads.facts({ thing: id, limit: 1000 })).filter((fact) => fact.kind === kind),
  );
/** The first turn of this role is refused for so long. Returns until when, once it was. */
function refuse(role: AgentPurpose['role'], ms: number): () => number {
  let until = 0;
  outside.script = {
    run: (purpose) => {
      if (until > 0 || purpose.kind !== 'agent' || purpose.role !== role) return null;
      until = clock.now() + ms;
      return { result: turn('', { outcome: { kind: 'limited', until, message: 'later' } }) };
    },
  };
  return () => until;
}

it('while its only agent is limited another task has its slot; then it wakes by itself and goes on in the same conversation', async () => {
  const until = refuse('develop', 3_000);
  const id = await outside.create();
  await outside.until(id, (task) => task.state.at.kind === 'developing' && task.state.slot === 'none');
  const other = await outside.create();
  await outside.until(other, (task) => ended(task) || task.state.slot === 'held');
  await clock.advance(3_000);
  expect(outcome(await outside.until(id, ended))).toBe('released');
  const [own, others] = [await facts(id, 'slot_granted'), await facts(other, 'slot_granted')];
  expect(own).toHaveLength(2);
  expect(others[0]?.position).toBeLessThan(own[1]?.position ?? 0);
  expect(own[1]?.at).toBeGreaterThanOrEqual(until());
  const worked = (await outside.store.read((reads) => reads.things({ kind: 'run', task: id }))) as readonly Run[];
  const resumed = worked.flatMap(({ spec: { purpose } }) =>
    purpose.kind === 'agent' && purpose.role === 'develop' ? [purpose.resume] : [],
  );
  expect(new Set(resumed)).toEqual(new Set([null, 'conv-1']));
  await outside.until(other, ended);
});

it('a limit in the analysis is waited for in the same way', async () => {
  refuse('analyze', 1_500);
  const id = await outside.create();
  await outside.until(id, (task) => task.state.at.kind === 'analyzing' && task.state.slot === 'none');
  await clock.advance(1_500);
  expect(outcome(await outside.until(id, ended))).toBe('released');
  expect(await facts(id, 'slot_freed')).toHaveLength(1);
  expect(turns().map(({ role, resume }) => [role, resume])).toEqual([
    ['analyze', null],
    ['analyze', 'conv-1'],
    ['develop', null],
  ]);
});

const isStuck = (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === 'stuck';
/** Every turn of this agent is refused, without a time. */
const refusing = (agent: string, role: AgentPurpose['role']) => (purpose: Purpose) =>
  purpose.kind === 'agent' && purpose.agent === agent && purpose.role === role
    ? { result: turn('', { outcome: { kind: 'limited', until: null, message: 'later' } }) }
    : null;

it('limited without a time it asks; an agent that nobody knows is asked about again, another goes on with what was done', async () => {
  let gates = 0;
  outside.script = {
    run: (purpose) => {
      if (purpose.kind === 'gate' && !purpose.folder.endsWith('base') && gates++ === 0)
        return { result: { kind: 'plain', ok: false, why: 'the bell is silent', failure: null, tail: '' } };
      if (purpose.kind !== 'agent' || purpose.role !== 'develop') return null;
      const nth = turns().filter(({ role }) => role === 'develop').length;
      return nth === 1 ? { result: turn('I rang the bell.') } : refusing('one', 'develop')(purpose);
    },
  };
  const id = await outside.create({ settings: { ...settings, known: ['one', 'two'] } });
  await outside.until(id, isStuck);
  const asked = await open(id);
  expect(asked.choices[0]).toMatchObject({ id: 'another', words: 'required' });
  await outside.answer(id, 'another', 'nobody');
  await outside.until(
    id,
    (task) => isStuck(task) && task.state.at.kind === 'asking' && task.state.at.key !== asked.key,
  );
  await outside.answer(id, 'another', 'two');
  expect(outcome(await outside.until(id, ended))).toBe('released');
  const last = turns().at(-1);
  expect(last).toMatchObject({ agent: 'two', resume: null, changesSince: 't0' });
  for (const words of ['heartbeat does not fire', 'it fires', 'one worked on it', 'I rang the bell.', 'test (failed)'])
    expect(last?.prompt).toContain(words);
});

it('an analysis that is stuck can be moved to another agent as well', async () => {
  outside.script = { run: refusing('one', 'analyze') };
  const id = await outside.create({ settings: { ...settings, known: ['one', 'two'] } });
  await outside.until(id, isStuck);
  await outside.answer(id, 'another', 'two');
  expect(outcome(await outside.until(id, ended))).toBe('released');
  expect(turns().map(({ agent }) => agent)).toEqual(['one', 'two', 'one']);
});
