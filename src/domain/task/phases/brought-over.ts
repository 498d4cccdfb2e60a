// A task whose host is dead for good, on the host that took it over: from its last snapshot, what ran there is lost.
import { rowOf } from '../steps.ts';
import { rootOf, type Task, type TaskState, type TaskStep } from '../task.ts';

/** Folders of that host are not looked for; its copy is made anew where it is not here. */
export function broughtOver({ state }: Task): TaskState {
  const next = again(state.at);
  // A question that is open stays; the way on from its answer finds what is missing.
  if (next === null || state.known.place.copy === null || state.known.place.base === null) return state;
  return { ...state, at: { kind: 'mending', next }, fetched: state.runs };
}

/** Null: it goes on where it is. */
function again(at: TaskStep): TaskStep | null {
  if (rootOf(at) !== at) return null;
  const { hostAnew } = rowOf(at);
  return hostAnew === 'itself' ? at : hostAnew && { kind: hostAnew };
}
