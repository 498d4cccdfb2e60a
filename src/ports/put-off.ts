import type { Instant, TaskId, ThingId } from '../domain/ids.ts';

/** An act that store, disk or keeper could not do: it is tried again until they can. */
export type PutOff = {
  readonly thing: ThingId;
  readonly task: TaskId;
  /** The name of its effect. */
  readonly effect: string;
  readonly since: Instant;
  readonly why: string;
};

/** Kept in memory, for the rows may be just what cannot be written; a daemon that begins anew tries again at once, and knows it again. */
export interface PutOffs {
  /** True: that is news. The first time counts. */
  note(putOff: PutOff): boolean;
  /** It was done, or came to something else. */
  forget(thing: ThingId): void;
  all(): readonly PutOff[];
}
