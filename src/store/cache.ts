// What a store keeps of its rows in memory: only what never changes under its name, and only what is committed.
import type { CompiledQuery } from 'kysely';
import type { AnyThing } from '../domain/any-thing.ts';
import type { Criterion } from '../domain/criterion/criterion.ts';
import type { Run } from '../domain/run/run.ts';
import type { Session } from '../domain/session/session.ts';
import type { Task } from '../domain/task/task.ts';
import { type BoundedMap, boundedMap } from './bounded-map.ts';

export type List = readonly unknown[];

/** `isCommitted`: it is on record whatever becomes of the transactions that are open. */
export type ListOrigin = { readonly hash: string; isCommitted: boolean };

export type ReadText = { readonly text: string; readonly value: unknown };

export type Cache = {
  /** By their hash. */
  readonly lists: BoundedMap<List>;
  /** Of each list that was read, as long as anybody has it. */
  readonly origins: WeakMap<List, ListOrigin>;
  /** Criteria and runs that have ended, by id and version. */
  readonly ended: { readonly criteria: BoundedMap<Criterion>; readonly runs: BoundedMap<Run> };
  /** The same, all of one task or parent, in the order in which they were changed last. */
  readonly families: BoundedMap<readonly AnyThing[]>;
  /** Sessions that were read, by id and version: a person looks at all of them all day. */
  readonly sessions: BoundedMap<Session>;
  /** The same of tasks that were listed: a thousand wait for months, and few of them were changed since the last look. */
  readonly tasks: BoundedMap<Task>;
  /** Long texts of columns, and what they say, by what they are of: whoever is at work is looked at many times between two changes. */
  readonly texts: BoundedMap<ReadText>;
  /** Queries that were compiled, by what built them. */
  readonly compiled: Map<unknown, CompiledQuery>;
  /** What was made of many rows, until the next commit. */
  readonly made: Map<string, unknown>;
};

export const emptyCache = (): Cache => ({
  lists: boundedMap(8 * 1024 * 1024),
  origins: new WeakMap(),
  ended: {
    criteria: boundedMap(8 * 1024 * 1024),
    runs: boundedMap(8 * 1024 * 1024),
  },
  // In things, which most of them share with what is kept of each.
  families: boundedMap(4096),
  sessions: boundedMap(1024 * 1024),
  tasks: boundedMap(4 * 1024 * 1024),
  texts: boundedMap(1024 * 1024),
  compiled: new Map(),
  made: new Map(),
});
