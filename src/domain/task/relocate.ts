// A task goes on with another host where its own is gone.
import { rowOf } from './steps.ts';
import { nothingKnown, rootOf, type Task, type TaskState, type TaskStep } from './task.ts';

/** It begins anew: all that was found out is found out again. null: it is bound to its host by a copy, by what runs there, or by the one who drives it by hand. */
export function relocate({ spec, state }: Task, children: readonly { readonly ended: boolean }[]): TaskState | null {
  if (spec.driven === 'hand' || state.known.place.copy !== null || children.some((child) => !child.ended)) return null;
  if (state.at.kind === 'releasing') return state;
  if (rowOf(rootOf(state.at)).host === 'bound') return null;
  const { env } = state.known.environment;
  return {
    ...state,
    at: { kind: 'opening' },
    phase: 'confirm',
    known: { ...nothingKnown, environment: env === undefined ? {} : { env } },
    fetched: state.runs,
  };
}

/** Its host is dead for good: it goes on from its last snapshot. Folders of that host are not looked for; its copy is made anew where it is not here. */
export function broughtOver({ state }: Task): TaskState {
  const next = again(state.at);
  // A question that is open stays; the way on from its answer finds what is missing.
  if (next === null || state.known.place.copy === null || state.known.place.base === null) return state;
  return { ...state, at: { kind: 'mending', next }, fetched: state.runs };
}

/** null: it goes on where it is. */
function again(at: TaskStep): TaskStep | null {
  if (rootOf(at) !== at) return null;
  const { hostAnew } = rowOf(at);
  return hostAnew === 'itself' ? at : hostAnew && { kind: hostAnew };
}
