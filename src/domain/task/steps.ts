// All steps of a task, one row each. A phase is a file that exports its rows, and one line here.
import type { Said } from '../fact/fact.ts';
import { answered } from './answers.ts';
import { trouble } from './ask.ts';
import { featureSteps } from './features/features.ts';
import { rivalSteps } from './features/rivals.ts';
import { phaseWhileManual } from './manual/step-request.ts';
import { manualSteps } from './manual/steps.ts';
import { takeOverSteps } from './manual/take-over.ts';
import type { Step, TaskDecision, TaskView } from './moves.ts';
import type { Phase } from './phase.ts';
import { adviseSteps } from './phases/advise.ts';
import { analyzeSteps } from './phases/analyze.ts';
import { baseSteps } from './phases/base-gates.ts';
import { workBeside } from './phases/beside-question.ts';
import { cleanUpSteps } from './phases/clean-up.ts';
import { confirmSteps } from './phases/confirm.ts';
import { deploySteps } from './phases/deploy.ts';
import { developSteps } from './phases/develop.ts';
import { expectationSteps } from './phases/expectations.ts';
import { findProgramsSteps } from './phases/find-programs.ts';
import { guardedSteps } from './phases/guarded.ts';
import { hunkSteps } from './phases/hunks.ts';
import { planReviewSteps } from './phases/plan-review.ts';
import { probeSteps } from './phases/probe.ts';
import { pullRequestSteps } from './phases/pull-request/steps.ts';
import { releaseSteps } from './phases/release.ts';
import { renewSteps } from './phases/renew.ts';
import { repairSteps } from './phases/repair-copy.ts';
import { reviewSteps } from './phases/review.ts';
import { rollBackSteps } from './phases/roll-back.ts';
import { setupSteps } from './phases/setup.ts';
import { stableSteps } from './phases/stable.ts';
import { leaveBranchSteps } from './phases/submit/leave-branch.ts';
import { publishSteps } from './phases/submit/publish.ts';
import { submitSteps } from './phases/submit/submit.ts';
import { testSteps } from './phases/test.ts';
import { atWork, type StepKind, type StepRow, type StepRows, type TaskSeen } from './step-row.ts';
import type { TaskState, TaskStep } from './task.ts';

export const steps: StepRows<StepKind> = {
  ...setupSteps,
  ...baseSteps,
  ...confirmSteps,
  ...renewSteps,
  ...probeSteps,
  ...analyzeSteps,
  ...planReviewSteps,
  ...findProgramsSteps,
  ...developSteps,
  ...testSteps,
  ...guardedSteps,
  ...expectationSteps,
  ...stableSteps,
  ...hunkSteps,
  ...adviseSteps,
  ...reviewSteps,
  ...submitSteps,
  ...leaveBranchSteps,
  ...publishSteps,
  ...pullRequestSteps,
  ...deploySteps,
  ...rollBackSteps,
  ...featureSteps,
  ...rivalSteps,
  ...repairSteps,
  ...manualSteps,
  ...takeOverSteps,
  ...releaseSteps,
  ...cleanUpSteps,
  // These two stand around another step, and go by its row.
  troubled: {
    ...atWork,
    waits: 'retry',
    phase: ({ back }) => back,
    says: (_, { failure }) => `met trouble: ${failure.message}`,
    decide: (view, at) => inTrouble(view, at),
  },
  asking: {
    ...atWork,
    waits: 'retry',
    phase: ({ back }) => back,
    says: 'takes up the answer',
    slot: ({ back }) => (back.kind === 'submitting' && back.beside !== undefined ? 'holds' : 'frees'),
    hears: 'retries',
    decide: (view, at) => workBeside(view, at, rowOf) ?? answered(view, at, rowOf(at.back)),
  },
};

/** The row of this very step. */
export const rowOf = (at: TaskStep): StepRow<StepKind> => steps[at.kind] as StepRow<StepKind>;

export function phaseOf(at: TaskStep): Phase {
  const { phase } = rowOf(at);
  const own = typeof phase === 'string' ? phase : phase(at);
  return typeof own === 'string' ? own : phaseOf(own);
}

/** While a step by hand is under way the task is in that one's phase. */
export function phaseIn(state: TaskState): Phase {
  const own = phaseOf(state.at);
  return (own === 'release' ? null : phaseWhileManual(state)) ?? own;
}

/** After a move to another step: entering another phase is a fact of its own. */
export function entering<Moved extends { readonly state: TaskState; readonly said: readonly Said[] }>(
  before: TaskState,
  moved: Moved,
): Moved {
  if (moved.state.at === before.at) return moved;
  const phase = phaseIn(moved.state);
  if (phase === before.phase) return { ...moved, state: { ...moved.state, phase } };
  const entered: Said = { kind: 'phase_entered', data: { phase, left: before.phase } };
  return { ...moved, state: { ...moved.state, phase }, said: [...moved.said, entered] };
}

export function sayStep(seen: TaskSeen): string {
  const { at } = seen.task.state;
  const { says } = rowOf(at);
  return typeof says === 'string' ? says : says(seen, at);
}

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
