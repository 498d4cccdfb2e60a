// A store over an open kysely instance: snapshots, transactions, and the rule that a body uses its own handle and nothing else.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import { failed } from '../domain/error.ts';
import type { Reads, Store, Transaction } from '../ports/store.ts';
import type { Log } from '../ports/system.ts';
import { emptyCache, type ListOrigin } from './cache.ts';
import { writeFacts } from './facts.ts';
import type { Handle } from './handle.ts';
import { SharedSync } from './shared-sync.ts';
import type { Tables } from './tables.ts';
import { readsOf, transactionOf } from './transaction.ts';

type Parts = {
  readonly db: Kysely<Tables>;
  readonly dialect: 'sqlite' | 'postgres';
  readonly log: Log;
  readonly describe: Store['describe'];
  readonly check: Store['check'];
  readonly backUp: Store['backUp'];
  /** After a commit that gave out numbers. */
  readonly keep: (given: ReadonlyMap<string, number>) => void;
  /** What is committed before the call is on the disk when it resolves; null: it is when a commit returns. */
  readonly sync: (() => Promise<void>) | null;
  /** After the last transaction, with the connections closed. */
  readonly afterClose: () => void;
  /** A failure of the moment: the transaction is begun again. */
  readonly repeat: {
    readonly isWorthIt: (error: unknown) => boolean;
    readonly pause: (repeats: number) => Promise<void>;
  } | null;
};

const mostRepeats = 20;

export class SqlStore implements Store {
  readonly #parts: Parts;
  readonly #inside = new AsyncLocalStorage<{ open: boolean }>();
  readonly #cache = emptyCache();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #disk: SharedSync | null;
  #closing: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#disk = parts.sync === null ? null : new SharedSync(parts.sync);
  }

  read<T>(work: (reads: Reads) => Promise<T>, how?: { readonly ahead: true }): Promise<T> {
    return this.#run(async () => {
      const snapshot = this.#parts.db.transaction().setAccessMode('read only');
      const begun = this.#parts.dialect === 'postgres' ? snapshot.setIsolationLevel('repeatable read') : snapshot;
      const reading = begun.execute((db) => this.#body(() => work(readsOf(this.#handle(db, false)))));
      return await (how?.ahead ? reading : this.#told(reading));
    });
  }

  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#run(async () => {
      for (let repeats = 0; ; repeats += 1) {
        try {
          return await this.#attempt(work);
        } catch (error) {
          const { repeat } = this.#parts;
          if (repeats === mostRepeats || !repeat?.isWorthIt(error)) throw error;
          await repeat.pause(repeats);
        }
      }
    });
  }

  describe(): ReturnType<Store['describe']> {
    return this.#run(() => this.#parts.describe());
  }

  check(): ReturnType<Store['check']> {
    return this.#run(() => this.#parts.check());
  }

  backUp(to: string | null): ReturnType<Store['backUp']> {
    return this.#run(() => this.#parts.backUp(to));
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const calls: (() => void)[] = [];
    const given = new Map<string, number>();
    const listed: ListOrigin[] = [];
    const when: { disk: 'now' | 'soon' | 'ahead' | 'later' } = { disk: 'now' };
    const committed = this.#parts.db.transaction().execute((db) =>
      this.#body(async () => {
        const handle = { ...this.#handle(db, true), given, listed };
        const atCommit = {
          afterCommit: (call: () => void) => void calls.push(call),
          later: () => {
            when.disk = 'later';
          },
          soon: () => {
            when.disk = 'soon';
          },
          ahead: () => {
            when.disk = 'ahead';
          },
        };
        const done = await work(transactionOf(handle, atCommit));
        await writeFacts(handle);
        // Before the commit: who reads next, which is after it, finds nothing made of rows as they were.
        this.#cache.made.clear();
        return done;
      }),
    );
    const result = await this.#thrown(committed);
    for (const origin of listed) origin.isCommitted = true;
    if (when.disk === 'now') await this.#disk?.now();
    if (when.disk === 'ahead') this.#disk?.ahead();
    if (given.size > 0) this.#parts.keep(given);
    for (const call of calls) this.#call(call);
    if (when.disk === 'soon') await this.#disk?.soon();
    return result;
  }

  /** What was read may have been committed a moment ago: it is told when that is on the disk. */
  async #told<T>(reading: Promise<T>): Promise<T> {
    const read = await this.#thrown(reading);
    await this.#disk?.settle();
    return read;
  }

  /** The same of why a body threw, which it read as well. */
  async #thrown<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      await this.#disk?.settle();
      throw error;
    }
  }

  /** Only what runs inside is inside: what the body left running after its end may use the store again. */
  async #body<T>(work: () => Promise<T>): Promise<T> {
    const here = { open: true };
    try {
      return await this.#inside.run(here, work);
    } finally {
      here.open = false;
    }
  }

  #run<T>(act: () => Promise<T>): Promise<T> {
    if (this.#inside.getStore()?.open)
      return Promise.reject(
        new Error(
          "the store was used inside a transaction's body, which would wait for itself: use the body's own handle",
        ),
      );
    if (this.#closing !== null) return Promise.reject(failed('STORE_FAILED', 'The store is closed.'));
    const running = act();
    this.#underWay.add(running);
    const done = () => this.#underWay.delete(running);
    running.then(done, done);
    return running;
  }

  #handle = (db: Kysely<Tables>, writes: boolean): Handle => ({
    db,
    dialect: this.#parts.dialect,
    writes,
    unwritten: [],
    given: new Map(),
    cache: this.#cache,
    listed: [],
  });

  #call(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#parts.log.bug(error, { where: 'after a commit' });
    }
  }

  async #end(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.#disk?.settle()?.catch(() => undefined);
    try {
      await this.#parts.db.destroy();
    } finally {
      this.#parts.afterClose();
    }
  }
}
