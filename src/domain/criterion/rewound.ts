// An attempt that a person goes back to.
import type { ThingId } from '../ids.ts';
import type { Beat } from '../plan/plan.ts';

/** As they asked for it. */
export type Rewind = {
  /** As a person reads it: `SC-1.3`. */
  readonly name: string;
  /** The round that it was of, and as which it was counted there. */
  readonly round: ThingId;
  readonly attempt: number;
};

/** For the round that goes on from it. */
export type Rewound = Omit<Rewind, 'name'> & {
  readonly agent: string;
  /** Of the agent then; null: not known. */
  readonly conversation: string | null;
  /** Which turn it was, of those of their own; absent: it has none. */
  readonly beat?: Beat;
};

/** `seq`: of the notice that asked for it. */
export type Rewinding = Rewind & { readonly seq: number };
