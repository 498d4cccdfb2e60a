// Where an answer about a task's budget leads.
import type { Criterion } from '../../criterion/criterion.ts';
import { answerBudget, sayRaised } from '../../parts/budget.ts';
import { livingOf, restUntilEnded, tellAll } from '../../parts/stop.ts';
import type { Spent } from '../../run/spent.ts';
import { endUndone } from '../judge-outcome.ts';
import {
  advisersFor,
  analysts,
  criteria,
  go,
  membersOf,
  planReaders,
  reviewers,
  type TaskDecision,
  type TaskView,
} from '../moves.ts';
import type { Given } from '../step-row.ts';
import type { TaskStep } from '../task.ts';
import { spentBy } from './budget-of-task.ts';

/** Offered wherever a turn of an agent may not begin. */
export const budgetAnswers = {
  more: goOn,
  cheaper: goOn,
  pause: ({ thing }: TaskView, back: TaskStep): TaskDecision => ({
    kind: 'advance',
    ...go(thing.state, back),
    notices: [{ to: thing.id, kind: 'pause', body: null }],
  }),
  abandon: giveUp,
};

/** A criterion that waits for it is told when the task has its slot again. */
function goOn(view: TaskView, back: TaskStep, { choice, words, by }: Given): TaskDecision {
  const used = { spent: spentBy(view), today: todayAt(view, back) };
  const budget = answerBudget(view.thing, used, { choice, words, agent: agentAt(view, back) });
  return { kind: 'advance', ...go({ ...view.thing.state, budget }, back, [sayRaised(budget, by)]) };
}

/** As it was metered for the one that asks. */
function todayAt(view: TaskView, back: TaskStep): Spent | null {
  const child = askerAt(view, back);
  return (child?.state.metered ?? view.thing.state.metered)?.used ?? null;
}

function agentAt(view: TaskView, back: TaskStep): string {
  if (back.kind === 'analyzing') return analysts(view.thing.spec, back)[back.agent] ?? '';
  if (back.kind === 'reviewing_plan') return planReaders(view.thing)[back.agent] ?? '';
  if (back.kind === 'assessing') return reviewers(view)[back.agent ?? 0] ?? '';
  if (back.kind === 'advising') {
    const stuck = askerAt(view, back.back);
    return stuck === undefined ? '' : (advisersFor(view.thing, stuck)[back.agent] ?? '');
  }
  const child = askerAt(view, back);
  return child?.spec.agents[child.state.agent] ?? '';
}

/** The criterion that may not go on; of several the first. */
function askerAt(view: TaskView, back: TaskStep): Criterion | undefined {
  if (back.kind === 'developing') return criteria(view).find(({ key }) => key === back.key);
  if (back.kind !== 'developing_group') return undefined;
  return membersOf(view.children, back).find(({ state }) => state.at.kind === 'out_of_budget');
}

/** What waits for it is ended first. */
function giveUp({ thing, children }: TaskView, back: TaskStep, { asking, by }: Given): TaskDecision {
  const living = asking.question === 'budget' ? livingOf(children) : [];
  if (living.length === 0)
    return { kind: 'advance', ...go(thing.state, endUndone(`given up by ${by}`, thing, 'failed', back)) };
  if (asking.ending === true) return restUntilEnded;
  return {
    kind: 'advance',
    state: { ...thing.state, at: { ...asking, ending: true } },
    said: [],
    notices: tellAll(living, 'cancel'),
  };
}
