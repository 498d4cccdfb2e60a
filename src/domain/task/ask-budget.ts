// A task that has used up what it may asks before its next turn.
import type { Criterion } from '../criterion/criterion.ts';
import { isUsedUp, nothingSpent, reaches, type Spent } from '../run/spent.ts';
import { sayLimit, sayUsed } from '../text/amounts.ts';
import { allowanceOf, type Budget, budgetOf, spentBy, stepOf } from './budget.ts';
import type { TaskDecision, TaskView } from './move.ts';
import { ask, choice } from './questions.ts';
import type { TaskStep } from './task.ts';

/** Before a turn of the task's own; null: it may begin. */
export function stopForBudget(view: TaskView, back: TaskStep, agent: string): TaskDecision | null {
  const budget = budgetOf(view.thing);
  if (budget === null || !isUsedUp(allowanceOf(budget, nothingSpent), spentBy(view))) return null;
  return askBudget(view, budget, back, agent);
}

/** Of a criterion that may not begin its next turn; null: it was allowed to meanwhile, or waits for something else. */
export function stopCriterion(view: TaskView, { spec, state }: Criterion, back: TaskStep): TaskDecision | null {
  const budget = budgetOf(view.thing);
  if (budget === null || state.at.kind !== 'out_of_budget' || state.at.round !== budget.round) return null;
  return askBudget(view, budget, back, spec.agents[state.agent] ?? '');
}

function askBudget(view: TaskView, budget: Budget, back: TaskStep, agent: string): TaskDecision {
  const { state, spec, id } = view.thing;
  const { limit, round } = budget;
  const spent = spentBy(view);
  const more = sayLimit(stepOf(view.thing));
  const cheaper = `go on with a cheaper model of ${agent}, the one you name`;
  return ask(
    state,
    spec,
    {
      kind: 'budget',
      text: `${id} has used ${sayUsed(spent, limit)} of ${sayLimit(limit)}.${unknown(budget, spent)} No turn of ${agent} begins before you say so.`,
      choices: [
        choice('more', `go on with ${more} more, or with the sum you name`, 'optional'),
        choice('cheaper', reaches(limit, spent) ? `${cheaper}, and with ${more} more` : cheaper, 'required'),
        choice('pause', 'pause; everything is kept'),
        choice('abandon', 'give up'),
      ],
      binding: `budget-${round}-${state.asked}`,
      shown: { spent, limit, agent },
      auto: null,
    },
    back,
  );
}

const unknown = ({ limit, unpriced }: Budget, spent: Spent): string =>
  limit.money === null || unpriced || spent.unpriced === 0
    ? ''
    : ` ${spent.unpriced} tokens are not counted in that: nobody knows their price.`;
