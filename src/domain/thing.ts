// What every driven row has in common, what is done for it, and what is on record of it.

import type { Failure } from './error.ts';
import type { EffectId, HostId, Instant, QuestionId, TaskId, ThingId, ThingKind } from './ids.ts';

/** A row that is driven to its end. `spec` is frozen at creation, `state` moves. Both are plain JSON. */
export type Thing<Spec = unknown, State = unknown, Kind extends ThingKind = ThingKind> = {
  readonly id: ThingId;
  readonly kind: Kind;
  /** The task it belongs to; a task's own id for itself. */
  readonly task: TaskId;
  readonly parent: ThingId | null;
  /** Its name among its parent's children; unique there, so a spawn can be repeated. '' for tasks. */
  readonly key: string;
  readonly host: HostId;
  /** Goes up with every commit that concerns it. */
  readonly version: number;
  /** Goes up when another driver takes over; a result under an old fence is refused. */
  readonly fence: number;
  /** How many effects were decided so far; the next effect's number is one more. */
  readonly effects: number;
  readonly ended: boolean;
  readonly spec: Spec;
  readonly state: State;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** An act that was decided. Without a result it is performed again, so each is safe to repeat; with one it has no input and output any more, for they are in the thing's state. */
export type Intent = {
  readonly id: EffectId;
  readonly thing: ThingId;
  readonly number: number;
  readonly name: string;
  readonly input: unknown;
  readonly decidedAt: Instant;
  /** How often its performing was begun and not (yet) ended. */
  readonly tries: number;
  readonly fence: number;
  readonly result: EffectResult | null;
};

export type EffectResult<Output = unknown> =
  | { readonly kind: 'done'; readonly output: Output }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Nothing is known to have happened; performed again after so long. Never recorded as a result. */
  | { readonly kind: 'later'; readonly afterMs: number; readonly why: string };

/** What was said, as it is on record. Numbered without gaps within its thing; `position` is commit order over all. */
export type Fact = {
  readonly thing: ThingId;
  readonly task: TaskId;
  readonly number: number;
  readonly position: number;
  readonly at: Instant;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** What is wanted from the queue: drive this thing at or after `at`. */
export type Wake = { readonly thing: ThingId; readonly at: Instant; readonly host: HostId };

export type { EffectId, QuestionId };
