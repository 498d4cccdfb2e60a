// Once all gates have passed on the whole: the tests of the base that the change touched run as they were, and none that passed may be lost.

import { redDeadline } from '../../criterion/gate.ts';
import { builtIn, testOf } from '../../criterion/judge-attempt.ts';
import type { Applied } from '../../decision.ts';
import type { GateDefinition } from '../../evidence/gate-plan.ts';
import { untoldTests } from '../../evidence/say-expectations.ts';
import { fileOf } from '../../evidence/test-id.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import { runGate, staging } from '../../parts/check.ts';
import {
  advance,
  go,
  lastRun,
  placeOf,
  type Step,
  startRun,
  type TaskDecision,
  type TaskView,
  wait,
} from '../moves.ts';
import { atWork, type Done, type StepRows } from '../step-row.ts';
import type { TaskState, TaskStep } from '../task.ts';

/** null: no tests spoke for this tree, so there is nothing to hold on to. */
function standing({ known: { place, work } }: TaskState) {
  const { baseline, results } = work;
  const definition = place.gatePlan?.gates.find(({ gate, absent }) => gate === 'test' && absent === null);
  const [base, now] = [testOf(baseline), testOf(results)];
  return definition === undefined || base === null || now?.verdict !== 'passed' ? null : { definition, base, now };
}

function stage({ thing: { id, state } }: TaskView, { tree }: Step<'staging_expectations'>): TaskDecision {
  if (standing(state) === null) return advance(state, { kind: 'staging_hooks', tree });
  const place = placeOf(state);
  const turned = { ...place, base: { ...place.base, tree } };
  const overlay = { globs: place.gatePlan.tests, asTheyWere: true } as const;
  const input = staging(turned, place.base.tree, `${id}/expectations-${state.runs}`, overlay);
  return { kind: 'perform', effect: { name: 'stage-tree', input } };
}

function staged({ state, at: { tree }, output }: Done<'staging_expectations', 'stage-tree'>): Applied<TaskState> {
  const { folder, laid = [], moreLaid } = output;
  const named = standing(state)?.base.ids != null;
  if (laid.length === 0)
    return go(state, named ? { kind: 'judging_expectations', tree, old: null } : { kind: 'staging_hooks', tree });
  if (!named) return go(state, recorded(tree, builtIn('expectations', 'skipped', untoldTests)));
  const files = moreLaid ? null : filesToRun(state, laid);
  return go(state, { kind: 'expectations', tree, folder, files });
}

/** Data or helpers among them may be read by any test: then all are run. */
function filesToRun(state: TaskState, laid: readonly string[]): readonly string[] | null {
  const { passed = [], failed = [], skipped = [] } = standing(state)?.base.ids ?? {};
  const known = new Set([...passed, ...failed, ...skipped].map(fileOf));
  return laid.every((path) => known.has(path)) ? laid : null;
}

const recorded = (tree: string, result: GateResult): TaskStep => ({
  ...{ kind: 'recording_test', tree, results: [result], next: 'expected' },
});

function run(view: TaskView, at: Step<'expectations'>): TaskDecision {
  const { state, spec } = view.thing;
  const there = standing(state);
  if (there === null) return advance(state, { kind: 'staging_hooks', tree: at.tree });
  const wanted = { ...requestOf(there, at), only: at.files };
  const ground = { ...placeOf(state), sandbox: spec.settings.sandbox };
  const came = runGate(ground, wanted, state.fetched >= state.runs ? null : (lastRun(view) ?? 'wait'));
  const dealt = { ...state, fetched: state.runs };
  switch (came.kind) {
    case 'begin':
      return startRun(state, came.run);
    case 'wait':
      return wait(came.on);
    case 'lost':
      return advance(dealt, at);
    case 'ended': {
      const old = { result: came.result, files: at.files };
      return advance(dealt, { kind: 'judging_expectations', tree: at.tree, old });
    }
  }
}

const requestOf = (
  {
    definition,
    base,
    now,
  }: { readonly definition: GateDefinition; readonly base: GateResult; readonly now: GateResult },
  { folder }: Step<'expectations'>,
) => ({ name: 'expectations', definition, folder, deadlineMs: redDeadline(definition, base, now) });

function judge({ thing: { state } }: TaskView, { tree, old }: Step<'judging_expectations'>): TaskDecision {
  const there = standing(state);
  if (there === null) return advance(state, { kind: 'staging_hooks', tree });
  const { hub, base, gatePlan } = placeOf(state);
  const input = { hub, base: base.tree, tree, plan: gatePlan, passed: there.base.ids?.passed ?? [], old };
  return { kind: 'perform', effect: { name: 'judge-expectations', input } };
}

function judged({
  state,
  at: { tree },
  output: { result },
}: Done<'judging_expectations', 'judge-expectations'>): Applied<TaskState> {
  if (result === null) return go(state, { kind: 'staging_hooks', tree });
  const { gate, verdict, why } = result;
  return go(state, recorded(tree, result), [{ kind: 'gate_judged', data: { on: 'tree', gate, verdict, why } }]);
}

const row = { ...atWork, phase: 'test', says: 'runs the tests of the base as they were' } as const;

export const expectationSteps: StepRows<'staging_expectations' | 'expectations' | 'judging_expectations'> = {
  staging_expectations: { ...row, decide: stage, applied: { 'stage-tree': staged } },
  expectations: { ...row, decide: run },
  judging_expectations: { ...row, decide: judge, applied: { 'judge-expectations': judged } },
};
