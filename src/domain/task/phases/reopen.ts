// An ended task goes on: its failed phase is started again, or what it made is removed.
import { type Instant, instant } from '../../ids.ts';
import { phaseIn, phaseOf } from '../steps.ts';
import { rootOf, type Task, type TaskState, type TaskStep } from '../task.ts';
import { continueAfterFix } from './pull-request/follow-up.ts';

/** Where a failed task may start again; null where it did not fail, or nothing is known to go back to. */
export function retryState({ state }: Task, heard: number): TaskState | null {
  if (state.at.kind !== 'ended' || state.at.back === null || state.at.outcome.kind === 'released') return null;
  const back = afresh(state.at.back, heard);
  return {
    ...state,
    at: back,
    phase: phaseOf(back),
    stopping: null,
    heard,
    since: heard,
    fetched: state.runs,
    slot: 'none',
  };
}

/** Where a task goes on that a person has more words for, whatever it came to; null where nothing is known to go on with. */
export function reopenState(task: Task, heard: number, words: string): TaskState | null {
  const { state } = task;
  if (state.at.kind !== 'ended' || state.known.place.copy === null) return null;
  if (state.known.work.plan === null) {
    const again = retryState(task, heard);
    return again === null ? null : { ...again, said: [...again.said, words] };
  }
  const awake: TaskState = {
    ...state,
    stopping: null,
    heard,
    since: heard,
    handed: heard,
    fetched: state.runs,
    slot: 'none',
  };
  const next = continueAfterFix({ ...task, state: awake }, words);
  return next.kind === 'advance' ? { ...next.state, phase: phaseIn(next.state) } : null;
}

/** What an earlier life of the task ended with, a cancelled run or a blocked criterion, does not end this one. */
function afresh(back: TaskStep, heard: number): TaskStep {
  const step = rootOf(back);
  if (step.kind === 'submitting') return { kind: 'submitting' };
  if (step.kind === 'developing_group') return { kind: 'grouping', atMost: null, advice: step.advice, left: step.left };
  if (step.kind === 'checking_group') return { ...step, kind: 'joining_group', key: `${step.key}.again-${heard}` };
  return step.kind === 'developing' ? { ...step, key: `${step.key}.again-${heard}` } : step;
}

/** The state that cleans up after an ended task; null while it has not ended. */
export function cleanUpState({ state }: Task): TaskState | null {
  return state.at.kind === 'ended' ? { ...state, at: { kind: 'cleaning_remote', outcome: state.at.outcome } } : null;
}

/** The same for what is here alone, where something was made. */
export const cleanUpCopyState = ({ state }: Task): TaskState | null =>
  state.at.kind === 'ended' && state.known.place.copy !== null
    ? { ...state, at: { kind: 'cleaning_copy', outcome: state.at.outcome, remote: null } }
    : null;

const dayMs = 24 * 3_600_000;

/** How long the copy of an ended task stays: it may be reopened, and somebody may want to look. */
export const keptUntil = ({ state, updatedAt }: Task): Instant =>
  instant(updatedAt + (state.known.delivery.merged == null ? 14 * dayMs : dayMs));
