// What is wanted of a task that is driven by hand: one step, put as a notice, and read as if the task had said so.
import { type Notice, noticesOf } from '../../notice.ts';
import { planFrom } from '../../plan/plan-from.ts';
import type { Phase } from '../phase.ts';
import type { Task, TaskSpec, TaskState } from '../task.ts';
import type { Work } from '../work.ts';
import { phaseOfManualStep } from './step.ts';

/** While a step is under way the task is in its phase, whatever is done for it; null: none is. */
export const phaseWhileManual = ({ step }: Pick<TaskState, 'step'>): Phase | null =>
  step == null ? null : phaseOfManualStep[step.wish.step];

/** The next that was not taken up. */
export const wishOf = ({ thing, notices }: { readonly thing: Task; readonly notices: readonly Notice[] }) => {
  const seen = Math.max(thing.state.stepped ?? 0, thing.state.since);
  return noticesOf(notices, 'step').find(({ seq }) => seq > seen) ?? null;
};

/** What a step says stands for what the task says, as long as it is under way: whoever reads the task need not know of steps. */
export function withWish(thing: Task): Task {
  const { spec, state } = thing;
  const wish = state.step?.wish;
  if (wish === undefined || (wish.step !== 'analyze' && wish.step !== 'develop')) return thing;
  const named = wish.agent === null ? spec : byAgent(spec, wish.agent);
  return { ...thing, spec: wish.step === 'develop' ? { ...named, plan: planOf(wish.plan, thing) } : named };
}

const byAgent = (spec: TaskSpec, agent: string): TaskSpec => ({
  ...spec,
  settings: {
    ...spec.settings,
    agents: { ...spec.settings.agents, analyze: [agent], develop: [agent], fix: [agent] },
  },
});

/** A plan of one's own does not do away with what the analysis found. */
function planOf(plan: string | null, { spec, state }: Task): string | null {
  if (plan === null) return null;
  return `${plan.trim()}\n\nWhat the analysis found:\n${summaryOf(state.known.work.report, spec.text) ?? '(not available)'}`;
}

/** The report of an analysis in words; one that is not complete as it is. */
export function summaryOf(found: Work['report'], task: string): string | null {
  const { report = null, text = '' } = found ?? {};
  if (report === null) return text.trim() === '' ? null : text.trim();
  const chosen = report.proposals.find(({ recommended }) => recommended) ?? report.proposals[0];
  const others = report.proposals.filter((each) => each !== chosen);
  return [
    planFrom(task, null, report, null).text,
    ...others.map((each) => `Another proposal: ${each.title}\n${each.text}`),
    ...(report.wanted.length === 0 ? [] : [`Wanted besides: ${report.wanted.join('; ')}`]),
  ].join('\n');
}
