// What a criterion needs next: first whether it is to end or to stand still, then what its step says.
import type { Instant } from '../ids.ts';
import { type Notice, noticesOf } from '../notice.ts';
import { isPaused, livingOf, stopAll, tellAll } from '../parts/stop.ts';
import { decideByRow } from '../step-table.ts';
import { isForTests, keepGreen } from './beat.ts';
import type { Criterion, CriterionState, CriterionView } from './criterion.ts';
import { leaveFirst } from './member.ts';
import { advance, type CriterionDecision, ended, wait } from './moves.ts';
import { rowOf } from './steps.ts';

export function decideCriterion(view: CriterionView, now: Instant): CriterionDecision {
  const decided = decideNext(view, now);
  return 'state' in decided ? leaveFirst(view.thing, keepGreen(view.thing, decided)) : decided;
}

function decideNext(view: CriterionView, now: Instant): CriterionDecision {
  const { thing, children } = view;
  const { state } = thing;
  if (isCriterionStopped(thing, view.notices)) return stop(view);
  const paused = isPaused(view.notices);
  if (!isLeaving(thing) && livingOf(children).length === 0 && paused !== state.paused)
    return {
      kind: 'advance',
      state: { ...state, paused, ...(!paused && tookOver(view)) },
      said: [{ kind: paused ? 'criterion_paused' : 'criterion_resumed' }],
    };
  if (paused && state.paused && !isLeaving(thing)) return wait('a person to resume');
  return decideByRow(rowOf(state.at), { ...view, now }, state.at);
}

/** What a person made meanwhile is no turn for the tests alone, and nobody is to take it back. Where the tests were looked at already, they are judged first. */
function tookOver({ thing, notices }: CriterionView): Pick<CriterionState, 'beat'> {
  const [given, rested] = [noticesOf(notices, 'give').at(-1)?.seq ?? 0, noticesOf(notices, 'pause').at(-1)?.seq ?? 0];
  const isBefore = ['prompting', 'working', 'capturing'].includes(thing.state.at.kind);
  return given > rested && isBefore && isForTests(thing) ? { beat: 'code' } : {};
}

function stop({ thing, notices, children }: CriterionView): CriterionDecision {
  const { state } = thing;
  const told = notices.findLast((notice) => notice.kind === 'cancel')?.seq ?? 0;
  return stopAll({
    children,
    told: state.heard >= told || livingOf(children).length === 0,
    tell: (living) => ({
      kind: 'advance',
      state: { ...state, heard: told },
      said: [],
      notices: tellAll(living, 'cancel'),
    }),
    end: () => advance(state, ended({ kind: 'cancelled' })),
  });
}

export const isCriterionStopped = ({ state }: Criterion, notices: readonly Notice[]): boolean =>
  !isLeaving({ state }) && notices.some((notice) => notice.kind === 'cancel');

/** Nothing comes between on the way to the end. */
const isLeaving = ({ state: { at } }: Pick<Criterion, 'state'>): boolean =>
  at.kind === 'ended' || at.kind === 'leaving';
