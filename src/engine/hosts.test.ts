// A host that is silent, and one that is dead for good: what comes over from it, and how often that is tried.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSessionSpec } from '../../test/fakes/sessions/open-sessions.ts';
import { here, openStillEngine, type StillEngine, there } from '../../test/fakes/still-engine.ts';
import { instant, type ThingId } from '../domain/ids.ts';
import { learn } from '../domain/parts/known.ts';
import { firstTaskState } from '../domain/task/task.ts';
import type { Transaction } from '../ports/store.ts';
import { bringOver } from './bring-over.ts';
import { drive } from './drive.ts';
import { type HostSightings, takeOverSilent } from './take-over.ts';

let still: StillEngine;
beforeEach(async () => {
  still = await openStillEngine();
});
afterEach(() => still.close());

const beat = (id = there, seenAt = 1) => still.store.transact((tx) => tx.beat({ id, seenAt: instant(seenAt) }));
const looks = async (count: number, seen: HostSightings, deadAfter: number | null = null) => {
  const moved: (readonly ThingId[])[] = [];
  for (let look = 0; look < count; look += 1) moved.push(await takeOverSilent(still.engine, seen, deadAfter));
  return moved;
};
const copy = { path: '/copy', branch: 'b', tree: 't' };
const bound = () => {
  const state = firstTaskState('engine');
  return { ...state, known: learn(state.known, { place: { copy } }) };
};

describe('a host that is silent', () => {
  it('loses its free work at the third look without a sign of life, once', async () => {
    await beat();
    await still.put('shop-1', 'task', { host: there });
    await still.put('shop-2', 'task', { host: there, state: bound() });
    await still.put('shop-3', 'task', { host: here });
    await still.put('shop-4', 'task', { host: there, ended: true });
    expect(await looks(6, new Map())).toEqual([[], [], [], ['shop-1'], [], []]);
    expect(await still.thing('shop-1')).toMatchObject({ host: here, fence: 2, ended: false, effects: 0 });
    expect(await still.thing('shop-2')).toMatchObject({ host: there, fence: 1 });
    expect(await still.thing('shop-3')).toMatchObject({ host: here, fence: 1 });
    expect(still.wakes).toEqual([{ thing: 'shop-1', at: still.clock.now(), host: here }]);
    expect(still.takenOver).toEqual([[there, here]]);
    expect(still.warned).toEqual([{ text: 'a silent host was taken over', data: { host: there, moved: 1 } }]);
    expect(await still.facts('shop-1')).toEqual([{ kind: 'moved', data: { from: there, to: here } }]);
  });

  it('has its free work begun anew here, with nothing known of what was there', async () => {
    await beat();
    const state = { ...firstTaskState('engine'), at: { kind: 'surveying' }, phase: 'confirm', runs: 3 };
    await still.put('shop-1', 'task', { host: there, state });
    await looks(4, new Map());
    expect(await still.thing('shop-1')).toMatchObject({ host: here, state: { at: { kind: 'opening' }, fetched: 3 } });
  });

  it('begins to be counted anew with each sign of life; this host is never one', async () => {
    await beat(here);
    await beat();
    await still.put('shop-1', 'task', { host: there });
    const seen: HostSightings = new Map();
    expect(await looks(3, seen)).toEqual([[], [], []]);
    await beat(there, 2);
    expect(await looks(4, seen)).toEqual([[], [], [], ['shop-1']]);
    expect([...seen.keys()]).toEqual([there]);
    expect(still.takenOver).toHaveLength(1);
  });

  it('has its questions closed, and what it was doing done anew: its late result is refused', async () => {
    await beat();
    const task = await still.put('shop-1', 'task', { host: there });
    await still.store.transact((tx) =>
      tx.ask(
        task.id,
        task.task,
        { key: 'k', kind: 'stuck', text: 'T', choices: [], binding: 'b', shown: null },
        instant(1),
      ),
    );
    await still.intend(task, 'open-hub');
    await looks(4, new Map());
    expect(await still.intent('shop-1')).toBeNull();
    expect(await still.questions()).toMatchObject([{ state: { kind: 'closed', why: `it begins anew on ${here}` } }]);
    const late = await still.store.transact((tx) => tx.settle('shop-1#1' as never, 1, { kind: 'done', output: {} }));
    expect(late).not.toBe('recorded');
  });

  it.each([
    [5, 5],
    [1, 3],
  ])('loses what is bound to it too, at look %i of which %i count', async (deadAfter, at) => {
    await beat();
    await still.put('shop-2', 'task', { host: there, state: bound() });
    const moved = await looks(7, new Map(), deadAfter);
    expect(moved.map((each) => each.length)).toEqual(Array.from({ length: 7 }, (_, look) => (look === at ? 1 : 0)));
  });
});

