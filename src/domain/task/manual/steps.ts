// The steps that only tasks by hand are at.
import { atWork, type StepRows } from '../step-row.ts';
import { applyCompared, applyHeld, applyKept, applySwitched } from './apply.ts';
import { handStep } from './manual.ts';

export const manualSteps: StepRows<'by_hand' | 'holding' | 'switching_branch' | 'comparing' | 'keeping_step'> = {
  by_hand: { ...atWork, decide: handStep },
  holding: { ...atWork, decide: handStep, applied: { 'hold-lease': applyHeld } },
  switching_branch: { ...atWork, decide: handStep, applied: { 'switch-branch': applySwitched } },
  comparing: { ...atWork, decide: handStep, applied: { snapshot: applyCompared } },
  keeping_step: { ...atWork, decide: handStep, applied: { 'keep-step': applyKept } },
};
