// What a task makes of the results of its effects: its step says so, but for what any step may need.
import type { Applied } from '../decision.ts';
import type { EffectMap, EffectName, Performed } from '../effect/effect.ts';
import type { Failure } from '../error.ts';
import type { Instant } from '../ids.ts';
import { applyFiles, applySummary, filesFailed } from './criteria/flow-files.ts';
import { go } from './moves.ts';
import { putBeside, standingBeside } from './phases/beside-question.ts';
import { bringBack, isGone } from './phases/repair-copy.ts';
import type { StepKind, StepRow } from './step-row.ts';
import { entering, phaseOf, rowOf, steps } from './steps.ts';
import type { Task, TaskState } from './task.ts';

/** Whatever the task is at. */
const anywhere: NonNullable<StepRow<StepKind>['applied']> = {
  'claim-slot': ({ state, output: { granted, ...line } }) => ({
    state: { ...state, slot: granted ? 'held' : 'waiting' },
    said: [granted ? { kind: 'slot_granted' } : { kind: 'slot_waited', data: line }],
  }),
  'free-slot': ({ state }) => ({
    state: { ...state, slot: 'none' },
    said: [{ kind: 'slot_freed' }],
  }),
  'read-summary': ({ thing, output }) => applySummary(thing, output),
  'write-flow-files': ({ thing, output }) => applyFiles(thing, output),
  'meter-day': ({ state, output }) => ({ state: { ...state, metered: { runs: state.runs, used: output } }, said: [] }),
};

/** Where one of those failed without which the work goes on. */
const failedAnywhere: { readonly [Name in EffectName]?: (thing: Task, failure: Failure) => Applied<TaskState> } = {
  'read-summary': (thing) => applySummary(thing, null),
  'write-flow-files': filesFailed,
};

export const applyTask = (thing: Task, performed: Performed, now: Instant = thing.updatedAt): Applied<TaskState> =>
  entering(thing.state, applyPerformed(thing, performed, now));

/** What was done for what is beside an open question is that one's to judge. */
function applyPerformed(thing: Task, performed: Performed, now: Instant): Applied<TaskState> {
  const beside = anywhere[performed.name] === undefined ? standingBeside(thing) : null;
  return beside === null
    ? applyHere(thing, performed, now)
    : putBeside(thing.state.at, applyHere(beside, performed, now));
}

function applyHere(thing: Task, performed: Performed, now: Instant): Applied<TaskState> {
  const { result } = performed;
  if (result.kind === 'done') return applyDone(thing, performed, result.output, now);
  const { failure } = result;
  const goesOn = failedAnywhere[performed.name];
  if (goesOn !== undefined) return goesOn(thing, failure);
  const { state } = thing;
  const { at } = state;
  return rowOf(at).failed?.({ effect: performed, thing, state, at, failure, now }) ?? askAbout(state, failure);
}

type EffectOf<Name extends EffectName> = {
  [Each in Name]: { readonly name: Each; readonly input: EffectMap[Each]['input'] };
}[Name];

function applyDone<Name extends EffectName>(
  thing: Task,
  { name, input }: EffectOf<Name>,
  output: EffectMap[Name]['output'],
  now: Instant,
): Applied<TaskState> {
  const { state } = thing;
  const { at } = state;
  const apply = anywhere[name] ?? rowOf(at).applied?.[name];
  if (apply !== undefined) return apply({ thing, state, at, input, output, now, phase: phaseOf(at) });
  if (!Object.values(steps).some(({ applied }) => applied !== undefined && name in applied))
    throw new Error(`a task never performs ${name}`);
  // It has moved on since, and this says nothing more.
  return { state, said: [] };
}

function askAbout(state: TaskState, failure: Failure): Applied<TaskState> {
  const { at } = state;
  if (!isGone(state, failure)) return go(state, { kind: 'troubled', failure, back: at });
  const { at: next, known } = bringBack(state, failure, at, rowOf(at).hubAnew);
  return go(state, next, [], known);
}
