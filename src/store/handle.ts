// What the rows' readers and writers work with: one open snapshot or transaction.
import type { Kysely } from 'kysely';
import type { Said } from '../domain/fact/fact.ts';
import type { Instant, TaskId, ThingId } from '../domain/ids.ts';
import type { Cache, ListOrigin } from './cache.ts';
import type { Tables } from './tables.ts';

export type Saying = {
  readonly thing: ThingId;
  readonly task: TaskId;
  readonly at: Instant;
  readonly said: readonly Said[];
};

export type Handle = {
  readonly db: Kysely<Tables>;
  readonly dialect: 'sqlite' | 'postgres';
  /** False in a snapshot: nothing is locked there. */
  readonly writes: boolean;
  /** Said in this transaction and not yet written: facts are written last, so that their position is held shortly. */
  readonly unwritten: Saying[];
  /** The last number that each counter gave out in this transaction. */
  readonly given: Map<string, number>;
  readonly cache: Cache;
  /** Lists that this transaction has put on record. */
  readonly listed: ListOrigin[];
};
