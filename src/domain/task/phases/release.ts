// What a task holds is given back, and it is over.
import type { Step, TaskDecision, TaskView } from '../moves.ts';
import { atWork, type StepRows } from '../step-row.ts';

function releaseAll({ thing: { spec } }: TaskView, { outcome }: Step<'releasing'>): TaskDecision {
  const { name: workspace, slots } = spec.settings.workspace;
  return { kind: 'perform', effect: { name: 'release', input: { workspace, slots, outcome: outcome.kind } } };
}

const finish = ({ thing: { state } }: TaskView, { outcome: { kind, why } }: Step<'ended'>): TaskDecision => ({
  kind: 'finish',
  state,
  said: [{ kind: 'task_ended', data: { outcome: kind, why } }],
});

export const releaseSteps: StepRows<'releasing' | 'ended'> = {
  releasing: { ...atWork, decide: releaseAll },
  ended: { ...atWork, decide: finish },
};