describe('a wake that came to another host than its thing', () => {
  it('is sent to where that is', async () => {
    await still.put('shop-1', 'task', { host: there });
    await drive(still.engine, 'shop-1' as ThingId);
    expect(still.wakes.map(({ host }) => host)).toEqual([there]);
    expect(await still.thing('shop-1')).toMatchObject({ host: there, version: 1 });
  });

  it('is sent to where that has moved meanwhile', async () => {
    await still.put('shop-1', 'task', { host: there });
    const { queue } = still.engine.ports;
    const moving: typeof queue.add = async (tx, wakes) => {
      await (tx as Transaction).moveToHost('shop-1' as ThingId, there, here);
      await queue.add(tx, wakes);
    };
    const ports = { ...still.engine.ports, queue: { ...queue, add: moving } };
    await drive({ ...still.engine, ports }, 'shop-1' as ThingId);
    expect(still.wakes.map(({ host }) => host)).toEqual([there, here]);
  });
});

describe('WT-63 a host that is dead for good', () => {
  it('leaves all that was bound to it here, each kind once', async () => {
    await still.put('shop-1', 'task', { host: there, state: bound() });
    await still.put('shop-1/SC-1', 'criterion', { host: there, task: 'shop-1' as never, parent: 'shop-1' as never });
    await still.put('r1', 'run', { host: there, task: 'shop-1' as never, parent: 'shop-1' as never, key: 'run-1' });
    await still.put('r2', 'run', { host: there, ended: true, key: 'run-2' });
    await still.put('s1', 'session', { host: there, spec: aSessionSpec('r9' as never), state: { kind: 'requested' } });
    await still.put('x1', 'chain', { host: there });
    await still.put('x2', 'chain', { host: here });
    const attended: ThingId[] = [];
    const engine = { ...still.engine, attend: (thing: ThingId) => void attended.push(thing) };
    const all = ['shop-1', 'shop-1/SC-1', 'r1', 's1', 'x1'];
    expect(await bringOver(engine, there)).toEqual(all);
    for (const id of all) expect(await still.thing(id)).toMatchObject({ host: here, fence: 2, ended: false });
    expect(await still.thing('r2')).toMatchObject({ host: there, fence: 1 });
    expect(attended).toEqual(['s1']);
    expect(still.wakes.map(({ thing, host }) => [thing, host])).toEqual(all.map((id) => [id, here]));
    expect(still.takenOver).toEqual([[there, here]]);
    expect(still.warned).toEqual([
      { text: 'a host that is dead was taken over', data: { host: there, moved: all.length } },
    ]);
    expect(await still.facts('shop-1')).toEqual([{ kind: 'moved', data: { from: there, to: here } }]);
    // Who is lost hears so; nobody else is told of an ending.
    for (const id of ['r1', 's1'])
      expect(await still.notices(id)).toMatchObject([{ kind: 'ending', body: null, by: 'host' }]);
    for (const id of ['shop-1', 'shop-1/SC-1', 'x1']) expect(await still.notices(id)).toEqual([]);
    expect(await bringOver(engine, there)).toEqual([]);
  });

  it('has the act dropped whose state is dropped with it; another stands, and is performed again here', async () => {
    const gates = { ...bound(), at: { kind: 'checking' } };
    const base = { commit: 'c', tree: 't', branch: 'main', from: 'local', protected: [] } as const;
    const checking = await still.put('shop-1', 'task', {
      host: there,
      state: { ...gates, known: learn(gates.known, { place: { base } }) },
    });
    await still.intend(checking, 'snapshot');
    const opening = await still.put('shop-2', 'task', { host: there });
    await still.intend(opening, 'open-hub');
    await bringOver(still.engine, there);
    expect(await still.intent('shop-1')).toBeNull();
    expect(await still.thing('shop-1')).toMatchObject({ state: { at: { kind: 'mending' } }, effects: 1 });
    expect(await still.intent('shop-2')).toMatchObject({ name: 'open-hub' });
    expect(await still.thing('shop-2')).toMatchObject({ state: { at: opening.state && { kind: 'opening' } } });
  });

  it('has its copies written down as being here', async () => {
    const task = await still.put('shop-1', 'task', { host: there, state: bound() });
    await still.store.transact((tx) =>
      tx.putCopy({
        ...{ task: task.task, path: '/copy', branch: 'b', base: 'c', isolation: 'clone', host: there },
        ...{ createdAt: instant(1), removedAt: null },
      }),
    );
    await bringOver(still.engine, there);
    const kept = await still.store.read((reads) => reads.copy(task.task));
    expect(kept).toMatchObject({ path: '/copy', host: here });
  });
});
