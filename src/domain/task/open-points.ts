// What a task leaves undone: the criteria of its plan that are not met, or of the plan that would have been proposed.
import { type Feature, isOver } from '../feature/feature.ts';
import { planFrom } from '../report/plan-from.ts';
import type { PlannedCriterion, Task } from './task.ts';

export function openPoints({ spec, state }: Pick<Task, 'spec' | 'state'>): readonly PlannedCriterion[] {
  const { plan, report, done, features } = state.known;
  if (features !== undefined) return features.features.filter((each) => !isOver(each)).map(asPoint);
  const { criteria } = plan ?? planFrom(spec.text, spec.plan, report?.report ?? null, null);
  return criteria.filter(({ label }) => !done.includes(label));
}

const asPoint = ({ id, title }: Feature): PlannedCriterion => ({
  ...{ label: id, text: title, verify: null },
  ...{ files: [], kind: 'behaviour' },
});
