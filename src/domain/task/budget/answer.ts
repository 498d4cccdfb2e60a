// Where an answer about a task's budget leads.
import type { Spent } from '../../run/spent.ts';
import { sayLimit, sumNamed } from '../../text/amounts.ts';
import { analysts, criteria, go, type Step, type TaskDecision, type TaskView, wait } from '../moves.ts';
import { gone } from '../outcome.ts';
import { reviewers } from '../phases/review.ts';
import type { TaskStep } from '../task.ts';
import { type Budget, budgetOf, cheapen, raise, spentBy, stepOf, type Used } from './budget.ts';

type Given = { readonly choice: string; readonly words: string | null; readonly by: string };

export function followBudget(view: TaskView, at: Step<'asking'>, { choice: chosen, words, by }: Given): TaskDecision {
  const { thing } = view;
  const budget = budgetOf(thing);
  if (budget === null) throw new Error('there is no budget to be changed');
  const used: Used = { spent: spentBy(view), today: todayAt(view, at.back) };
  const step = stepOf(thing);
  switch (chosen) {
    case 'more':
      return goOn(view, at.back, raise(budget, used, sumNamed(words ?? ''), step), by);
    case 'cheaper':
      return goOn(view, at.back, cheapen(budget, used, step, agentAt(view, at.back), (words ?? '').trim()), by);
    case 'pause':
      return { kind: 'advance', ...go(thing.state, at.back), notices: [{ to: thing.id, kind: 'pause', body: null }] };
    default:
      return giveUp(view, at, by);
  }
}

/** A criterion that waits for it is told when the task has its slot again. */
function goOn({ thing }: TaskView, back: TaskStep, budget: Budget, by: string): TaskDecision {
  const { limit, day, models } = budget;
  const to = [sayLimit(limit), ...(day === undefined ? [] : [`${sayLimit(day.limit)} for today`])].filter(Boolean);
  const said = [{ kind: 'budget_raised', data: { to: to.join(', '), by, models } }];
  return { kind: 'advance', ...go({ ...thing.state, budget }, back, said) };
}

/** As it was metered for the one that asks. */
function todayAt(view: TaskView, back: TaskStep): Spent | null {
  const child = back.kind === 'developing' ? criteria(view).find(({ key }) => key === back.key) : undefined;
  return (child?.state.metered ?? view.thing.state.metered)?.used ?? null;
}

function agentAt(view: TaskView, back: TaskStep): string {
  if (back.kind === 'analyzing') return analysts(view.thing.spec, back)[back.agent] ?? '';
  if (back.kind === 'assessing') return reviewers(view)[back.agent ?? 0] ?? '';
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
