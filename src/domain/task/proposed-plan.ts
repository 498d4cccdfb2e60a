// The plan of a task before anybody agreed to one.
import type { Plan } from '../plan/plan.ts';
import { planFrom } from '../plan/plan-from.ts';
import type { Task } from './task.ts';

/** As the analysis proposes it, or what is left of the person's own. */
export const proposedPlan = ({ spec, state }: Pick<Task, 'spec' | 'state'>): Plan =>
  planFrom(spec.text, spec.plan ?? null, state.known.work.report?.report ?? null, null, spec.continues?.done);
