// What a silent host was doing.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStillEngine, type StillEngine, there } from '../../test/fakes/still-engine.ts';
import type { EffectId, ThingId } from '../domain/ids.ts';
import type { View } from '../ports/store.ts';
import { dropIntent } from './drop-intent.ts';

let still: StillEngine;
beforeEach(async () => {
  still = await openStillEngine();
});
afterEach(() => still.close());

const drop = async () => {
  const view = (await still.store.read((reads) => reads.view('shop-1' as ThingId))) as View;
  await still.store.transact((tx) => dropIntent(tx, view, there));
};
const intents = () => still.store.read((reads) => reads.intents('shop-1' as ThingId));

it('has failed for good and says why; a late result of it is none', async () => {
  await still.intend(await still.put('shop-1', 'task'), 'open-hub');
  await drop();
  expect(await still.intent('shop-1')).toBeNull();
  const failure = { error_code: 'LEASE_EXPIRED', message: 'there is silent; it begins anew elsewhere' };
  expect(await intents()).toMatchObject([{ name: 'open-hub', result: { kind: 'failed', failure } }]);
  const late = still.store.transact((tx) => tx.settle('shop-1#1' as EffectId, 1, { kind: 'done', output: {} }));
  expect(await late).toBe('already');
});

it('is nothing where it was doing nothing', async () => {
  await still.put('shop-1', 'task');
  await drop();
  expect(await intents()).toEqual([]);
});
