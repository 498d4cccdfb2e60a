// What a store keeps of its rows in memory: only what never changes under its name, and only what is committed.
import type { Criterion } from '../domain/criterion/criterion.ts';
import type { Run } from '../domain/run/run.ts';
import type { Session } from '../domain/session/session.ts';
import type { Task } from '../domain/task/task.ts';
import { type BoundedMap, boundedMap } from './bounded-map.ts';

export type List = readonly unknown[];

/** `isCommitted`: it is on record whatever becomes of the transactions that are open. */
export type ListOrigin = { readonly hash: string; isCommitted: boolean };

export type Cache = {
  /** By their hash. */
  readonly lists: BoundedMap<List>;
  /** Of each list that was read, as long as anybody has it. */
  readonly origins: WeakMap<List, ListOrigin>;
  /** Criteria and runs that have ended, by id and version. */
  readonly ended: { readonly criteria: BoundedMap<Criterion>; readonly runs: BoundedMap<Run> };
  /** Sessions that were read, by id and version: a person looks at all of them all day. */
  readonly sessions: BoundedMap<Session>;
  /** The same of tasks that were listed: a thousand wait for months, and few of them were changed since the last look. */
  readonly tasks: BoundedMap<Task>;
  /** What was made of many rows, until the next commit. */
  readonly made: Map<string, unknown>;
};

export const emptyCache = (): Cache => ({
  lists: boundedMap(8 * 1024 * 1024),
  origins: new WeakMap(),
  ended: {
    criteria: boundedMap(8 * 1024 * 1024),
    runs: boundedMap(4 * 1024 * 1024),
  },
  sessions: boundedMap(1024 * 1024),
  tasks: boundedMap(4 * 1024 * 1024),
  made: new Map(),
});
