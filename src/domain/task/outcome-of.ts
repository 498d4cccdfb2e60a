// What a task comes to, by what is known of it.
import { leftOfFeatures } from './left-of-features.ts';
import type { TaskOutcome, TaskState, TaskStep } from './task.ts';

/** Proven only where every gate that matters has spoken. */
export function outcomeOf(state: TaskState, why: string): TaskOutcome {
  const { unverified, pullRequest } = state.known;
  const { open, doubts, request } = leftOfFeatures(state);
  const against = [...doubts, ...(unverified.length > 0 ? [`not verified: ${unverified.join(', ')}`] : [])];
  if (against.length > 0) return { kind: 'not_verified', why: [why, ...against].join('; '), open };
  return { kind: (pullRequest ?? request) === null ? 'proven' : 'released', why, open };
}

export const release = (outcome: TaskOutcome, back: TaskStep | null): TaskStep => ({
  kind: 'releasing',
  outcome,
  back,
});
