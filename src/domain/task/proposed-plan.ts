// What an analysis came to: its words for a person, and the plan of a task before anybody agreed to one.
import { planOfFlow } from '../flow/plan-of-flow.ts';
import type { Plan } from '../plan/plan.ts';
import { planFrom } from '../plan/plan-from.ts';
import { tidy } from '../text/safe/strip-control.ts';
import type { Task } from './task.ts';

/** As the analysis proposes it, or what is left of the person's own. */
export const proposedPlan = ({ spec, state }: Pick<Task, 'spec' | 'state'>): Plan =>
  spec.flow === undefined
    ? planFrom(spec.text, spec.plan ?? null, state.known.work.report?.report ?? null, null, spec.continues?.done)
    : planOfFlow(spec.flow);

/** What the analysis says, for a person: its report told in words, or its own where there is none in them. null: there is no analysis yet. */
export function analysisText({ spec, state }: Pick<Task, 'spec' | 'state'>): string | null {
  const { report } = state.known.work;
  if (report === null) return null;
  return tidy(report.report === null ? report.text : planFrom(spec.text, null, report.report, null).text);
}
