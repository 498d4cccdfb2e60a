// A task whose host is gone begins anew on another, while nothing of it is bound to that host.
import { nothingKnown, rootOf, type Task, type TaskState } from './task.ts';

/** Before there is a copy, all that was found out is found out again. */
const free = ['opening', 'fetching', 'surveying', 'confirming', 'probing', 'copying'];

/** null: bound to its host by a copy, by what runs there, or by the one who drives it by hand. */
export function uproot({ spec, state }: Task, children: readonly { readonly ended: boolean }[]): TaskState | null {
  if (spec.driven === 'hand' || state.known.copy !== null || children.some((child) => !child.ended)) return null;
  if (state.at.kind === 'releasing') return state;
  if (!free.includes(rootOf(state.at).kind)) return null;
  const { env } = state.known;
  return {
    ...state,
    at: { kind: 'opening' },
    phase: 'confirm',
    known: { ...nothingKnown, slot: state.known.slot, ...(env !== undefined && { env }) },
    fetched: state.runs,
  };
}
