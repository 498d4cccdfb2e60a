// The acts on a task's copy as a whole: its tree is put on record, it goes back to one, or it goes on under another branch.

import type { Applied } from '../decision.ts';
import type { EffectInput } from '../effect/effect.ts';
import { capturing } from '../parts/check.ts';
import { copyOf, go, placeOf, type TaskDecision, type TaskView } from './moves.ts';
import type { TaskState, TaskStep } from './task.ts';

/** `label`: under which it is kept, after the task's id. */
export const snapshotCopy = (
  { thing: { id, state } }: TaskView,
  label: string,
  more: Pick<EffectInput<'snapshot'>, 'places'> = {},
): TaskDecision => ({
  kind: 'perform',
  effect: { name: 'snapshot', input: { ...capturing(placeOf(state), copyOf(state).path, `${id}/${label}`), ...more } },
});

/** What it had is kept under the label first. */
export const restoreCopy = ({ thing: { id, state } }: TaskView, tree: string, label: string): TaskDecision => ({
  kind: 'perform',
  effect: {
    name: 'restore-copy',
    input: { hub: placeOf(state).hub, copy: copyOf(state).path, tree, label: `${id}/${label}` },
  },
});

export function switchBranch({ thing: { state, spec } }: TaskView, branch: string): TaskDecision {
  const { hub, base } = placeOf(state);
  const { path: copy, branch: from } = copyOf(state);
  const { isolation } = spec.settings.workspace;
  return { kind: 'perform', effect: { name: 'switch-branch', input: { hub, base, copy, from, branch, isolation } } };
}

/** Whatever name was wanted for it before, this is. */
export function switched(state: TaskState, branch: string, next: TaskStep): Applied<TaskState> {
  const { wanted: _, ...copy } = copyOf(state);
  return go(state, next, [{ kind: 'branch_switched', data: { branch } }], { place: { copy: { ...copy, branch } } });
}
