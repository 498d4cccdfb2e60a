// One run that works or does not: started once, waited for, and what came of it.
import type { Failure } from '../error.ts';
import { instant } from '../ids.ts';
import type { Purpose, Run } from '../run/run.ts';
import { criteria, lastRun, minutes, startRun, type TaskDecision, type TaskView, wait } from './moves.ts';
import type { TaskState } from './task.ts';

type PlainRun =
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
  const decision = waitForRoom(view, run);
  if (decision !== null) return { kind: 'under_way', decision };
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

/** It is tried again after so long, and so often, before a person is asked. */
const roomMs = 30_000;
const mostTries = 120;

/** The disk was full in its middle: it is done again by itself when room may have come. Null: that was not the reason, or is so for an hour. */
export function waitForRoom({ thing, children, now }: TaskView, run: Run): TaskDecision | null {
  if (!isFull(run) || run.state.kind !== 'ended') return null;
  const others = children
    .filter((child): child is Run => child.kind === 'run' && isSame(child as Run, run))
    .sort((one, other) => numberOf(one) - numberOf(other));
  const lastOther = others.findLastIndex((child) => !isFull(child));
  if (others.length - 1 - lastOther > mostTries) return null;
  const due = instant(run.state.endedAt + roomMs);
  if (now < due) return { kind: 'wait', until: due, on: 'room on the disk' };
  return { kind: 'advance', state: { ...thing.state, fetched: thing.state.runs }, said: [{ kind: 'disk_was_full' }] };
}

const numberOf = ({ key }: Run): number => Number(/\d+$/.exec(key)?.[0]);
const isSame = (child: Run, run: Run): boolean => child.spec.purpose.kind === run.spec.purpose.kind;
const isFull = ({ state }: Run): boolean =>
  state.kind === 'ended' && state.result.kind === 'plain' && state.result.failure?.error_code === 'DISK_FULL';

// The key of the next criterion under the same label: `SC-1.2`.

export const nextKey = (view: TaskView, planned: string): string => {
  const before = criteria(view).filter(({ key }) => key === planned || key.startsWith(`${planned}.`));
  return `${planned}.${before.length + 1}`;
};
