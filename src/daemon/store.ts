// The store and its queue, as configured: one file on this machine, or Postgres for many.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from '../contract/places.ts';
import { Failed } from '../domain/error.ts';
import type { ThingId } from '../domain/ids.ts';
import type { Config } from '../ports/config.ts';
import type { Queue } from '../ports/queue.ts';
import type { Store } from '../ports/store.ts';
import type { Clock, Log } from '../ports/system.ts';
import { createEmbeddedQueue } from '../queue/embedded.ts';
import { type Numbers, readNumbers } from '../store/numbers.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';

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
type Opened = {
  readonly store: Store;
  readonly queue: Queue;
  readonly shared: boolean;
  /** That were given out before it was opened, as they stand beside it; null: none do. */
  readonly numbers: Numbers | null;
};

export async function openStore({ places, config, clock, log, bell, around }: Wanted): Promise<Opened> {
  const person = await config.read();
  const numbers = join(places.state, 'numbers');
  const before = readNumbers(numbers);
  if (person.ok && person.value.store !== 'sqlite')
    return { ...(await openShared(person.value.store, { clock, log, bell, numbers })), numbers: before };
  if (!person.ok) log.warn(person.failure.message, { code: person.failure.error_code });
  const store = ringOnCommit(
    around(
      await openSqliteStore({
        path: databaseOf(places.state),
        clock,
        log,
        numbers,
        remains: () => remainsOf(places.state),
      }),
    ),
    bell,
  );
  return { store, queue: createEmbeddedQueue({ store, clock, log }), shared: false, numbers: before };
}

export const databaseOf = (stateFolder: string): string => join(stateFolder, 'drover.db');

/** What only a database can have led to. */
function remainsOf(stateFolder: string): readonly string[] {
  const folders = ['hubs', 'copies'].filter((name) => hasEntries(join(stateFolder, name)));
  return [...folders, ...(existsSync(join(stateFolder, 'numbers')) ? ['numbers'] : [])];
}

function hasEntries(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}

/** Loaded only where it is asked for. */
async function openShared(
  url: string,
  { clock, log, bell, numbers }: Pick<Wanted, 'clock' | 'log' | 'bell'> & { readonly numbers: string },
): Promise<Omit<Opened, 'numbers'>> {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new Failed({
      error_code: 'CONFIG_INVALID',
      message: `store: ${url} is neither sqlite nor a postgres:// address`,
    });
  const { openPostgresStore } = await import('../store/postgres/open.ts');
  const { createGraphileQueue } = await import('../queue/graphile.ts');
  const store = ringOnCommit(await openPostgresStore({ url, clock, log, numbers }), bell);
  return { store, queue: await createGraphileQueue({ url, store, clock, log }), shared: true };
}

// The store, with the bell rung after every transaction that committed.

export const ringOnCommit = (store: Store, bell: Bell): Store => ({
  read: (work, how) => store.read(work, how),
  async transact(work) {
    const value = await store.transact(work);
    bell.ring();
    return value;
  },
  describe: () => store.describe(),
  check: () => store.check(),
  backUp: (to) => store.backUp(to),
  close: () => store.close(),
});

// The store, with everybody told whose thing something was said to, once it is durable.

export const hearNotices = (store: Store, hear: (thing: ThingId) => void): Store => ({
  read: (work, how) => store.read(work, how),
  transact: (work) =>
    store.transact((tx) =>
      work({
        ...tx,
        notify(notice) {
          tx.afterCommit(() => hear(notice.thing));
          return tx.notify(notice);
        },
      }),
    ),
  describe: () => store.describe(),
  check: () => store.check(),
  backUp: (to) => store.backUp(to),
  close: () => store.close(),
});

// Rings after every commit, so that whoever watches looks again; nobody polls.

type Bell = { ring(): void; wait(signal: AbortSignal): Promise<void> };

export function createBell(): Bell {
  let waiting = new Set<() => void>();
  return {
    ring() {
      const rung = waiting;
      waiting = new Set();
      for (const call of rung) call();
    },
    wait(signal) {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const done = () => {
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        waiting.add(done);
        signal.addEventListener('abort', done);
      });
    },
  };
}

// A copy of the database every day. One that several hosts share has means of its own, and is not asked for this.

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
