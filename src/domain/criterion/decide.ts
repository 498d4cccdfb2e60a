// What a criterion needs next: first whether it is to end or to stand still, then what its step says.
import type { Instant } from '../ids.ts';
import type { Notice } from '../notice.ts';
import type { Run } from '../run/run.ts';
import { decideByRow } from '../step-table.ts';
import type { Criterion, CriterionView } from './criterion.ts';
import { isPaused } from './is-paused.ts';
import { advance, type CriterionDecision, ended, wait } from './moves.ts';
import { rowOf } from './steps.ts';

export function decideCriterion(view: CriterionView, now: Instant): CriterionDecision {
  const { thing, children } = view;
  const { state } = thing;
  const living = children.filter((run) => !run.ended);
  if (isCriterionStopped(thing, view.notices)) return stop(view, living);
  const paused = isPaused(view.notices);
  if (state.at.kind !== 'ended' && living.length === 0 && paused !== state.paused)
    return {
      kind: 'advance',
      state: { ...state, paused },
      said: [{ kind: paused ? 'criterion_paused' : 'criterion_resumed' }],
    };
  if (paused && state.paused && state.at.kind !== 'ended') return wait('a person to resume');
  return decideByRow(rowOf(state.at), { ...view, now }, state.at);
}

function stop({ thing, notices }: CriterionView, living: readonly Run[]): CriterionDecision {
  const told = notices.findLast((notice) => notice.kind === 'cancel')?.seq ?? 0;
  if (living.length > 0 && thing.state.heard < told)
    return {
      kind: 'advance',
      state: { ...thing.state, heard: told },
      said: [],
      notices: living.map((run) => ({ to: run.id, kind: 'cancel', body: null })),
    };
  if (living.length > 0) return wait('the end of what runs');
  return advance(thing.state, ended({ kind: 'cancelled' }));
}

export const isCriterionStopped = ({ state }: Criterion, notices: readonly Notice[]): boolean =>
  state.at.kind !== 'ended' && notices.some((notice) => notice.kind === 'cancel');
