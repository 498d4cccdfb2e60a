// What criteria are checked by is looked for before anybody works by them: at the plan, and wherever it becomes another one.
import { programsOf } from '../../plan/programs-named.ts';
import { advance, type Step, type TaskDecision } from '../moves.ts';
import type { TaskState } from '../task.ts';

type Agreed = Pick<Step<'finding_programs'>, 'plan' | 'change'>;

/** Null: nothing is to be looked for. */
export const programsFirst = (state: TaskState, agreed: Agreed): TaskDecision | null =>
  programsToFind(state, agreed).length === 0 ? null : advance(state, { kind: 'finding_programs', ...agreed });

/** What the plan that is worked by is checked by was looked for at that one. */
export function programsToFind(state: TaskState, { plan, change }: Agreed): readonly string[] {
  const before = change === undefined ? [] : programsOf(state.known.work.plan?.criteria ?? []);
  return programsOf(plan.criteria).filter((program) => !before.includes(program));
}
