// A task in a person's hand, through the real engine, store and queue; only the outside is simulated.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gateResult, type Outside, settings, simulateOutside, turn } from '../../test/fakes/outside.ts';
import type { Criterion } from '../domain/criterion/criterion.ts';
import type { TaskId } from '../domain/ids.ts';
import { namedAttempts } from '../domain/task/manual/rewind.ts';
import type { Task } from '../domain/task/task.ts';

let outside: Outside;
beforeEach(async () => {
  outside = await simulateOutside();
});
afterEach(() => outside.close());

const ended = (task: Task) => task.ended;
const inHand = (task: Task) => task.state.at.kind === 'in_hand' && task.state.slot === 'none';
const asks = (kind: string) => (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === kind;
const factsOf = async (id: TaskId) =>
  (await outside.store.read((reads) => reads.facts({ thing: id, limit: 1000 }))).map(({ kind }) => kind);
const failing = () => {
  outside.script = {
    run: (purpose) =>
      purpose.kind === 'gate' && !purpose.folder.endsWith('base')
        ? { result: { kind: 'gate', result: gateResult('test', 'failed') } }
        : null,
  };
};
/** Holds the first turn of the developer until it is let go. */
const held = () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  outside.reach = async (point, _thing, effect) => {
    const last = outside.runs.at(-1);
    if (point !== 'effect' || effect !== 'read-run' || last?.kind !== 'agent' || last.role !== 'develop') return;
    begun.resolve();
    await gate.promise;
  };
  return { begun: begun.promise, letGo: gate.resolve };
};

it('asked for at the plan is handed over: its question is closed, its slot is free; given back it goes on at test', async () => {
  const id = await outside.create({ settings: { ...settings, preset: 'careful' } });
  await outside.until(id, asks('proceed'));
  await outside.answer(id, 'yes');
  await outside.until(id, asks('plan'));
  await outside.say(id, 'take');
  await outside.until(id, inHand);
  expect(await outside.store.read((reads) => reads.questions({ task: id, open: true }))).toEqual([]);
  const turns = outside.runs.filter(({ kind }) => kind === 'agent').length;
  await outside.say(id, 'give');
  const asked = await outside.until(id, asks('submit'));
  expect(outside.runs.filter(({ kind }) => kind === 'agent')).toHaveLength(turns);
  expect(asked.state.known.work.plan?.criteria).toHaveLength(1);
  expect(await factsOf(id)).toEqual(expect.arrayContaining(['taken_over', 'given_back']));
});

it('what a person made before there was a plan is not taken for what the analysis wrote', async () => {
  const id = await outside.create({ settings: { ...settings, preset: 'careful' } });
  await outside.until(id, asks('proceed'));
  await outside.answer(id, 'yes');
  await outside.until(id, asks('plan'));
  await outside.say(id, 'take');
  await outside.until(id, inHand);
  await outside.say(id, 'give', { go_on: true });
  await outside.until(id, asks('plan'));
  await outside.answer(id, 'again');
  outside.script = {
    run: () => null,
    effect: (effect) =>
      effect.name === 'snapshot' ? { kind: 'done', output: { tree: 't1', commits: 0, changes: [] } } : null,
  };
  await outside.until(id, asks('plan'));
  expect(await factsOf(id)).not.toContain('wrote_in_read_only');
});

it('a question that hands the copy over does so, and only a give after it counts', async () => {
  failing();
  const id = await outside.create();
  await outside.until(id, asks('stuck'));
  await outside.answer(id, 'code');
  await outside.until(id, inHand);
  outside.script = { run: () => null };
  await outside.say(id, 'give');
  expect((await outside.until(id, ended)).state.at).toMatchObject({ outcome: { kind: 'released' } });
});

it('tests_failed hands the copy over to who looks themselves, and every gate runs when it is given back', async () => {
  let whole = false;
  outside.script = {
    run: (purpose) =>
      purpose.kind === 'gate' && purpose.folder.includes('/test-') && !whole
        ? { result: { kind: 'gate', result: gateResult('test', 'failed') } }
        : null,
  };
  outside.script.effect = (effect) =>
    effect.name === 'snapshot' && /final|given/.test(effect.input.label)
      ? { kind: 'done', output: { tree: whole ? 't3' : 't2', commits: 0, changes: [] } }
      : null;
  const id = await outside.create({ settings: { ...settings, limits: { attempts: 7, fixRounds: 0 } } });
  await outside.until(id, asks('tests_failed'));
  await outside.answer(id, 'look');
  await outside.until(id, inHand);
  whole = true;
  const before = outside.runs.filter(({ kind }) => kind === 'gate').length;
  await outside.say(id, 'give');
  expect((await outside.until(id, ended)).state.known.work.proven).toBe('t3');
  expect(outside.runs.filter(({ kind }) => kind === 'gate').length).toBeGreaterThan(before);
});

