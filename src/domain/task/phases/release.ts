// What a task holds is given back, and it is over.

import type { Said } from '../../fact/fact.ts';
import { isRival } from '../../feature/part.ts';
import { spentBy } from '../budget/budget-of-task.ts';
import { advance, go, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { sayOutcome } from '../outcome.ts';
import { atWork, type StepRows } from '../step-row.ts';
import type { TaskState } from '../task.ts';

function releaseAll(view: TaskView, at: Step<'releasing'>): TaskDecision {
  const { spec, state } = view.thing;
  const { outcome } = at;
  // Beside the others it is told with what it cost, whatever it came to.
  if (isRival(spec) && state.known.work.spent === undefined)
    return advance(state, at, [], { work: { spent: spentBy(view) } });
  const { name: workspace, slots } = spec.settings.workspace;
  const { planFile } = spec;
  const isDone = outcome.kind === 'proven' || outcome.kind === 'released';
  const input = { workspace, slots, outcome: outcome.kind, ...(isDone && planFile && { planDone: planFile }) };
  return { kind: 'perform', effect: { name: 'release', input } };
}

const finish = ({ thing: { state } }: TaskView, { outcome: { kind, why, weaker } }: Step<'ended'>): TaskDecision => ({
  kind: 'finish',
  state,
  said: [{ kind: 'task_ended', data: { outcome: kind, why, ...(weaker && { weaker }) } }],
});

const ended = (state: TaskState, { outcome, back }: Step<'releasing'>, said: readonly Said[] = []) =>
  go(state, { kind: 'ended', outcome, back }, said);

export const releaseSteps: StepRows<'releasing' | 'ended'> = {
  releasing: {
    ...atWork,
    phase: 'release',
    says: 'releases',
    decide: releaseAll,
    applied: { release: ({ state, at }) => ended({ ...state, slot: 'none' }, at) },
    failed: ({ state, at, failure }) => ended(state, at, [{ kind: 'release_failed', data: { ...failure } }]),
  },
  ended: {
    ...atWork,
    waits: 'others',
    phase: 'release',
    says: (_, { outcome }) => sayOutcome(outcome),
    decide: finish,
  },
};
