// Once all gates have passed on the whole: the tests of the base that the change touched run as they were, and none that passed may be lost.

import { isOfOne, labelsOf } from '../../criterion/criterion.ts';
import { redDeadline } from '../../criterion/gate.ts';
import { builtIn, testOf } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import { untoldTests } from '../../evidence/say-expectations.ts';
import { filesWithTests } from '../../evidence/test-id.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import { staging } from '../../parts/check.ts';
import { advance, criteria, go, placeOf, type Step, type TaskDecision, type TaskView, takenIn } from '../moves.ts';
import { afterLook } from '../next-phase.ts';
import { gateAlone, passedTests } from '../run-step.ts';
import { type Done, onTheWhole, type StepRows } from '../step-row.ts';
import type { LookedBack, Proven, Task, TaskState, TaskStep } from '../task.ts';

/** null: there is nothing to hold on to. */
function standing(state: TaskState) {
  const [now, base] = [passedTests(state), testOf(state.known.work.baseline)];
  return now === null || base === null ? null : { ...now, base };
}

function stage(view: TaskView, at: Step<'staging_expectations'>): TaskDecision {
  const { id, state } = view.thing;
  if (standing(state) === null) return advance(state, afterLook(view.thing, 'expected', at.tree));
  if (at.later === undefined) return advance(state, { ...at, later: provenBefore(view, at.tree) });
  const place = placeOf(state);
  const turned = { ...place, base: { ...place.base, tree: at.tree } };
  const overlay = { globs: place.gatePlan.tests, asTheyWere: true } as const;
  const input = staging(turned, at.from?.tree ?? place.base.tree, `${id}/expectations-${state.runs}`, overlay);
  return { kind: 'perform', effect: { name: 'stage-tree', input } };
}

/** Where each criterion before the last had come to: what its tests expected may not be given up by those that follow. */
function provenBefore(view: TaskView, tree: string): readonly Proven[] {
  const { place, work } = view.thing.state.known;
  const passed = criteria(view).flatMap(({ spec, state: { at } }) =>
    at.kind === 'ended' && at.outcome.kind === 'passed' && labelsOf(spec).every((label) => work.done.includes(label))
      ? [{ spec, tree: at.outcome.tree }]
      : [],
  );
  // The tree of several holds the tests of each of them.
  const together = new Set(passed.flatMap((each) => (isOfOne(each) ? [] : labelsOf(each.spec))));
  const proven = passed
    .filter(({ spec }) => spec.member === undefined || !together.has(spec.label))
    .map(({ spec: { label }, tree }): Proven => ({ label, tree }));
  // What was done here since stands on that.
  const taken = takenIn(view);
  const before =
    taken?.state.known.work.proven == null ? [] : [{ label: taken.id, tree: taken.state.known.work.proven }];
  const others = [...before, ...proven].filter((each) => each.tree !== tree && each.tree !== place.base?.tree);
  return [...new Map(others.map((each) => [each.tree, each])).values()];
}

/** The next start whose tests are to hold, or what follows all of them. */
export function afterExpectations(thing: Task, { tree, later = [] }: Pick<LookedBack, 'tree' | 'later'>): TaskStep {
  const [from, ...rest] = later;
  return from === undefined
    ? afterLook(thing, 'expected', tree)
    : { kind: 'staging_expectations', tree, from, later: rest };
}

const backOf = ({ tree, from, later }: LookedBack): LookedBack => ({
  tree,
  ...(from && { from }),
  ...(later && { later }),
});

function staged({ thing, state, at, output }: Done<'staging_expectations', 'stage-tree'>): Applied<TaskState> {
  const { folder, laid = [], moreLaid, onlyTests } = output;
  const base = standing(state)?.base;
  const named = base?.ids != null;
  const back = backOf(at);
  if (laid.length === 0)
    return go(
      state,
      named && !at.from ? { ...back, kind: 'judging_expectations', old: null } : afterExpectations(thing, at),
    );
  // A whole that failed before anything was changed tells nothing by failing now.
  if (!named && (base?.verdict !== 'passed' || base.exit !== 0))
    return go(state, recorded(at, builtIn('expectations', 'skipped', untoldTests)));
  const known = !named ? null : at.from === undefined ? filesToRun(state, laid) : onlyTests ? laid : null;
  return go(state, { ...back, kind: 'expectations', folder, files: moreLaid ? null : known });
}

/** Data or helpers among them may be read by any test: then all are run. */
function filesToRun(state: TaskState, laid: readonly string[]): readonly string[] | null {
  const known = filesWithTests(standing(state)?.base.ids ?? null);
  return laid.every((path) => known.has(path)) ? laid : null;
}

const recorded = ({ tree, later }: LookedBack, result: GateResult): TaskStep => ({
  kind: 'recording_test',
  tree,
  results: [result],
  next: 'expected',
  ...(later && { later }),
});

function run(view: TaskView, at: Step<'expectations'>): TaskDecision {
  const { state } = view.thing;
  const there = standing(state);
  if (there === null) return advance(state, afterLook(view.thing, 'expected', at.tree));
  const came = gateAlone(view, at, { ...requestOf(there, at), only: at.files });
  if (came.kind === 'under_way') return came.decision;
  const old = { result: came.result, files: at.files };
  return advance(came.state, { ...backOf(at), kind: 'judging_expectations', old });
}

const requestOf = (
  { definition, base, whole }: NonNullable<ReturnType<typeof standing>>,
  { folder }: Step<'expectations'>,
) => ({ name: 'expectations', definition, folder, deadlineMs: redDeadline(definition, base, whole) });

function judge({ thing }: TaskView, { tree, from, old }: Step<'judging_expectations'>): TaskDecision {
  const { state } = thing;
  const there = standing(state);
  if (there === null) return advance(state, afterLook(thing, 'expected', tree));
  const { hub, base, gatePlan } = placeOf(state);
  const passed = there.base.ids?.passed ?? [];
  const input = { hub, base: base.tree, tree, plan: gatePlan, passed, old, ...(from && { from }) };
  return { kind: 'perform', effect: { name: 'judge-expectations', input } };
}

function judged({
  thing,
  state,
  at,
  output: { result },
}: Done<'judging_expectations', 'judge-expectations'>): Applied<TaskState> {
  if (result === null) return go(state, afterExpectations(thing, at));
  const { gate, verdict, why } = result;
  return go(state, recorded(at, result), [{ kind: 'gate_judged', data: { on: 'tree', gate, verdict, why } }]);
}

const row = { ...onTheWhole, says: 'runs the tests of the base as they were' } as const;

export const expectationSteps: StepRows<'staging_expectations' | 'expectations' | 'judging_expectations'> = {
  staging_expectations: { ...row, decide: stage, applied: { 'stage-tree': staged } },
  expectations: { ...row, decide: run },
  judging_expectations: { ...row, decide: judge, applied: { 'judge-expectations': judged } },
};
