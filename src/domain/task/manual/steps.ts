// The steps that only tasks by hand are at.
import { snapshotCopy, switchBranch, switched } from '../copy-acts.ts';
import { type Step, type TaskDecision, type TaskView, wait } from '../moves.ts';
import { atWork, type StepRows } from '../step-row.ts';
import { applyCompared, applyHeld, applyKept } from './apply.ts';
import { artifactOf } from './manual.ts';
import { type ManualStep, phaseOfManualStep } from './step.ts';

type ManualKind = 'by_hand' | 'holding' | 'switching_branch' | 'comparing' | 'keeping_step';

const waitForHand = (): TaskDecision => wait('the one who drives it by hand');

/** Each of these belongs to the step by hand that is under way. */
const underStep =
  <Kind extends ManualKind>(decide: (view: TaskView, at: Step<Kind>, step: ManualStep) => TaskDecision) =>
  (view: TaskView, at: Step<Kind>): TaskDecision => {
    const { step } = view.thing.state;
    return step == null ? waitForHand() : decide(view, at, step);
  };

function keepStep(view: TaskView, _: Step<'keeping_step'>, step: ManualStep): TaskDecision {
  const { fence, wish, began } = step;
  const input = { fence, phase: phaseOfManualStep[wish.step], entered: began, artifact: artifactOf(view, step) };
  return { kind: 'perform', effect: { name: 'keep-step', input } };
}

export const manualSteps: StepRows<ManualKind> = {
  by_hand: {
    ...atWork,
    waits: 'person',
    phase: ({ phase }) => phase ?? 'confirm',
    says: 'is driven by hand',
    decide: waitForHand,
  },
  holding: {
    ...atWork,
    phase: ({ next }) => next,
    says: 'looks at its lease',
    decide: underStep((_, { renew }, { fence }) => ({
      kind: 'perform',
      effect: { name: 'hold-lease', input: { fence, renew } },
    })),
    applied: { 'hold-lease': applyHeld },
  },
  switching_branch: {
    ...atWork,
    phase: 'develop',
    says: (_, { branch }) => `goes on under ${branch}`,
    decide: underStep((view, { branch }) => switchBranch(view, branch)),
    applied: {
      'switch-branch': ({ state, output: { branch } }) =>
        switched(state, branch, { kind: 'comparing', phase: 'develop' }),
    },
  },
  comparing: {
    ...atWork,
    phase: ({ phase }) => phase,
    says: 'looks at its copy',
    decide: underStep((view, _, { over, seq }) => snapshotCopy(view, `${over ? 'done' : 'submit'}-${seq}`)),
    applied: { snapshot: applyCompared },
  },
  keeping_step: {
    ...atWork,
    phase: ({ phase }) => phase,
    says: 'puts the step on record',
    decide: underStep(keepStep),
    applied: { 'keep-step': applyKept },
  },
};
