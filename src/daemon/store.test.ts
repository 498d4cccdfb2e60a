import { expect, it } from 'vitest';
import { manualClock } from '../../test/fakes/clock.ts';
import type { Instant } from '../domain/ids.ts';
import type { Backup, Store } from '../ports/store.ts';
import { backUpDaily } from './store.ts';

const hour = 3_600_000;

/** A database that was begun now, looked at every hour. */
function kept() {
  const clock = manualClock();
  const backups: Backup[] = [];
  const since = clock.now();
  const store = {
    describe: async () => ({ backups: backups.toSorted((one, other) => other.at - one.at), since }),
    backUp: async () => void backups.push({ path: '/b', schema: 1, at: clock.now(), bytes: 1 }),
  } as unknown as Store;
  const hours = async (count: number): Promise<readonly Instant[]> => {
    const before = backups.length;
    for (let hours = 0; hours < count; hours += 1) {
      await clock.advance(hour);
      await backUpDaily({ store, clock });
    }
    return backups.slice(before).map(({ at }) => at);
  };
  return { clock, hours };
}

it('makes a copy a day after the last one, or after the database was begun', async () => {
  const { hours } = kept();
  expect([(await hours(23)).length, (await hours(1)).length, (await hours(48)).length]).toEqual([0, 1, 2]);
});

it('WT-69 is held up by no copy of a clock that was a day ahead, and makes no more than one a day then', async () => {
  const { clock, hours } = kept();
  await clock.jump(24 * hour);
  expect(await hours(1)).toHaveLength(1);
  await clock.jump(-24 * hour);
  expect((await hours(23)).length + (await hours(1)).length).toBe(1);
  expect(await hours(24)).toHaveLength(1);
});

it('WT-69 is held up by no beginning that lies in the future', async () => {
  const { clock, hours } = kept();
  await clock.jump(-48 * hour);
  expect(await hours(3)).toHaveLength(1);
});