it('is handed over at the next safe point and not before; gone on with, the same criterion goes on', async () => {
  const { begun, letGo } = held();
  const id = await outside.create();
  await begun;
  await outside.say(id, 'take');
  letGo();
  const taken = await outside.until(id, inHand);
  expect(taken.state.at).toMatchObject({ back: { kind: 'developing', key: 'SC-1' } });
  await outside.say(id, 'give', { go_on: true });
  expect((await outside.until(id, ended)).state.known.work.done).toEqual(['SC-1']);
});

it('given back at test, the criterion under way is ended and the whole is checked', async () => {
  const { begun, letGo } = held();
  const id = await outside.create();
  await begun;
  await outside.say(id, 'take');
  letGo();
  await outside.until(id, inHand);
  await outside.say(id, 'give');
  const done = await outside.until(id, ended);
  expect(done.state.at).toMatchObject({ outcome: { kind: 'released' } });
  expect(done.state.known.work.done).toEqual([]);
  const criteria = await outside.store.read((reads) => reads.things({ kind: 'criterion', task: id }));
  expect(criteria.every((criterion) => criterion.ended)).toBe(true);
});

it('given back before it was handed over, it goes on as if nothing had been', async () => {
  const { begun, letGo } = held();
  const id = await outside.create();
  await begun;
  await outside.say(id, 'take');
  await outside.say(id, 'give');
  letGo();
  expect((await outside.until(id, ended)).state.known.work.done).toEqual(['SC-1']);
  expect(await factsOf(id)).not.toContain('taken_over');
});

const roundsOf = async (id: TaskId) =>
  (await outside.store.read((reads) => reads.things({ kind: 'criterion', task: id }))).toReversed() as Criterion[];
const attemptOf = async (id: TaskId, wanted: string) => {
  const attempt = namedAttempts(await roundsOf(id)).find(({ name }) => name === wanted);
  if (attempt === undefined) throw new Error(`there is no attempt ${wanted}`);
  return attempt;
};
const setBack = (task: Task) => inHand(task) && 'rewound' in task.state.at;

it('set back to an attempt, its files are there at once; gone on with, a new round begins in a fork of its conversation', async () => {
  failing();
  const id = await outside.create();
  await outside.until(id, asks('stuck'));
  await outside.say(id, 'take');
  await outside.say(id, 'rewind', await attemptOf(id, 'SC-1.1'));
  const back = await outside.until(id, setBack);
  expect(back.state).toMatchObject({ at: { rewound: { name: 'SC-1.1' } }, known: { place: { copy: { tree: 't1' } } } });
  expect(outside.acts.get('restore-copy')).toBe(1);
  outside.script = { run: () => null };
  const turns = outside.runs.length;
  await outside.say(id, 'give', { go_on: true });
  const done = await outside.until(id, ended);
  expect(done.state.known.work.done).toEqual(['SC-1']);
  expect(outside.runs.slice(turns).find(({ kind }) => kind === 'agent')).toMatchObject({
    ...{ agent: 'one', resume: 'conv-1', fork: true },
    prompt: expect.stringContaining('what it was after attempt 1'),
  });
  expect(await factsOf(id)).toContain('rewound');
});

it('set back twice, each wish is followed once, and the last one counts', async () => {
  failing();
  const id = await outside.create();
  await outside.until(id, asks('stuck'));
  await outside.say(id, 'take');
  for (const name of ['SC-1.2', 'SC-1.1']) {
    await outside.say(id, 'rewind', await attemptOf(id, name));
    await outside.until(id, (task) => setBack(task) && JSON.stringify(task.state.at).includes(name));
  }
  expect(outside.acts.get('restore-copy')).toBe(2);
});

it('set back and given to the gates, nothing of its agent is begun again', async () => {
  failing();
  const id = await outside.create();
  await outside.until(id, asks('stuck'));
  await outside.say(id, 'take');
  await outside.say(id, 'rewind', await attemptOf(id, 'SC-1.2'));
  await outside.until(id, setBack);
  outside.script = { run: () => null };
  const turns = outside.runs.length;
  await outside.say(id, 'give');
  await outside.until(id, ended);
  expect(outside.runs.slice(turns).filter(({ kind }) => kind === 'agent')).toEqual([]);
});

it('cancelled in a person\u2019s hand, it ends', async () => {
  outside.script = {
    run: (purpose) =>
      purpose.kind === 'agent' && purpose.role === 'develop'
        ? { result: turn('', { outcome: { kind: 'empty' } }) }
        : null,
  };
  const id = await outside.create();
  await outside.until(id, asks('stuck'));
  await outside.answer(id, 'code');
  await outside.until(id, inHand);
  await outside.say(id, 'cancel');
  expect((await outside.until(id, ended)).state.at).toMatchObject({ outcome: { kind: 'cancelled' } });
});
