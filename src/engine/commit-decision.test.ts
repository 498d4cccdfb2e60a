// Each decision as rows: what stands in the store and in the queue after it was committed, and that a row which moved meanwhile takes nothing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hearDisk } from '../../test/fakes/hear-disk.ts';
import { aSessionSpec } from '../../test/fakes/sessions/open-sessions.ts';
import { here, openStillEngine, type StillEngine } from '../../test/fakes/still-engine.ts';
import type { Decision } from '../domain/decision.ts';
import type { Instant, RunId, ThingId } from '../domain/ids.ts';
import type { Thing } from '../domain/thing.ts';
import type { View } from '../ports/store.ts';
import { commitDecision } from './commit-decision.ts';

let still: StillEngine;
let now: Instant;
beforeEach(async () => {
  still = await openStillEngine();
  now = still.clock.now();
});
afterEach(() => still.close());

const viewOf = async (id: string) => (await still.store.read((reads) => reads.view(id as ThingId))) as View;
const commit = async (id: string, decision: object) =>
  commitDecision(still.engine, await viewOf(id), decision as Decision<unknown>, now);
const wake = (thing: string, at: number = now) => ({ thing, at, host: here });
const timers = () => still.store.read((reads) => reads.timers((now - 1) as Instant));
const parentAndChild = async () => {
  await still.put('shop-1', 'task');
  return still.put('shop-1/SC-1', 'criterion', { parent: 'shop-1', task: 'shop-1', key: 'SC-1' } as Partial<Thing>);
};
const live = { kind: 'live', stood: { standing: { kind: 'ready' } }, turn: null, paused: null };
const said = [{ kind: 'resumed', data: {} }];
const question = { key: 'q', kind: 'proceed', text: 'Go on?', choices: [], binding: 'b', shown: {} };

describe('to wait', () => {
  it('until a time is a timer and a wake for then; until something changes is neither', async () => {
    const { version } = await still.put('shop-1', 'task');
    expect(await commit('shop-1', { kind: 'wait', until: null, on: 'a person' })).toEqual({ kind: 'wait' });
    expect([await timers(), still.wakes]).toEqual([[], []]);
    const until = now + 5_000;
    expect(await commit('shop-1', { kind: 'wait', until, on: 'a limit' })).toEqual({ kind: 'wait' });
    expect([await timers(), still.wakes]).toEqual([[{ thing: 'shop-1', due: until }], [wake('shop-1', until)]]);
    expect((await still.thing('shop-1'))?.version).toBe(version);
  });
});

describe('to perform', () => {
  it('is an intent with the next number, the fence of the row and one try', async () => {
    await still.put('shop-1', 'task', { effects: 4, fence: 7 });
    const effect = { name: 'open-hub', input: { workspace: 'shop' } };
    const round = await commit('shop-1', { kind: 'perform', effect });
    const intent = { id: 'shop-1#5', thing: 'shop-1', number: 5, ...effect, decidedAt: now, tries: 1, fence: 7 };
    expect(round).toEqual({ kind: 'intent', intent: { ...intent, result: null } });
    expect(await still.intent('shop-1')).toEqual({ ...intent, result: null });
    expect(await still.thing('shop-1')).toMatchObject({ effects: 5, version: 2, ended: false, updatedAt: now });
  });
});

describe('who waits for the disk', () => {
  const perform = (name: string) => ({ kind: 'perform', effect: { name, input: {} } });
  const state = {};
  it.each<[string, object, string[]]>([
    ['an intent does', perform('open-hub'), []],
    ['but for one whose act is rows', perform('claim-slot'), ['later']],
    ['or rows that are taken back', perform('free-slot'), ['later']],
    ['or that says nothing before one of its own is there', perform('deliver-message'), ['later']],
    ['or that adds to the chain of evidence alone', perform('record-evidence'), ['later']],
    ['or that reads trees, which stay as they are', perform('inspect-change'), ['later']],
    ['or what a node came to', perform('read-summary'), ['later']],
    ['but not for files, which show nothing that a power cut takes back', perform('write-flow-files'), []],
    ['a question does', { kind: 'ask', question, answeredBy: null, state, said }, []],
    ['an end does', { kind: 'finish', state, said }, []],
    ['what leads on goes ahead: children', { kind: 'spawn', children: [], state, said }, ['ahead']],
    ['and a step', { kind: 'advance', state, said }, ['ahead']],
    ['a time to wait for is needed by nobody', { kind: 'wait', until: 5, on: 'a limit' }, ['later']],
  ])('%s', async (_, decision, expected) => {
    await still.put('shop-1', 'task');
    const { store, told } = hearDisk(still.store);
    const engine = { ...still.engine, ports: { ...still.engine.ports, store } };
    await commitDecision(engine, await viewOf('shop-1'), decision as Decision<unknown>, now);
    expect(told).toEqual(expected);
  });
});

