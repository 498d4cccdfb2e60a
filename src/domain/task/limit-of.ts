// Until when the agent that a task works with is refused by its service, where there is no other agent and it told the time.
import { isLimitTold } from '../run/is-limit-told.ts';
import { analysts, criteria, lastRun, type Step, type TaskView } from './move.ts';

export type AgentLimit = { readonly agent: string; readonly until: number; readonly message: string };

type Of = Pick<TaskView, 'thing' | 'children'>;

export function limitOf(view: Of): AgentLimit | null {
  const { at } = view.thing.state;
  if (at.kind === 'analyzing') return ofAnalysis(view, at);
  if (at.kind !== 'developing') return null;
  const child = criteria(view as TaskView).find(({ key, ended }) => key === at.key && !ended);
  if (child?.state.at.kind !== 'limited') return null;
  const { until, message } = child.state.at;
  return { agent: child.spec.agents[child.state.agent] ?? '', until, message };
}

/** Of the last turn, which is not dealt with yet. */
function ofAnalysis(view: Of, at: Step<'analyzing'>): AgentLimit | null {
  const { state, spec } = view.thing;
  const agents = analysts(spec, at);
  if (state.fetched >= state.runs || at.agent + 1 < agents.length) return null;
  const run = lastRun(view as TaskView);
  if (run?.state.kind !== 'ended' || run.state.result.kind !== 'turn') return null;
  const { outcome } = run.state.result.turn;
  if (outcome.kind !== 'limited' || !isLimitTold(outcome.until, run.state.endedAt)) return null;
  return { agent: agents[at.agent] ?? '', until: outcome.until, message: outcome.message };
}
