// The steps that only tasks by hand are at.
import { atWork, type StepRows } from '../step-row.ts';
import { handStep } from './manual.ts';

export const manualSteps: StepRows<'by_hand' | 'holding' | 'switching_branch' | 'comparing' | 'keeping_step'> = {
  by_hand: { ...atWork, decide: handStep },
  holding: { ...atWork, decide: handStep },
  switching_branch: { ...atWork, decide: handStep },
  comparing: { ...atWork, decide: handStep },
  keeping_step: { ...atWork, decide: handStep },
};
