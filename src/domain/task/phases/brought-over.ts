// A task whose host is dead for good, on the host that took it over: from its last snapshot, what ran there is lost.
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
  switch (at.kind) {
    case 'base_gates':
    case 'recording_base':
      return { kind: 'staging_base' };
    case 'test_gates':
    case 'inspecting_test':
    case 'staging_test':
    case 'recording_test':
    case 'staging_guarded':
    case 'guarded_gates':
    case 'judging_guarded':
    case 'staging_expectations':
    case 'expectations':
    case 'judging_expectations':
    case 'gathering_tests':
    case 'staging_stable':
    case 'stable':
    case 'judging_stable':
    case 'cutting_hunks':
    case 'staging_hunk':
    case 'trying_hunk':
    case 'staging_hooks':
    case 'hooks':
      return { kind: 'checking' };
    case 'checking':
    case 'committing':
    case 'staging_base':
      return at;
    default:
      return null;
  }
}
