// A copy of the database every day, where the database has no means of its own.
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';

const dayMs = 24 * 3_600_000;

/** To be called often: it looks whether one is due, a day after the last one or after the database was begun. */
export async function backUpDaily({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
}): Promise<void> {
  const { kind, backups, since } = await store.describe();
  const last = backups[0]?.at ?? since;
  if (kind === 'sqlite' && last !== null && clock.now() - last >= dayMs) await store.backUp(null);
}
