// What a criterion makes of the results of its effects; whatever failed blocks it.
import type { Applied } from '../decision.ts';
import type { Performed } from '../effect/effect.ts';
import { applyByRow } from '../step-table.ts';
import { keepGreen } from './beat.ts';
import type { Criterion, CriterionState } from './criterion.ts';
import { leaveFirst } from './member.ts';
import { blockedBy, ended, to } from './moves.ts';
import { rowOf } from './steps.ts';

export const applyCriterion = (thing: Criterion, performed: Performed): Applied<CriterionState> =>
  leaveFirst(thing, keepGreen(thing, applyPerformed(thing, performed)));

function applyPerformed(thing: Criterion, { name, result }: Performed): Applied<CriterionState> {
  const { state } = thing;
  // A copy that cannot be removed now is on the task's record, and goes with what the task made.
  if (result.kind === 'failed')
    return to(state, ended(state.at.kind === 'leaving' ? state.at.outcome : blockedBy(result.failure)));
  return applyByRow(rowOf(state.at), thing, state.at, { name, output: result.output });
}
