// A task that has used up what it may asks before its next turn.
import type { Criterion } from '../../criterion/criterion.ts';
import type { NoticeBody } from '../../notice.ts';
import { budgetQuestion } from '../../parts/ask-budget.ts';
import { allowanceOf, type Budget, budgetOf, isHeldUp, stepOf, type Used } from '../../parts/budget.ts';
import { choice } from '../../question/choice.ts';
import { addSpent, nothingSpent, type Spent } from '../../run/spent.ts';
import { ask } from '../ask.ts';
import type { TaskDecision, TaskView } from '../moves.ts';
import type { TaskStep } from '../task.ts';
import { spentBy } from './budget-of-task.ts';

/** Before a turn of the task's own; null: it may begin. */
export function stopForBudget(view: TaskView, back: TaskStep, agent: string): TaskDecision | null {
  const { state } = view.thing;
  const budget = budgetOf(view.thing);
  if (budget === null) return null;
  if (budget.day !== undefined && state.metered?.runs !== state.runs)
    return { kind: 'perform', effect: { name: 'meter-day', input: {} } };
  const used = { spent: spentBy(view), today: state.metered?.used ?? null };
  return isHeldUp(budget, used) ? askBudget(view, budget, used, back, agent) : null;
}

/** Of a criterion that may not begin its next turn; null: it was allowed to meanwhile, or waits for something else. */
export function stopCriterion(view: TaskView, { spec, state }: Criterion, back: TaskStep): TaskDecision | null {
  const budget = budgetOf(view.thing);
  if (budget === null || state.at.kind !== 'out_of_budget' || state.at.round !== budget.round) return null;
  const used = { spent: spentBy(view), today: state.metered?.used ?? null };
  return askBudget(view, budget, used, back, spec.agents[state.agent] ?? '');
}

function askBudget({ thing }: TaskView, budget: Budget, used: Used, back: TaskStep, agent: string): TaskDecision {
  const { state, spec, id } = thing;
  const { choices, ...question } = budgetQuestion(budget, used, { id, agent, step: stepOf(thing), asked: state.asked });
  const stops = [choice('pause', 'pause; everything is kept'), choice('abandon', 'give up')];
  return ask(state, spec, { ...question, kind: 'budget', choices: [...choices, ...stops], auto: null }, back);
}

// A criterion that waits for money, or for the end of a limit, goes on when the task says so: that is when the task has its slot again.

/** Told once. Null: it needs no word. */
export function resumeCriterion(view: TaskView, child: Criterion): TaskDecision | null {
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
