// A copy of the database every day. One that several hosts share has means of its own, and is not asked for this.

import type { Store } from '../ports/store.ts';
import type { Clock } from '../ports/system.ts';

const dayMs = 24 * 3_600_000;

/** To be called often: it looks whether one is due, a day after the last one or after the database was begun. */
export async function backUpDaily({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
}): Promise<void> {
  const { backups, since } = await store.describe();
  const now = clock.now();
  // What is said to be of a day to come was made by a clock that was ahead: it holds nothing up.
  const last = backups.find(({ at }) => at <= now)?.at ?? since;
  if (last !== null && (last > now || now - last >= dayMs)) await store.backUp(null);
}
