// Where a task goes when a part of its way is done. One place knows the order; each part knows only its own steps.
import { release } from './investigate.ts';
import { outcomeOf } from './outcome-of.ts';
import type { Task, TaskStep } from './task.ts';

export const firstLook: TaskStep = { kind: 'analyzing', agent: 0, resume: null, missing: null, looks: 0, words: null };

/** The base is judged: a look at the environment, then the analysis, or the person's own plan. */
export const afterBaseIsJudged = ({ spec }: Task): TaskStep =>
  spec.plan === null ? firstLook : { kind: 'planning', looks: 0 };

/** Every gate and hook has passed on the whole. */
export function afterGates({ spec, state }: Task): TaskStep {
  const { reading, proven } = state.known;
  if (spec.settings.review !== true || spec.until === 'test') return { kind: 'submitting' };
  // The same change is not read twice.
  if (reading?.outcome.kind === 'read' && reading.tree === proven) return { kind: 'assessed' };
  return { kind: 'assessing', round: (reading?.round ?? 0) + 1 };
}

/** Its branch is pushed, its pull request or page is there. */
export const afterSubmit = (thing: Task): TaskStep => afterMerge(thing);

/** What it made is in the base, or a person takes care of that. */
export const afterMerge = ({ state }: Task): TaskStep => release(outcomeOf(state, 'submitted'), null);
