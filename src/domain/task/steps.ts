// All steps of a task, one row each. A phase is a file that exports its rows, and one line here.
import { answered } from './answers.ts';
import { trouble } from './ask.ts';
import { featureSteps } from './features/features.ts';
import { manualSteps } from './manual/steps.ts';
import { takeOverSteps } from './manual/take-over.ts';
import type { Step, TaskDecision, TaskView } from './moves.ts';
import { adviseSteps } from './phases/advise.ts';
import { analyzeSteps } from './phases/analyze.ts';
import { cleanUpSteps } from './phases/clean-up.ts';
import { confirmSteps } from './phases/confirm.ts';
import { deploySteps } from './phases/deploy.ts';
import { developSteps } from './phases/develop.ts';
import { probeSteps } from './phases/probe.ts';
import { pullRequestSteps } from './phases/pull-request/steps.ts';
import { releaseSteps } from './phases/release.ts';
import { renewSteps } from './phases/renew.ts';
import { repairSteps } from './phases/repair-copy.ts';
import { reviewSteps } from './phases/review.ts';
import { rollBackSteps } from './phases/roll-back.ts';
import { setupSteps } from './phases/setup.ts';
import { submitSteps } from './phases/submit.ts';
import { atWork, type StepKind, type StepRow, type StepRows } from './step-row.ts';
import type { TaskStep } from './task.ts';

export const steps: StepRows<StepKind> = {
  ...setupSteps,
  ...confirmSteps,
  ...renewSteps,
  ...probeSteps,
  ...analyzeSteps,
  ...developSteps,
  ...adviseSteps,
  ...reviewSteps,
  ...submitSteps,
  ...pullRequestSteps,
  ...deploySteps,
  ...rollBackSteps,
  ...featureSteps,
  ...repairSteps,
  ...manualSteps,
  ...takeOverSteps,
  ...releaseSteps,
  ...cleanUpSteps,
  // These two stand around another step, and go by its row.
  troubled: { ...atWork, decide: (view, at) => inTrouble(view, at) },
  asking: { ...atWork, slot: 'frees', hears: 'retries', decide: (view, at) => answered(view, at, rowOf(at.back)) },
};

/** The row of this very step. */
export const rowOf = (at: TaskStep): StepRow<StepKind> => steps[at.kind] as StepRow<StepKind>;

/** An effect of the step it came from failed. */
function inTrouble({ thing }: TaskView, { back, failure }: Step<'troubled'>): TaskDecision {
  const row = rowOf(back);
  return trouble(
    thing.state,
    thing.spec,
    row.fault === 'outside' ? 'unreachable' : 'setup_failed',
    `${failure.message} (${failure.error_code})`,
    back,
    row.waysAround?.(thing, back, failure),
  );
}
