// What a task comes to, by what is known of it.
import type { TaskOutcome, TaskState } from './task.ts';

/** Proven only where every gate that matters has spoken. */
export function outcomeOf(state: TaskState, why: string): TaskOutcome {
  if (state.known.unverified.length > 0)
    return { kind: 'not_verified', why: `${why}; not configured: ${state.known.unverified.join(', ')}`, open: [] };
  return state.known.pullRequest === null ? { kind: 'proven', why, open: [] } : { kind: 'released', why, open: [] };
}
