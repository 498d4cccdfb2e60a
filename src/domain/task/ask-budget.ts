// A task that has used up what it may asks before its next turn, and does what it is told.
import type { Criterion } from '../criterion/criterion.ts';
import { isUsedUp, type Limit, nothingSpent, reaches, type Spent } from '../run/spent.ts';
import { sayLimit, sayUsed, sumNamed } from '../text/amounts.ts';
import { allowanceOf, type Budget, budgetOf, cheapen, raise, spentBy, stepOf } from './budget.ts';
import { gone } from './follow.ts';
import { analysts, criteria, go, type Step, type TaskDecision, type TaskView, wait } from './move.ts';
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

type Given = { readonly choice: string; readonly words: string | null; readonly by: string };

export function followBudget(view: TaskView, at: Step<'asking'>, { choice: chosen, words, by }: Given): TaskDecision {
  const { thing } = view;
  const budget = budgetOf(thing);
  if (budget === null) throw new Error('there is no budget to be changed');
  const [spent, step]: [Spent, Limit] = [spentBy(view), stepOf(thing)];
  switch (chosen) {
    case 'more':
      return goOn(view, at.back, raise(budget, spent, sumNamed(words ?? ''), step), by);
    case 'cheaper':
      return goOn(view, at.back, cheapen(budget, spent, step, agentAt(view, at.back), (words ?? '').trim()), by);
    case 'pause':
      return { kind: 'advance', ...go(thing.state, at.back), notices: [{ to: thing.id, kind: 'pause', body: null }] };
    default:
      return giveUp(view, at, by);
  }
}

/** A criterion that waits for it is told when the task has its slot again. */
function goOn({ thing }: TaskView, back: TaskStep, budget: Budget, by: string): TaskDecision {
  const said = [{ kind: 'budget_raised', data: { to: sayLimit(budget.limit), by, models: budget.models } }];
  return { kind: 'advance', ...go({ ...thing.state, budget }, back, said) };
}

function agentAt(view: TaskView, back: TaskStep): string {
  if (back.kind === 'analyzing') return analysts(view.thing.spec, back)[back.agent] ?? '';
  const child = back.kind === 'developing' ? criteria(view).find(({ key }) => key === back.key) : undefined;
  return child?.spec.agents[child.state.agent] ?? '';
}

/** What waits for it is ended first. */
function giveUp(view: TaskView, at: Step<'asking'>, by: string): TaskDecision {
  const { thing, children } = view;
  const living = children.filter((child) => !child.ended);
  if (living.length === 0)
    return { kind: 'advance', ...go(thing.state, gone(`given up by ${by}`, thing, 'failed', at.back)) };
  if (at.ending === true) return wait('the end of what runs');
  return {
    kind: 'advance',
    state: { ...thing.state, at: { ...at, ending: true } },
    said: [],
    notices: living.map(({ id }) => ({ to: id, kind: 'cancel', body: null })),
  };
}
