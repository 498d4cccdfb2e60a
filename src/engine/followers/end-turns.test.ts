// Whose turn has ended: what becomes of the messages of an inbox.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aSessionSpec } from '../../../test/fakes/sessions/open-sessions.ts';
import { openStillEngine, type StillEngine, there } from '../../../test/fakes/still-engine.ts';
import type { RunId, ThingId } from '../../domain/ids.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import type { MessageState } from '../../domain/session/message.ts';
import type { EndedTurn } from '../../domain/session/reconcile.ts';
import { endTurns } from './end-turns.ts';

let still: StillEngine;
beforeEach(async () => {
  still = await openStillEngine();
  await still.put('s1', 'session', { spec: aSessionSpec('r1' as RunId), state: { kind: 'live' } });
});
afterEach(() => still.close());

const message = (number: number, state: MessageState) =>
  still.put(`m${number}`, 'message', {
    ...{ parent: 's1' as ThingId, task: 's1' as never, key: `m${number}`, state, host: there, effects: 3 },
  });
const turn = (number: number, id: string | null, outcome: object = { kind: 'completed' }) =>
  ({ number, message: id, outcome }) as unknown as EndedTurn;
const end = (...turns: readonly EndedTurn[]) =>
  still.store.transact((tx) => endTurns(still.engine.ports.queue, tx, 's1' as SessionId, turns, still.clock.now()));
const delivered = (turnNumber: number | null): MessageState => ({ kind: 'delivered', at: 1, turn: turnNumber });
const states = async () =>
  (await Promise.all([1, 2, 3, 4].map((number) => still.thing(`m${number}`)))).flatMap((each) => each?.state ?? []);

it('the message that began it and those said in the middle of it have ended with it, no other has', async () => {
  await message(1, delivered(2));
  await message(2, delivered(2));
  await message(3, delivered(3));
  await message(4, { kind: 'delivering', since: 1 });
  await end(turn(2, 'm1'));
  const at = still.clock.now();
  const ended = { kind: 'turn_ended', at, turn: 2, outcome: { kind: 'completed' } };
  expect(await states()).toEqual([ended, ended, delivered(3), { kind: 'delivering', since: 1 }]);
  expect(await still.thing('m1')).toMatchObject({ ended: true, effects: 3, updatedAt: at });
  expect(await still.thing('m3')).toMatchObject({ ended: false, version: 1 });
  expect((await still.facts('m1')).map(({ kind }) => kind)).toEqual(['message_turn_ended']);
  expect([await still.facts('m3'), still.wakes]).toEqual([[], []]);
});

it('one that was still being handed over is known by its name alone', async () => {
  await message(1, { kind: 'delivering', since: 1 });
  await message(2, { kind: 'delivering', since: 1 });
  await message(3, { kind: 'queued', why: '' });
  await end(turn(5, 'm1'), turn(6, 'm3'));
  expect(await states()).toMatchObject([{ kind: 'turn_ended', turn: 5 }, { kind: 'delivering' }, { kind: 'queued' }]);
});

it('one that fell into a limit waits again, is told so and woken; what was said in its middle has ended', async () => {
  await message(1, { kind: 'delivered', at: 1, turn: 2, limits: 1 });
  await message(2, delivered(2));
  await end(turn(2, 'm1', { kind: 'limited', until: 9, message: 'later' }));
  expect(await states()).toMatchObject([
    { kind: 'queued', why: 'its service limits the agent', limits: 2 },
    { kind: 'turn_ended', turn: 2 },
  ]);
  expect(await still.thing('m1')).toMatchObject({ ended: false });
  expect(await still.facts('m1')).toEqual([{ kind: 'message_put_back', data: { message: 'm1' } }]);
  expect(still.wakes).toEqual([{ thing: 'm1', at: still.clock.now(), host: there }]);
});
