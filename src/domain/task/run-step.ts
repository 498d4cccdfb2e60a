// Runs of a step: each is started once and waited for, and what came of it is dealt with.
import { testOf } from '../criterion/judge-attempt.ts';
import type { GateDefinition } from '../evidence/gate-plan.ts';
import { unlessOutlived } from '../evidence/judge-left.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { Said } from '../fact/fact.ts';
import { type GateRequest, nextGate, runGate } from '../parts/check.ts';
import { judgePlain, type PlainCame, roomAt } from '../parts/place.ts';
import type { Purpose, Run } from '../run/run.ts';
import {
  advance,
  criteria,
  lastRun,
  minutes,
  placeOf,
  type Step,
  startRun,
  type TaskDecision,
  type TaskView,
  wait,
} from './moves.ts';
import type { TaskState, TaskStep } from './task.ts';

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

type GateRun =
  | { readonly kind: 'under_way'; readonly decision: TaskDecision }
  /** `state` counts it as dealt with. */
  | { readonly kind: 'ended'; readonly state: TaskState; readonly result: GateResult };

/** One run of a gate that this step begins and waits for; begun anew where its keeper died. */
export function gateAlone(view: TaskView, at: TaskStep, wanted: GateRequest): GateRun {
  const { state, spec } = view.thing;
  const ground = { ...placeOf(state), sandbox: spec.settings.sandbox };
  const came = runGate(ground, wanted, state.fetched >= state.runs ? null : (lastRun(view) ?? 'wait'));
  const dealt = { ...state, fetched: state.runs };
  switch (came.kind) {
    case 'begin':
      return { kind: 'under_way', decision: startRun(state, came.run) };
    case 'wait':
      return { kind: 'under_way', decision: wait(came.on) };
    case 'lost':
      return { kind: 'under_way', decision: advance(dealt, at) };
    case 'ended':
      return { kind: 'ended', state: dealt, result: unlessOutlived(testOf(state.known.work.baseline), came.result) };
  }
}

/** The gate of tests, and what they said of the whole; null: none passed on this tree. */
export function passedTests({
  known: { place, work },
}: TaskState): { readonly definition: GateDefinition; readonly whole: GateResult } | null {
  const definition = place.gatePlan?.gates.find(({ gate, absent }) => gate === 'test' && absent === null);
  const whole = testOf(work.results);
  return definition === undefined || whole?.verdict !== 'passed' ? null : { definition, whole };
}

const judgedOn = { base_gates: 'base', test_gates: 'tree', guarded_gates: null } as const;

/** Runs the gates that need a program, one after another, in the staged folder; `done` when all have spoken. */
export function eachGate(
  view: TaskView,
  at: Step<keyof typeof judgedOn>,
  done: (results: readonly GateResult[]) => TaskDecision,
  kept: (results: readonly GateResult[]) => TaskStep = (results) => ({ ...at, results }),
): TaskDecision {
  const { state, spec } = view.thing;
  const place = placeOf(state);
  const observes = at.kind === 'base_gates' && place.gatePlan.fromStart === true;
  const { baseline } = state.known.work;
  const ground = { ...place, baseline, sandbox: spec.settings.sandbox, ...(observes && { observes }) };
  const came = nextGate(ground, at, () => (state.fetched >= state.runs ? null : (lastRun(view) ?? 'wait')));
  const dealt = { ...state, fetched: state.runs };
  switch (came.kind) {
    case 'done':
      return done(at.results);
    case 'begin':
      return startRun(state, came.run);
    case 'wait':
      return wait(came.on);
    case 'lost':
      return advance(dealt, kept(at.results));
    case 'judged':
      return advance(came.ran ? dealt : state, kept([...came.before, came.result]), saidOf(at.kind, came.result));
  }
}

/** Nothing where one verdict is told of all. */
function saidOf(step: keyof typeof judgedOn, { gate, verdict, why }: GateResult): readonly Said[] {
  const on = judgedOn[step];
  return on === null ? [] : [{ kind: 'gate_judged', data: { on, gate, verdict, why } }];
}

// The key of the next criterion under the same label: `SC-1.2`.

export const nextKey = (view: TaskView, planned: string): string => {
  const taken = new Set(criteria(view).map(({ key }) => key));
  let number = [...taken].filter((key) => key === planned || key.startsWith(`${planned}.`)).length + 1;
  // A node that was added while its container was worked on may be called so.
  while (taken.has(`${planned}.${number}`)) number += 1;
  return `${planned}.${number}`;
};
