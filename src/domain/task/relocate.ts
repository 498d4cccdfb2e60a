// A task whose host is gone begins anew on another, while nothing of it is bound to that host: all that was found out is found out again.
import { rowOf } from './steps.ts';
import { nothingKnown, rootOf, type Task, type TaskState } from './task.ts';

/** null: bound to its host by a copy, by what runs there, or by the one who drives it by hand. */
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
