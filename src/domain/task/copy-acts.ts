// The two acts on a task's copy as a whole: its tree is put on record, or it goes back to one.
import type { EffectInput } from '../effect/effect.ts';
import { capturing } from '../parts/check.ts';
import { copyOf, placeOf, type TaskDecision, type TaskView } from './moves.ts';

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
