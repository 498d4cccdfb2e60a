// One run that works or does not: started once, waited for, and what came of it.
import { judgePlain, type PlainCame, roomAt } from '../parts/place.ts';
import type { Purpose, Run } from '../run/run.ts';
import { criteria, lastRun, minutes, startRun, type TaskDecision, type TaskView, wait } from './moves.ts';
import type { TaskState } from './task.ts';

type PlainRun =
  | { readonly kind: 'under_way'; readonly decision: TaskDecision }
  /** `state` counts it as dealt with. `cut`: nobody knows how far it came. */
  | { readonly kind: 'ended'; readonly state: TaskState; readonly came: PlainCame };

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
  return { kind: 'ended', state: { ...state, fetched: state.runs }, came: judgePlain(run) };
}

/** The disk was full in its middle: it is done again by itself when room may have come. Null: that was not the reason, or is so for an hour. */
export function waitForRoom({ thing, children, now }: TaskView, run: Run): TaskDecision | null {
  const due = roomAt(children, run, now);
  if (due === null) return null;
  if (due !== 'now') return { kind: 'wait', until: due, on: 'room on the disk' };
  return { kind: 'advance', state: { ...thing.state, fetched: thing.state.runs }, said: [{ kind: 'disk_was_full' }] };
}

// The key of the next criterion under the same label: `SC-1.2`.

export const nextKey = (view: TaskView, planned: string): string => {
  const before = criteria(view).filter(({ key }) => key === planned || key.startsWith(`${planned}.`));
  return `${planned}.${before.length + 1}`;
};
