// Where a task goes when a part of its way is done. One place knows the order; each part knows only its own steps.
import { isRival } from '../feature/part.ts';
import { environmentOf, toLookAt } from './environment.ts';
import { outcomeOf, release } from './judge-outcome.ts';
import { type LookMark, nextLook } from './looks.ts';
import { phaseOfManualStep } from './manual/step.ts';
import type { Step } from './moves.ts';
import type { Task, TaskStep } from './task.ts';

export const firstLook: Step<'analyzing'> = {
  kind: 'analyzing',
  agent: 0,
  resume: null,
  missing: null,
  looks: 0,
  words: null,
};

/** The base is judged: a look at the environment, then the analysis, or the person's own plan. */
export const afterBaseIsJudged = (thing: Task): TaskStep =>
  afterManualStep(thing, 'base') ??
  (toLookAt(thing) === null ? afterProbe(thing) : { kind: 'probing', next: 'analyzing' });

/** The environment was looked at, or none takes part. */
export const afterProbe = ({ spec }: Task): TaskStep =>
  spec.plan === null && !isRival(spec) ? firstLook : { kind: 'planning', looks: 0 };

export function afterLook(thing: Task, look: LookMark, tree: string): TaskStep {
  // By hand nothing may be asked after the tests.
  if (look === 'submit' && thing.state.step?.wish.step === 'test') return { kind: 'cutting_hunks', tree };
  const kind = nextLook[look];
  return kind === null ? afterGates(thing) : { kind, tree };
}

/** Every gate and hook has passed on the whole. */
export function afterGates({ spec, state }: Task): TaskStep {
  const manual = afterManualStep({ state }, 'gates');
  if (manual !== null) return manual;
  return spec.until === 'test' && !isRival(spec) ? { kind: 'submitting' } : { kind: 'gathering_tests' };
}

/** Criteria and their tests stand side by side. */
export function afterGathering({ spec, state }: Task): TaskStep {
  const { reading, proven } = state.known.work;
  if (spec.settings.review !== true) return { kind: 'submitting' };
  // The same change is not read twice.
  if (reading?.outcome.kind === 'read' && reading.tree === proven) return { kind: 'assessed' };
  return { kind: 'assessing', round: (reading?.round ?? 0) + 1 };
}

/** Its branch is pushed, its pull request or page is there. */
export const afterSubmit = (thing: Task): TaskStep =>
  afterManualStep(thing, 'submit') ?? (isOnForge(thing) ? watchingOf(thing) : afterMerge(thing));

/** A page is a file, and what it speaks of is merged by whoever reads it. */
const isOnForge = ({ state: { known } }: Task): boolean => /^https?:/.test(known.delivery.pullRequest ?? '');

/** After the first look its text is brought up to date and threads are answered first. */
const watchingOf = ({ state: { known } }: Task): TaskStep => ({
  kind: 'watching',
  doing: { kind: known.delivery.review === undefined ? 'looking' : 'updating' },
});

/** What it made is in the base, or a person takes care of that. */
export const afterMerge = (thing: Task): TaskStep =>
  environmentOf(thing) === null ? release(outcomeOf(thing, 'submitted'), null) : { kind: 'deploying' };

// Where a step by hand goes when a part of its way is done; a task that Drover drives goes on to the next part instead.

/** null: Drover drives it. `base`: it is judged; `gates`: all have passed; `submit`: pushed and open. */
export function afterManualStep({ state }: Pick<Task, 'state'>, done: 'base' | 'gates' | 'submit'): TaskStep | null {
  const wish = state.step?.wish;
  if (wish === undefined) return null;
  const phase = phaseOfManualStep[wish.step];
  if (done === 'gates' && wish.step !== 'test') return { kind: 'submitting' };
  if (done !== 'base') return { kind: 'keeping_step', phase };
  if (wish.step === 'test') return { kind: 'checking' };
  const branch = wish.step === 'develop' ? wish.branch : null;
  if (branch === null || branch === state.known.place.copy?.branch) return { kind: 'comparing', phase };
  return { kind: 'switching_branch', branch };
}
