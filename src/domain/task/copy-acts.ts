// The two acts on a task's copy as a whole: its tree is put on record, or it goes back to one.
import { known, type TaskDecision, type TaskView } from './moves.ts';

/** `label`: under which it is kept, after the task's id. */
export const snapshotCopy = ({ thing: { id, state } }: TaskView, label: string): TaskDecision => ({
  kind: 'perform',
  effect: {
    name: 'snapshot',
    input: {
      hub: known(state, 'hub'),
      copy: known(state, 'copy').path,
      base: known(state, 'base').tree,
      label: `${id}/${label}`,
    },
  },
});

/** What it had is kept under the label first. */
export const restoreCopy = ({ thing: { id, state } }: TaskView, tree: string, label: string): TaskDecision => ({
  kind: 'perform',
  effect: {
    name: 'restore-copy',
    input: { hub: known(state, 'hub'), copy: known(state, 'copy').path, tree, label: `${id}/${label}` },
  },
});
