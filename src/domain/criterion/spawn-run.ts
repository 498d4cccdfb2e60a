// A run of a criterion's.
import type { ChildDraft, Decision } from '../decision.ts';
import type { RunSpec } from '../run/run.ts';
import type { CriterionState } from './criterion.ts';

export function spawn(
  state: CriterionState,
  key: string,
  run: RunSpec,
  said: readonly { kind: string; data: Record<string, unknown> }[],
): Decision<CriterionState> {
  const child: ChildDraft = { kind: 'run', key, spec: run, state: { kind: 'requested' } };
  return { kind: 'spawn', children: [child], state, said };
}

/** Asked to end, and not ended. */
