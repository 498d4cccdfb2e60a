import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../../test/fakes/clock.ts';
import { type Bench, openBench } from '../../../test/fakes/commands/open-bench.ts';
import { linkLastsMs, sessionLastsMs } from '../../domain/channel/web-session.ts';
import { instant } from '../../domain/ids.ts';
import { createVisits, type Visits } from './visits.ts';

let bench: Bench;
let clock: ManualClock;
let visits: Visits;
beforeEach(async () => {
  bench = await openBench({ project: null });
  clock = manualClock();
  visits = createVisits({ ...bench.ports, clock }, () => () => Promise.reject(new Error('nothing is asked')));
});
afterEach(() => bench.close());

/** The cookie of a browser that signs in. */
async function enter(link: string): Promise<string> {
  const { store, sha256 } = bench.ports;
  const at = clock.now();
  const body = { until: instant(at + linkLastsMs), name: 'Ada' };
  await store.transact((tx) => tx.putChannelRow({ channel: 'web', kind: 'link', key: sha256(link), at, body }));
  const entered = await visits.access.enter(link, 'Firefox');
  if (!('cookie' in entered)) throw new Error(entered.error);
  return entered.cookie;
}
const endedOf = async (cookie: string): Promise<AbortSignal> => {
  const visit = await visits.access.find(cookie, null);
  if (visit === null) throw new Error('it is not signed in');
  return visit.ended;
};

it('what a browser has open ends with its month, and nothing of who signed in later', async () => {
  const first = await enter('one');
  const ended = await endedOf(first);
  await clock.advance(3_600_000);
  const later = await endedOf(await enter('two'));
  await clock.advance(sessionLastsMs - 3_600_000);
  expect([ended.aborted, later.aborted]).toEqual([false, false]);
  await clock.advance(1);
  expect([ended.aborted, later.aborted]).toEqual([true, false]);
  expect(await visits.access.find(first, null)).toBeNull();
});

it('what a browser has open ends when it is signed out, once', async () => {
  const cookie = await enter('one');
  const visit = await visits.access.find(cookie, null);
  expect(await endedOf(cookie)).toBe(visit?.ended);
  await visits.access.leave(visit?.session ?? '');
  expect(visit?.ended.aborted).toBe(true);
  expect(await visits.access.find(cookie, null)).toBeNull();
});
