// What the turns of one task have used, and when the agent it works with is refused.

import type { Criterion } from '../../criterion/criterion.ts';
import { isLimitTold } from '../../run/is-limit-told.ts';
import type { Run } from '../../run/run.ts';
import { addSpent, nothingSpent, type Spent } from '../../run/spent.ts';
import { spentOn } from '../../run/usage.ts';
import { analysts, criteria, lastRun, type Step, type TaskView } from '../moves.ts';

/** By its own runs and those of its criteria. */
export const spentBy = ({ children }: Pick<TaskView, 'children'>): Spent =>
  addSpent(
    spentOn(children.filter((child): child is Run => child.kind === 'run')),
    ...children.map(
      (child) => (child.kind === 'criterion' ? (child.state as { spent?: Spent }).spent : undefined) ?? nothingSpent,
    ),
  );

// Until when the agent that a task works with is refused by its service, where there is no other agent and it told the time.

type AgentLimit = { readonly agent: string; readonly until: number; readonly message: string };

type SpendingTask = Pick<TaskView, 'thing' | 'children'>;

export function limitOf(view: SpendingTask): AgentLimit | null {
  const { at } = view.thing.state;
  if (at.kind === 'analyzing') return ofAnalysis(view, at);
  const children = at.kind === 'developing' ? [at.key] : at.kind === 'developing_group' ? keysOf(at) : [];
  const living = criteria(view as TaskView).filter(({ key, ended }) => children.includes(key) && !ended);
  const limits = living.flatMap(limitOn);
  // Of several one that is at work keeps the task at work.
  return limits.length < living.length ? null : (limits.toSorted((one, other) => one.until - other.until)[0] ?? null);
}

const keysOf = ({ members }: Step<'developing_group'>): readonly string[] => members.map(({ key }) => key);

function limitOn({ spec, state }: Criterion): readonly AgentLimit[] {
  if (state.at.kind !== 'limited') return [];
  const { until, message, agent = spec.agents[state.agent] ?? '' } = state.at;
  return [{ agent, until, message }];
}

/** Of the last turn, which is not dealt with yet. */
function ofAnalysis(view: SpendingTask, at: Step<'analyzing'>): AgentLimit | null {
  const { state, spec } = view.thing;
  const agents = analysts(spec, at);
  if (state.fetched >= state.runs || at.agent + 1 < agents.length) return null;
  const run = lastRun(view as TaskView);
  if (run?.state.kind !== 'ended' || run.state.result.kind !== 'turn') return null;
  const { outcome } = run.state.result.turn;
  if (outcome.kind !== 'limited' || !isLimitTold(outcome.until, run.state.endedAt)) return null;
  return { agent: agents[at.agent] ?? '', until: outcome.until, message: outcome.message };
}
