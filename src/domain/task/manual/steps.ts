// The steps that only tasks by hand are at.
import { atWork, type StepRows } from '../step-row.ts';
import { applyCompared, applyHeld, applyKept, applySwitched } from './apply.ts';
import { decideManualStep } from './manual.ts';

export const manualSteps: StepRows<'by_hand' | 'holding' | 'switching_branch' | 'comparing' | 'keeping_step'> = {
  by_hand: {
    ...atWork,
    waits: 'person',
    phase: ({ phase }) => phase ?? 'confirm',
    says: 'is driven by hand',
    decide: decideManualStep,
  },
  holding: {
    ...atWork,
    phase: ({ next }) => next,
    says: 'looks at its lease',
    decide: decideManualStep,
    applied: { 'hold-lease': applyHeld },
  },
  switching_branch: {
    ...atWork,
    phase: 'develop',
    says: (_, { branch }) => `goes on under ${branch}`,
    decide: decideManualStep,
    applied: { 'switch-branch': applySwitched },
  },
  comparing: {
    ...atWork,
    phase: ({ phase }) => phase,
    says: 'looks at its copy',
    decide: decideManualStep,
    applied: { snapshot: applyCompared },
  },
  keeping_step: {
    ...atWork,
    phase: ({ phase }) => phase,
    says: 'puts the step on record',
    decide: decideManualStep,
    applied: { 'keep-step': applyKept },
  },
};
