// What a task leaves undone: the criteria of its plan that are not met, or of the plan that would have been proposed.
import { planFrom } from '../report/plan-from.ts';
import type { PlannedCriterion, Task } from './task.ts';

export function openPoints({ spec, state }: Pick<Task, 'spec' | 'state'>): readonly PlannedCriterion[] {
  const { plan, report, done } = state.known;
  const { criteria } = plan ?? planFrom(spec.text, spec.plan, report?.report ?? null, null);
  return criteria.filter(({ label }) => !done.includes(label));
}
