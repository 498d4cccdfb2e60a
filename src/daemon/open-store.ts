// The store and its queue, as configured: one file on this machine, or Postgres for many.
import { join } from 'node:path';
import type { Places } from '../contract/places.ts';
import { Failed } from '../domain/error.ts';
import type { Clock } from '../ports/clock.ts';
import type { Config } from '../ports/config.ts';
import type { Log } from '../ports/log.ts';
import type { Queue } from '../ports/queue.ts';
import type { Store } from '../ports/store.ts';
import { createEmbeddedQueue } from '../queue/embedded.ts';
import { openSqliteStore } from '../store/open-sqlite-store.ts';
import type { Bell } from './bell.ts';
import { ringOnCommit } from './ring-on-commit.ts';

type Wanted = {
  readonly places: Places;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly bell: Bell;
  /** Faults for tests. */
  readonly around: (store: Store) => Store;
};

/** `shared`: other hosts may work on it as well. */
type Opened = { readonly store: Store; readonly queue: Queue; readonly shared: boolean };

export async function openStore({ places, config, clock, log, bell, around }: Wanted): Promise<Opened> {
  const person = await config.read();
  if (person.ok && person.value.store !== 'sqlite') return openShared(person.value.store, { clock, log, bell });
  if (!person.ok) log.warn(person.failure.message, { code: person.failure.error_code });
  const store = ringOnCommit(
    around(await openSqliteStore({ path: join(places.state, 'drover.db'), clock, log })),
    bell,
  );
  return { store, queue: createEmbeddedQueue({ store, clock, log }), shared: false };
}

/** Loaded only where it is asked for. */
async function openShared(url: string, { clock, log, bell }: Pick<Wanted, 'clock' | 'log' | 'bell'>): Promise<Opened> {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new Failed({
      error_code: 'CONFIG_INVALID',
      message: `store: ${url} is neither sqlite nor a postgres:// address`,
    });
  const { openPostgresStore } = await import('../store/open-postgres-store.ts');
  const { createGraphileQueue } = await import('../queue/graphile.ts');
  const store = ringOnCommit(await openPostgresStore({ url, clock, log }), bell);
  return { store, queue: await createGraphileQueue({ url, store, clock, log }), shared: true };
}
