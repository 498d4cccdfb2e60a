// An attempt that a person goes back to.
import type { ProofLine } from '../evidence/proof-table.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { ThingId } from '../ids.ts';

/** For the round that goes on from it. */
export type Rewound = {
  /** As it was counted in its round. */
  readonly attempt: number;
  readonly agent: string;
  /** Of the agent then; null: not known. */
  readonly conversation: string | null;
};

/** With its files, and what was proven before its criterion began. */
export type Rewind = Rewound & {
  /** As a person reads it: `SC-1.3`. */
  readonly name: string;
  readonly tree: string;
  readonly label: string;
  /** The round that it was of. */
  readonly round: ThingId;
  readonly before: {
    readonly done: readonly string[];
    readonly unverified: readonly string[];
    readonly proven: string | null;
    readonly results: readonly GateResult[];
    readonly proofs: readonly ProofLine[];
  };
};

/** `seq`: of the notice that asked for it. */
export type Rewinding = Rewind & { readonly seq: number };
