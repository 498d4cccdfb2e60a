// What gates that need no program are given, and what they say.
import type { HeldResult } from '../domain/evidence/gate-plan.ts';
import type { Change, GatePlan } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';

/** A change, and what of it ships. */
export type ToHold = {
  readonly plan: Pick<GatePlan, 'tests' | 'guarded'>;
  readonly base: Tree;
  readonly tree: Tree;
  readonly changes: readonly Change[];
};

export type Held = Pick<HeldResult, 'findings' | 'otherwise'>;
