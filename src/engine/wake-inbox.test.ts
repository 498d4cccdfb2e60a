// Whose turn it is in an inbox: who is woken when a session moves, or a message leaves it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aSessionSpec } from '../../test/fakes/sessions/open-sessions.ts';
import { openStillEngine, type StillEngine, there } from '../../test/fakes/still-engine.ts';
import type { RunId, ThingId } from '../domain/ids.ts';
import type { Thing } from '../domain/thing.ts';
import { wakeInbox } from './wake-inbox.ts';

let still: StillEngine;
beforeEach(async () => {
  still = await openStillEngine();
});
afterEach(() => still.close());

const live = {
  kind: 'live',
  stood: { standing: { kind: 'ready' }, source: 'protocol', since: 1 },
  ...{ turn: null, paused: null },
};
const session = (state: object, more: Partial<Thing> = {}) =>
  still.put('s1', 'session', { spec: aSessionSpec('r1' as RunId), state, ...more });
const message = (number: number, kind: string, of = 's1') =>
  still.put(`m${number}`, 'message', {
    ...{ parent: of as ThingId, task: of as Thing['task'], key: `m${number}`, state: { kind }, host: there },
    ended: !['queued', 'delivering', 'delivered'].includes(kind),
  });
const woken = async (moved: Thing) => {
  await still.store.transact((tx) => wakeInbox(still.engine.ports.queue, tx, moved, still.clock.now()));
  return still.wakes.map(({ thing }) => thing);
};

it.each([
  ['stands ready, and no other,', live, ['m2']],
  ['is busy', { ...live, stood: { ...live.stood, standing: { kind: 'busy' } } }, []],
  ['has a turn', { ...live, turn: { number: 1 } }, []],
  ['is paused', { ...live, paused: { why: 'the budget' } }, []],
  ['was not started yet', { kind: 'requested' }, []],
  ['has ended', { kind: 'ended' }, ['m2', 'm3', 'm4']],
])('a session that %s', async (_, state, who) => {
  const moved = await session(state);
  await message(0, 'queued', 's2');
  await message(1, 'failed');
  await message(2, 'queued');
  await message(3, 'queued');
  await message(4, 'delivered');
  expect(await woken(moved)).toEqual(who);
  for (const wake of still.wakes) expect(wake).toMatchObject({ at: still.clock.now(), host: there });
});

it('a message that leaves wakes the next, never itself, and nobody where the session is over', async () => {
  const one = await session(live);
  const first = await message(1, 'queued');
  expect(await woken(first)).toEqual([]);
  const gone = { ...first, id: 'm0' as ThingId };
  expect(await woken(gone)).toEqual(['m1']);
  await still.store.transact((tx) =>
    tx.update(one.id, 1, { state: { kind: 'ended' }, ended: true, effects: 0, at: still.clock.now() }),
  );
  expect(await woken(gone)).toEqual(['m1']);
});

it('what a session had asked is closed when it has ended, and only then', async () => {
  const moved = await session(live);
  const draft = { key: 'q', kind: 'permission', text: 'May it?', choices: [], binding: 'b', shown: {} } as const;
  await still.store.transact((tx) => tx.ask(moved.id, moved.task, draft, still.clock.now()));
  await woken(moved);
  expect(await still.questions()).toMatchObject([{ state: { kind: 'open' } }]);
  await still.store.transact((tx) =>
    tx.update(moved.id, 1, { state: { kind: 'ended' }, ended: true, effects: 0, at: still.clock.now() }),
  );
  await woken(moved);
  expect(await still.questions()).toMatchObject([{ state: { kind: 'closed', why: 'the session ended' } }]);
});

it('of other kinds nothing is looked at, and of a session that is gone nothing is done', async () => {
  await session(live);
  await message(1, 'queued');
  const task = await still.put('shop-1', 'task', { parent: 's1' as ThingId });
  expect(await woken(task)).toEqual([]);
  expect(await woken({ ...task, kind: 'message', parent: 's9' as ThingId })).toEqual([]);
});
