import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../../test/fakes/clock.ts';
import { type Bench, openBench } from '../../../test/fakes/commands/open-bench.ts';
import { linkLastsMs, sessionLastsMs } from '../../domain/channel/web-session.ts';
import { instant } from '../../domain/ids.ts';
import type { MayNot } from '../../surfaces/http/guard.ts';
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

/** A browser that signs in: its cookie, and the key of its page. */
async function signIn(link: string, more: object = {}) {
  const { store, sha256 } = bench.ports;
  const at = clock.now();
  const body = { until: instant(at + linkLastsMs), name: 'Ada', ...more };
  await store.transact((tx) => tx.putChannelRow({ channel: 'web', kind: 'link', key: sha256(link), at, body }));
  const entered = await visits.access.enter(link, 'Firefox');
  if (!('cookie' in entered)) throw new Error(entered.error);
  return { cookie: entered.cookie, key: entered.entered.key };
}
const enter = async (link: string): Promise<string> => (await signIn(link)).cookie;
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

describe('what is done in a browser without a request, and refused', () => {
  const rightsOfBob = (may: string) => writeFileSync(bench.file, `people: { ada: {}, bob: { may: ${may} } }\n`);
  const visitOf = async (link: string) => {
    const { cookie, key } = await signIn(link, { name: 'bob', guest: true });
    // Each request looks for it anew.
    return async (...asked: Parameters<MayNot>) =>
      (await (await visits.access.find(cookie, key))?.mayNot(...asked))?.error_code ?? 'may';
  };
  const refusals = async () => {
    const facts = await bench.store.read((reads) => reads.facts({ thing: 'audit' as never, limit: 1000 }));
    return facts
      .filter(({ kind }) => kind === 'act_refused')
      .map(({ data }) => [data.command, data.about, data.by, data.channel].join(' '));
  };
  beforeEach(() => rightsOfBob('look'));

  it('is on record, once in a minute for each thing however many keys come, and how many came', async () => {
    const [one, other] = [await visitOf('one'), await visitOf('two')];
    const keys = await Promise.all(Array.from({ length: 50 }, () => one('type', 'fox')));
    expect(new Set(keys)).toEqual(new Set(['NOT_ALLOWED']));
    await one('type', 'owl');
    for (let files = 0; files < 3; files += 1) await one('bring', null);
    await other('type', 'fox');
    expect(await refusals()).toEqual([
      'session.type fox person:bob web',
      'session.type owl person:bob web',
      'upload.bring  person:bob web',
    ]);
    const { acts } = await bench.must('service.audit', {}, { kind: 'person', name: 'ada' });
    expect(acts.filter(({ command }) => command === 'upload.bring')[0]).toMatchObject({ outcome: 'NOT_ALLOWED' });
    const counted = acts.filter(({ times }) => times > 1);
    expect(counted.map(({ command, about, times }) => [command, about, times])).toEqual([
      ['upload.bring', '', 2],
      ['session.type', 'fox', 50],
    ]);
  });

  it('is on record again in the next minute', async () => {
    const may = await visitOf('one');
    await may('bring', null);
    await clock.advance(60_000);
    await may('bring', null);
    expect(await refusals()).toHaveLength(2);
  });

  it('is on record where a program with the token tries it, and not where the configuration cannot be read', async () => {
    expect(await visits.access.program('bring', null)).toMatchObject({ error_code: 'UNAUTHORIZED' });
    await visits.access.program('bring', null);
    const may = await visitOf('one');
    rightsOfBob('nothing');
    expect(await may('bring', null)).toBe('CONFIG_INVALID');
    expect(await refusals()).toEqual(['upload.bring  caller http']);
  });

  it('is done by nobody while it cannot be put on record, and is on record then', async () => {
    const may = await visitOf('one');
    const { transact } = bench.store;
    bench.store.transact = () => Promise.reject(new Error('the disk is full'));
    await expect(may('bring', null)).rejects.toThrow('the disk is full');
    bench.store.transact = transact;
    expect(await may('bring', null)).toBe('NOT_ALLOWED');
    expect(await refusals()).toHaveLength(1);
  });
});
