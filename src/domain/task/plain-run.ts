// One run that works or does not: started once, waited for, and what came of it.
import type { Failure } from '../error.ts';
import type { Purpose } from '../run/run.ts';
import { lastRun, minutes, startRun, type TaskDecision, type TaskView, wait } from './move.ts';
import type { TaskState } from './task.ts';

export type PlainRun =
  | { readonly kind: 'under_way'; readonly decision: TaskDecision }
  /** `state` counts it as dealt with. `cut`: nobody knows how far it came. */
  | { readonly kind: 'ended'; readonly state: TaskState; readonly came: Came };

export type Came =
  | { readonly kind: 'done' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'failed'; readonly why: string; readonly failure: Failure | null };

/** `on`: what a person reads while it is waited for. */
export function plainRun(view: TaskView, purpose: Purpose, atMostMinutes: number, on: string): PlainRun {
  const { state, spec } = view.thing;
  if (state.fetched >= state.runs) {
    const run = { purpose, deadlineMs: minutes(atMostMinutes), sandbox: spec.settings.sandbox };
    return { kind: 'under_way', decision: startRun(state, run) };
  }
  const run = lastRun(view);
  if (run === null || run.state.kind !== 'ended') return { kind: 'under_way', decision: wait(on) };
  return { kind: 'ended', state: { ...state, fetched: state.runs }, came: cameOf(run.state) };
}

function cameOf({
  result,
  ending,
}: Extract<NonNullable<ReturnType<typeof lastRun>>['state'], { kind: 'ended' }>): Came {
  if (ending?.kind === 'lost') return { kind: 'cut' };
  if (result.kind === 'refused') return { kind: 'failed', why: result.failure.message, failure: result.failure };
  if (result.kind !== 'plain') return { kind: 'failed', why: 'it was no run of this kind', failure: null };
  return result.ok ? { kind: 'done' } : { kind: 'failed', why: result.why, failure: result.failure };
}
