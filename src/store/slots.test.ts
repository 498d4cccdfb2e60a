import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import { taskId } from '../domain/ids.ts';
import type { Handle } from './handle.ts';
import { type Claim, freeSlots, lockSlots, placeOf, placesOf, whoseTurn } from './slots.ts';

const claim = (number: number, slot: number | null, priority = 0, more: Partial<Claim> = {}): Claim => ({
  ...{ task: taskId(more.workspace ?? 'shop', number), workspace: 'shop', priority },
  ...{ asked_at: number, turn: number, slot, slots: 1, host: 'a', at_most: null, ...more },
});

/** Each question has its answer a turn later. */
class Slow extends DummyDriver {
  readonly said: string[] = [];

  override acquireConnection = async () => ({
    executeQuery: async ({ sql }: { sql: string }) => {
      const what = sql.split(' ')[0] ?? '';
      this.said.push(what);
      await new Promise((resolve) => setImmediate(resolve));
      this.said.push(`${what}ed`);
      return { rows: [] };
    },
    streamQuery: async function* () {},
  });
}

it.each([
  ['postgres', true, ['insert', 'inserted', 'select', 'selected']],
  ['postgres', false, []],
  ['sqlite', true, []],
] as const)('%s that writes (%s) is locked by the row that is there first', async (dialect, writes, wanted) => {
  const driver = new Slow();
  const db = new Kysely({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (of) => new PostgresIntrospector(of),
    },
  });
  await lockSlots({ db, dialect, writes } as unknown as Handle);
  expect(driver.said).toEqual(wanted);
});

it('gives out the lowest free numbers, and none while more are held than there are now', () => {
  expect(freeSlots([claim(1, 2)], 3)).toEqual([1, 3]);
  expect(freeSlots([claim(1, 3), claim(2, 2)], 2)).toEqual([]);
});

it('names the holders first, then those before in the line', () => {
  const claims = [claim(1, 2), claim(2, 1), claim(3, null), claim(4, null, 9), claim(5, null)];
  expect(placeOf(claims, taskId('shop', 5))).toEqual({
    kind: 'waiting',
    ahead: ['shop-2', 'shop-1', 'shop-4', 'shop-3'],
  });
  expect(placeOf(claims, taskId('shop', 6))).toEqual({ kind: 'none' });
});

it('stands in line by priority, then by age, then in the order of asking', () => {
  const claims = [
    claim(1, null, 1),
    claim(2, null, -3),
    claim(3, null, 2, { asked_at: 9 }),
    claim(4, null, 2, { asked_at: 8, turn: 7 }),
    claim(5, null, 2, { asked_at: 8, turn: 6 }),
    claim(6, null, -9),
  ];
  expect(placeOf(claims, taskId('shop', 6))).toEqual({
    kind: 'waiting',
    ahead: ['shop-5', 'shop-4', 'shop-3', 'shop-1', 'shop-2'],
  });
});

it('WT-71 names a long line at its front and counts those behind, for all in one walk', () => {
  const claims = Array.from({ length: 1000 }, (_, index) => claim(index + 1, index === 0 ? 1 : null));
  const places = placesOf(claims);
  expect(places.get(taskId('shop', 1))).toEqual({ kind: 'held', slot: 1 });
  expect(places.get(taskId('shop', 3))).toEqual({ kind: 'waiting', ahead: ['shop-1', 'shop-2'] });
  expect(places.get(taskId('shop', 1000))).toMatchObject({ kind: 'waiting', more: 979 });
  expect([...places.values()].flatMap((place) => (place.kind === 'waiting' ? place.ahead : [])).length).toBeLessThan(
    20 * claims.length,
  );
});

describe('WT-34 a host with as many at work as it may have', () => {
  const one = { at_most: 1 };
  const api = { workspace: 'api', at_most: 1 };

  it('gives a free slot of any workspace to nobody, and tells who are at work there and who stands before', () => {
    const claims = [claim(1, 1, 0, one), claim(2, null, 3, api), claim(3, null, 0, { ...api, slots: 9 })];
    expect(whoseTurn(claims, null)).toEqual([]);
    expect(placeOf(claims, taskId('api', 3))).toEqual({ kind: 'waiting', ahead: ['shop-1', 'api-2'], atMost: 1 });
    expect(placeOf([claim(4, 1, 0, api), ...claims], taskId('api', 2))).toEqual({ kind: 'waiting', ahead: ['api-4'] });
  });

  it('gives the next of its places to who stands first in all lines', () => {
    const waiting = [claim(2, null, 0, one), claim(3, null, 1, api), claim(4, null, 2, { ...api, host: 'b' })];
    expect(whoseTurn(waiting, null)).toEqual([
      { task: 'api-4', slot: 1 },
      { task: 'shop-2', slot: 1 },
    ]);
    const two = waiting.map((each) => ({ ...each, slots: 2 }));
    expect(whoseTurn(two, null)).toEqual([
      { task: 'api-4', slot: 1 },
      { task: 'api-3', slot: 2 },
    ]);
  });

  it('lets those of other hosts pass, and what is done by hand neither counts nor waits', () => {
    const hand = { ...one, slots: null };
    const full = [claim(1, 1, 0, one), claim(2, null, 9, { ...one, slots: 3 })];
    expect(whoseTurn([...full, claim(3, null, 0, { host: 'b', slots: 3 })], { workspace: 'shop', slots: 3 })).toEqual([
      { task: 'shop-3', slot: 2 },
    ]);
    expect(whoseTurn([...full, claim(4, null, 0, hand)], { workspace: 'shop', slots: 3 })).toEqual([
      { task: 'shop-4', slot: 2 },
    ]);
    expect(whoseTurn([claim(1, 1, 0, hand), claim(2, null, 0, api)], null)).toEqual([{ task: 'api-2', slot: 1 }]);
  });
});
