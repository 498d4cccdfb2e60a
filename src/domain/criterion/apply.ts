// What a criterion makes of the results of its effects; whatever failed blocks it.
import type { Applied } from '../decision.ts';
import type { Performed } from '../effect/effect.ts';
import { applyByRow } from '../step-table.ts';
import type { Criterion, CriterionState } from './criterion.ts';
import { blockedBy, ended, to } from './moves.ts';
import { rowOf } from './steps.ts';

export function applyCriterion(thing: Criterion, { name, result }: Performed): Applied<CriterionState> {
  const { state } = thing;
  if (result.kind === 'failed') return to(state, ended(blockedBy(result.failure)));
  return applyByRow(rowOf(state.at), thing, state.at, { name, output: result.output });
}