describe('to ask', () => {
  it('is an open question, told after what was said, and whoever watches the whole is touched', async () => {
    await parentAndChild();
    expect(await commit('shop-1/SC-1', { kind: 'ask', question, answeredBy: null, state: { a: 1 }, said })).toEqual({
      kind: 'again',
    });
    expect(await still.thing('shop-1/SC-1')).toMatchObject({ state: { a: 1 }, ended: false });
    expect(await still.questions()).toMatchObject([{ thing: 'shop-1/SC-1', task: 'shop-1', state: { kind: 'open' } }]);
    const [{ id } = { id: '' }] = await still.questions();
    const asked = { kind: 'question_asked', data: { question: id, kind: 'proceed', text: 'Go on?' } };
    expect(await still.facts('shop-1/SC-1')).toEqual([...said, asked]);
    expect(still.wakes).toEqual([]);
    expect((await still.thing('shop-1'))?.version).toBe(2);
  });

  it.each([
    ['policy', { choice: 'yes' }, { by: 'policy', channel: 'policy' }],
    ['a person', { choice: 'yes', by: 'person:Ada', channel: 'cli' }, { by: 'person:Ada', channel: 'cli' }],
  ])('what %s has answered before is answered at once, and goes on', async (_, answeredBy, who) => {
    await still.put('shop-1', 'task');
    await commit('shop-1', { kind: 'ask', question, answeredBy, state: {}, said: [] });
    const [asked] = await still.questions();
    expect(asked?.state).toMatchObject({ kind: 'answered', answer: { choice: 'yes', words: null, at: now, ...who } });
    expect((await still.facts('shop-1')).at(-1)).toEqual({
      kind: 'question_answered',
      data: { question: asked?.id, kind: 'proceed', choice: 'yes', by: who.by },
    });
    expect(still.wakes).toEqual([wake('shop-1')]);
  });
});

describe('to have children', () => {
  const spawn = (children: readonly object[]) => ({ kind: 'spawn', children, state: { b: 2 }, said });

  it('is their rows, each with a wake, on the host of the one whose they are', async () => {
    await still.put('shop-1', 'task');
    await commit('shop-1', spawn([{ kind: 'criterion', key: 'SC-1', spec: { s: 1 }, state: { t: 1 } }]));
    await commit('shop-1', spawn([{ kind: 'run', key: 'run-1', spec: { s: 2 }, state: { t: 2 } }]));
    const born = { parent: 'shop-1', task: 'shop-1', host: here, version: 1, fence: 1, effects: 0, ended: false };
    const rows = await still.store.read((reads) => reads.things({ parent: 'shop-1' as ThingId }));
    expect(rows.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      { ...born, id: 'shop-1/SC-1', kind: 'criterion', key: 'SC-1', ...times(), spec: { s: 1 }, state: { t: 1 } },
      { ...born, id: 'r1', kind: 'run', key: 'run-1', ...times(), spec: { s: 2 }, state: { t: 2 } },
    ]);
    expect(still.wakes).toEqual([wake('shop-1/SC-1'), wake('r1')]);
    expect(await still.facts('shop-1')).toEqual([...said, ...said]);
    expect(await still.thing('shop-1')).toMatchObject({ state: { b: 2 }, ended: false });
    expect(await still.facts('r1')).toEqual([]);
  });
  const times = () => ({ createdAt: now, updatedAt: now });

  it('a feature is a task with the next number of its workspace, and is told as stated', async () => {
    const { spec } = (await still.put('shop-1', 'task')) as Thing<{ settings: object }>;
    const settings = { ...spec.settings, workspace: { name: 'shop' }, preset: 'quick', agents: { develop: ['codex'] } };
    const draft = { ...spec, settings, text: 'x'.repeat(300), by: 'person:Ada', driven: 'engine' };
    await still.store.transact((tx) => tx.skip('task:shop', 6));
    await commit('shop-1', spawn([{ kind: 'task', key: 'F-1', spec: draft, state: {} }]));
    expect(await still.thing('shop-7')).toMatchObject({ task: 'shop-7', parent: 'shop-1', key: 'F-1' });
    expect((await still.thing('shop-7'))?.spec).toEqual({ ...draft, number: 7 });
    expect(await still.facts('shop-7')).toEqual([
      {
        kind: 'task_created',
        data: {
          ...{ text: 'x'.repeat(200), by: 'person:Ada', preset: 'quick', driven: 'engine', agents: ['codex'] },
          parent: 'shop-1',
        },
      },
    ]);
  });
});

