// Where an answer about a task's budget leads.
import type { Said } from '../../fact/fact.ts';
import type { Spent } from '../../run/spent.ts';
import { sayLimit, sumNamed } from '../../text/amounts.ts';
import { analysts, criteria, go, reviewers, type TaskDecision, type TaskView, wait } from '../moves.ts';
import { gone } from '../outcome.ts';
import type { Given } from '../step-row.ts';
import type { TaskStep } from '../task.ts';
import { type Budget, budgetOf, cheapen, raise, spentBy, stepOf, type Used } from './budget.ts';

/** Offered wherever a turn of an agent may not begin. */
export const budgetAnswers = {
  more: (view: TaskView, back: TaskStep, { words, by }: Given) => {
    const budget = raise(limited(view), usedAt(view, back), sumNamed(words ?? ''), stepOf(view.thing));
    return goOn(view, back, budget, by);
  },
  cheaper: (view: TaskView, back: TaskStep, { words, by }: Given) => {
    const [agent, model] = [agentAt(view, back), (words ?? '').trim()];
    return goOn(view, back, cheapen(limited(view), usedAt(view, back), stepOf(view.thing), agent, model), by);
  },
  pause: ({ thing }: TaskView, back: TaskStep): TaskDecision => ({
    kind: 'advance',
    ...go(thing.state, back),
    notices: [{ to: thing.id, kind: 'pause', body: null }],
  }),
  abandon: giveUp,
};

function limited({ thing }: TaskView): Budget {
  const budget = budgetOf(thing);
  if (budget === null) throw new Error('there is no budget to be changed');
  return budget;
}

const usedAt = (view: TaskView, back: TaskStep): Used => ({ spent: spentBy(view), today: todayAt(view, back) });

/** A criterion that waits for it is told when the task has its slot again. */
function goOn({ thing }: TaskView, back: TaskStep, budget: Budget, by: string): TaskDecision {
  const { limit, day, models } = budget;
  const to = [sayLimit(limit), ...(day === undefined ? [] : [`${sayLimit(day.limit)} for today`])].filter(Boolean);
  const said: readonly Said[] = [{ kind: 'budget_raised', data: { to: to.join(', '), by, models } }];
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
function giveUp({ thing, children }: TaskView, back: TaskStep, { asking, by }: Given): TaskDecision {
  const living = asking.question === 'budget' ? children.filter((child) => !child.ended) : [];
  if (living.length === 0)
    return { kind: 'advance', ...go(thing.state, gone(`given up by ${by}`, thing, 'failed', back)) };
  if (asking.ending === true) return wait('the end of what runs');
  return {
    kind: 'advance',
    state: { ...thing.state, at: { ...asking, ending: true } },
    said: [],
    notices: living.map(({ id }) => ({ to: id, kind: 'cancel', body: null })),
  };
}
