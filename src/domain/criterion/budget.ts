// What the task allows a criterion, as it was begun or as the task has said last; no turn begins beyond it.
import { defined } from '../defined.ts';
import { type NoticeMap, noticesOf } from '../notice.ts';
import type { AgentPurpose } from '../run/run.ts';
import { isUsedUp, leftOf, nothingSpent, reaches, type Spent } from '../run/spent.ts';
import { spentOn } from '../run/usage.ts';
import type { Aside, Criterion, CriterionView, Step } from './criterion.ts';
import { advance, type CriterionDecision, turnDue, wait } from './moves.ts';

export type Allowed = NoticeMap['allowance'];

export function allowedOf({ thing, notices }: CriterionView): Allowed {
  return noticesOf(notices, 'allowance').at(-1)?.body ?? thing.spec;
}

/** Before its first turn others may have been asked. */
const spentBy = ({ thing: { state }, children }: CriterionView): Spent => state.spent ?? spentOn(children);

/** What one more turn may use. */
export function budgetLeft(view: CriterionView): Pick<AgentPurpose, 'budget'> {
  const { allowance } = allowedOf(view);
  return allowance === undefined ? {} : { budget: leftOf(allowance, spentBy(view)) };
}

/** What all agents used of the day is looked up anew before each turn. */
export function isMetered(view: CriterionView): boolean {
  const { state } = view.thing;
  return allowedOf(view).allowance?.day === undefined || state.metered?.runs === state.runs;
}

/** A row whose turn begins once the day is metered. */
export const meteredFirst = {
  act: 'meter-day',
  input: () => ({}),
  applied: ({ state }: Criterion, _: unknown, used: Spent) => ({
    state: { ...state, metered: { runs: state.runs, used } },
    said: [],
  }),
} as const;

/** Before a turn beside its own. Undefined: it may begin; null: the day is to be metered first. */
export function holdTurn(view: CriterionView, back: Aside): CriterionDecision | null | undefined {
  return isMetered(view) ? (stopForBudget(view, { cut: false, back }) ?? undefined) : null;
}

type Due = Pick<Step<'out_of_budget'>, 'cut' | 'back'>;

/** The task asks for it. */
export function stopForBudget(view: CriterionView, { cut, back }: Due): CriterionDecision | null {
  const { state, spec } = view.thing;
  const { allowance } = allowedOf(view);
  if (allowance === undefined) return null;
  const today = allowance.day !== undefined && reaches(allowance.day, state.metered?.used ?? nothingSpent);
  if (!today && !isUsedUp(allowance, spentBy(view))) return null;
  const stopped: Step<'out_of_budget'> = { kind: 'out_of_budget', cut, round: allowance.round, ...defined({ back }) };
  return advance(state, stopped, [{ kind: 'budget_used_up', data: { criterion: spec.label } }]);
}

export function afterBudget(view: CriterionView, at: Step<'out_of_budget'>): CriterionDecision {
  const { allowance } = allowedOf(view);
  if (allowance !== undefined && allowance.round === at.round) return wait('a person to allow more');
  return advance(view.thing.state, turnDue(at.back, at.cut));
}
