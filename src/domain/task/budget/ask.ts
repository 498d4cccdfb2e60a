// A task that has used up what it may asks before its next turn.
import type { Criterion } from '../../criterion/criterion.ts';
import type { NoticeBody } from '../../notice.ts';
import { addSpent, isUsedUp, nothingSpent, type Spent } from '../../run/spent.ts';
import { sayLimit, sayUsed } from '../../text/amounts.ts';
import { ask, choice } from '../ask.ts';
import type { TaskDecision, TaskView } from '../moves.ts';
import type { TaskStep } from '../task.ts';
import { allowanceOf, type Budget, budgetOf, dayOf, isOver, spentBy, stepOf, type Used } from './budget.ts';

/** Before a turn of the task's own; null: it may begin. */
export function stopForBudget(view: TaskView, back: TaskStep, agent: string): TaskDecision | null {
  const { state } = view.thing;
  const budget = budgetOf(view.thing);
  if (budget === null) return null;
  if (budget.day !== undefined && state.metered?.runs !== state.runs)
    return { kind: 'perform', effect: { name: 'meter-day', input: {} } };
  const used = { spent: spentBy(view), today: state.metered?.used ?? null };
  if (dayOf(budget, used.today) === null && !isUsedUp(allowanceOf(budget, nothingSpent), used.spent)) return null;
  return askBudget(view, budget, used, back, agent);
}

/** Of a criterion that may not begin its next turn; null: it was allowed to meanwhile, or waits for something else. */
export function stopCriterion(view: TaskView, { spec, state }: Criterion, back: TaskStep): TaskDecision | null {
  const budget = budgetOf(view.thing);
  if (budget === null || state.at.kind !== 'out_of_budget' || state.at.round !== budget.round) return null;
  const used = { spent: spentBy(view), today: state.metered?.used ?? null };
  return askBudget(view, budget, used, back, spec.agents[state.agent] ?? '');
}

function askBudget(view: TaskView, budget: Budget, used: Used, back: TaskStep, agent: string): TaskDecision {
  const { state, spec, id } = view.thing;
  const { limit, round } = budget;
  const { spent, today } = used;
  const day = dayOf(budget, today);
  const what =
    day === null || today === null
      ? `${id} has used ${sayUsed(spent, limit)} of ${sayLimit(limit)}.${unknown(budget, spent)}`
      : `Agents have used ${sayUsed(today, day)} of ${sayLimit(day)} for today.`;
  const more = sayLimit(stepOf(view.thing));
  const cheaper = `go on with a cheaper model of ${agent}, the one you name`;
  return ask(
    state,
    spec,
    {
      kind: 'budget',
      text: `${what} No turn of ${agent} begins before you say so.`,
      choices: [
        choice('more', `go on with ${more} more, or with the sum you name`, 'optional'),
        choice('cheaper', isOver(budget, used) ? `${cheaper}, and with ${more} more` : cheaper, 'required'),
        choice('pause', 'pause; everything is kept'),
        choice('abandon', 'give up'),
      ],
      binding: `budget-${round}-${state.asked}`,
      shown: { spent, limit, agent, today, day },
      auto: null,
    },
    back,
  );
}

const unknown = ({ limit, unpriced }: Budget, spent: Spent): string =>
  limit.money === null || unpriced || spent.unpriced === 0
    ? ''
    : ` ${spent.unpriced} tokens are not counted in that: nobody knows their price.`;

// A criterion that waits for money, or for the end of a limit, goes on when the task says so: that is when the task has its slot again.

/** Told once. Null: it needs no word. */
export function letOn(view: TaskView, child: Criterion): TaskDecision | null {
  const { at } = child.state;
  if (at.kind === 'limited' && view.now >= at.until)
    return tell(view, child, { kind: 'limit_over', body: { until: at.until } });
  if (at.kind !== 'out_of_budget') return null;
  const budget = budgetOf(view.thing);
  if (budget === null || budget.round === at.round) return null;
  const allowance = allowanceOf(budget, less(spentBy(view), child.state.spent ?? nothingSpent));
  return tell(view, child, { kind: 'allowance', body: { allowance, models: budget.models } });
}

function tell(
  { thing: { state } }: TaskView,
  { id, state: of }: Criterion,
  notice: NoticeBody<'limit_over' | 'allowance'>,
) {
  const told = `${id} ${notice.kind} ${of.at.kind === 'limited' ? of.at.until : (state.budget?.round ?? 0)}`;
  if (state.told === told) return null;
  return { kind: 'advance', state: { ...state, told }, said: [], notices: [{ to: id, ...notice }] } as const;
}

const less = (all: Spent, own: Spent): Spent =>
  addSpent(all, { money: -own.money, tokens: -own.tokens, unpriced: -own.unpriced });
