// Gates that were configured and need no program: each says what it found, and what it comes to where none of that fails.
import type { GateDefinition, HeldResult } from '../domain/evidence/gate-plan.ts';
import type { Change, GatePlan } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { holdLimits } from './limits/hold-limits.ts';
import { holdText } from './text-rules.ts';
import type { Held, ToHold } from './to-hold.ts';

export async function holdGates(
  plan: Pick<GatePlan, 'gates' | 'tests' | 'guarded'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<readonly HeldResult[]> {
  const results: HeldResult[] = [];
  for (const { gate, source, holds } of plan.gates)
    if (holds !== undefined) results.push({ gate, source, ...(await hold(holds, { plan, base, tree, changes })) });
  return results;
}

const hold = (wish: NonNullable<GateDefinition['holds']>, change: ToHold): Promise<Held> =>
  wish.kind === 'limits' ? holdLimits(wish, change) : holdText(wish, change);
