// Where there is no remote the work ends as a branch of the person's own repository.

import type { Applied } from '../../../decision.ts';
import { outcomeOf, release } from '../../judge-outcome.ts';
import { copyOf, go, known, learning, placeOf, type TaskDecision, type TaskView } from '../../moves.ts';
import type { Done, StepRows } from '../../step-row.ts';
import type { Task, TaskState, TaskStep } from '../../task.ts';
import { leaving, messageOf } from './publish.ts';
import { withUnanswered } from './question.ts';

export const endHere = ({ spec, state }: Task, why: string): TaskStep =>
  release(outcomeOf({ spec, state: withUnanswered(state) }, why), null);

/** In a linked worktree and in the checkout itself the work stands in the person's repository already. */
export function leavesBranch({ spec, state: { known: was } }: Task): boolean {
  const { proven } = was.work;
  const at = was.delivery.left?.tree ?? was.place.base?.tree;
  return spec.settings.workspace.isolation === 'clone' && proven !== null && proven !== at;
}

function leaveBranch({ thing, now }: TaskView): TaskDecision {
  const { state } = thing;
  const { hub, base } = placeOf(state);
  return {
    kind: 'perform',
    effect: {
      name: 'leave-branch',
      input: {
        hub,
        tree: known(state, 'work', 'proven'),
        parent: base.commit,
        message: messageOf(thing),
        atSeconds: Math.floor(now / 1000),
        branch: copyOf(state).branch,
        before: state.known.delivery.left?.commit ?? null,
      },
    },
  };
}

function branchLeft({ thing, state, input, output }: Done<'leaving_branch', 'leave-branch'>): Applied<TaskState> {
  const { commit: made, why } = output;
  if (why !== null) return go(state, endHere({ ...thing, state }, `there is no remote to submit to; ${why}`));
  const { branch, tree } = input;
  const next = learning(state, { delivery: { left: { commit: made, tree } } });
  return go(
    next,
    endHere(
      { ...thing, state: next },
      `left as the branch ${branch} of your repository; there is no remote to submit to`,
    ),
    [{ kind: 'branch_left', data: { branch, commit: made } }],
  );
}

export const leaveBranchSteps: StepRows<'leaving_branch'> = {
  leaving_branch: {
    ...leaving,
    phase: 'submit',
    says: 'leaves its branch',
    hubAnew: 'checking',
    hostAnew: 'itself',
    decide: leaveBranch,
    applied: { 'leave-branch': branchLeft },
  },
};