describe('to go on', () => {
  const advance = (more: object = {}) => ({ kind: 'advance', state: { c: 3 }, said: [], ...more });

  it('is the new state alone, where nothing is said', async () => {
    await parentAndChild();
    await commit('shop-1/SC-1', advance());
    expect(await still.thing('shop-1/SC-1')).toMatchObject({ state: { c: 3 }, version: 2, ended: false, effects: 0 });
    expect(still.wakes).toEqual([]);
    expect((await still.thing('shop-1'))?.version).toBe(1);
  });

  it('with something said wakes the one whose child it is', async () => {
    await parentAndChild();
    await commit('shop-1/SC-1', advance({ said }));
    expect(await still.facts('shop-1/SC-1')).toEqual(said);
    expect(still.wakes).toEqual([wake('shop-1')]);
    expect((await still.thing('shop-1'))?.version).toBe(2);
  });

  it('closes what is open where it says so, and only then', async () => {
    await still.put('shop-1', 'task');
    await commit('shop-1', { kind: 'ask', question, answeredBy: null, state: {}, said: [] });
    await commit('shop-1', advance());
    expect(await still.questions()).toMatchObject([{ state: { kind: 'open' } }]);
    await commit('shop-1', advance({ closeQuestions: 'it was taken back' }));
    expect(await still.questions()).toMatchObject([{ state: { kind: 'closed', why: 'it was taken back' } }]);
  });

  it('tells others what it has for them, in its own name, and wakes them', async () => {
    await still.put('shop-1', 'task');
    await still.put('r1', 'run', { key: 'run-1' });
    await commit('shop-1', advance({ notices: [{ to: 'r1', kind: 'interrupt', body: null }] }));
    expect(await still.notices('r1')).toMatchObject([{ kind: 'interrupt', by: 'thing:shop-1', at: now, thing: 'r1' }]);
    expect(still.wakes).toEqual([wake('r1')]);
  });
});

it.each([
  ['advance', live, 'm1'],
  ['advance', { ...live, paused: {} }, null],
  ['finish', { kind: 'ended' }, 'm1'],
] as const)('a session that is to %s, then %j, wakes who waits in its inbox: %s', async (kind, state, woken) => {
  await still.put('s1', 'session', { spec: aSessionSpec('r1' as RunId), state: { ...live, paused: {} } });
  await still.put('m1', 'message', { parent: 's1' as ThingId, task: 's1' as never, state: { kind: 'queued' } });
  await commit('s1', { kind, state, said: [] });
  expect(still.wakes).toEqual(woken === null ? [] : [wake(woken)]);
});

describe('to end', () => {
  it('is the last state, without a timer; its heir is there from the same moment, and its parent hears of it', async () => {
    const child = await parentAndChild();
    await still.store.transact((tx) => tx.setTimer(child.id, (now + 1) as Instant));
    const heir = { ...child, id: 'shop-1/SC-2', key: 'SC-2', parent: null };
    await commit('shop-1/SC-1', { kind: 'finish', state: { d: 4 }, said, heirs: [heir] });
    expect(await still.thing('shop-1/SC-1')).toMatchObject({ state: { d: 4 }, ended: true, effects: 0 });
    expect(await still.facts('shop-1/SC-1')).toEqual(said);
    expect(await timers()).toEqual([]);
    expect(await still.thing('shop-1/SC-2')).toMatchObject({ ended: false, spec: child.spec });
    expect(still.wakes).toEqual([wake('shop-1/SC-2'), wake('shop-1')]);
    expect((await still.thing('shop-1'))?.version).toBe(2);
  });
});

const decisions: readonly (readonly [string, object])[] = [
  ['perform', { effect: { name: 'open-hub', input: {} } }],
  ['ask', { question, answeredBy: { choice: 'yes' }, state: {}, said }],
  ['spawn', { children: [{ kind: 'run', key: 'run-1', spec: {}, state: {} }], state: {}, said }],
  ['advance', { state: {}, said, notices: [{ to: 'shop-1', kind: 'look', body: null }] }],
  ['finish', { state: {}, said, heirs: [] }],
];

it.each(decisions)(
  '%s is decided anew and has changed nothing where the row moved meanwhile',
  async (kind, decision) => {
    await parentAndChild();
    const view = await viewOf('shop-1/SC-1');
    await still.store.transact((tx) => tx.touch('shop-1/SC-1' as ThingId, now));
    const before = [await still.thing('shop-1/SC-1'), await still.thing('shop-1')];
    const round = await commitDecision(still.engine, view, { kind, ...decision } as unknown as Decision<unknown>, now);
    expect(round).toEqual({ kind: 'again' });
    expect([await still.thing('shop-1/SC-1'), await still.thing('shop-1')]).toEqual(before);
    expect([
      still.wakes,
      await still.facts('shop-1/SC-1'),
      await still.questions(),
      await still.intent('shop-1/SC-1'),
    ]).toEqual([[], [], [], null]);
    expect(await still.store.read((reads) => reads.things({ kind: 'run' }))).toEqual([]);
  },
);

it.each([...decisions, ['wait', { until: 5_000, on: 'a limit' }] as const])(
  '%s is over once the store has taken it, and not where it could not',
  async (kind, decision) => {
    await parentAndChild();
    const store = { ...still.engine.ports.store, transact: () => Promise.reject(new Error('no disk')) };
    const engine = { ...still.engine, ports: { ...still.engine.ports, store } } as unknown as typeof still.engine;
    const view = await viewOf('shop-1/SC-1');
    const round = commitDecision(engine, view, { kind, ...decision } as unknown as Decision<unknown>, now);
    await expect(round).rejects.toThrow('no disk');
  },
);
