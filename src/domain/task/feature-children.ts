// The tasks that do a task's features, and what became of their work.
import type { Feature } from '../feature/feature.ts';
import type { TaskView } from './move.ts';
import type { Task } from './task.ts';

type Of = Pick<TaskView, 'children'>;

/** All that were ever begun, also for what was opened again. */
export const childTasks = ({ children }: Of): readonly Task[] =>
  children.filter((child): child is Task => child.kind === 'task');

/** The one that does it, or did; undefined where it is done by hand or was not begun. */
export function childOf(view: Of, { state }: Feature): Task | undefined {
  if (state.kind === 'in_progress' || state.kind === 'submitted')
    return childTasks(view).find(({ key }) => key === state.key);
  return state.kind === 'done' ? childTasks(view).find(({ id }) => id === state.task) : undefined;
}

/** Where its work is on the remote. */
export const branchOf = (view: Of, feature: Feature): string | null =>
  childOf(view, feature)?.state.known.copy?.branch ??
  (feature.state.kind === 'done' || feature.state.kind === 'submitted' ? feature.state.branch : null);

/** Its work is in the base; merged into a branch that is not merged itself it is where that is. */
export function isMerged(view: Of, feature: Feature): boolean {
  const known = childOf(view, feature)?.state.known;
  return known?.merged != null && known.stackedOn == null;
}

/** Its last commit on the remote; what it proved last where nothing is committed. */
export const headOf = ({ state: { known } }: Task): string | null => known.head?.commit ?? known.commit ?? known.proven;
