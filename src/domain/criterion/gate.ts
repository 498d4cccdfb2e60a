// What an attempt left in the copy: kept, looked at, checked by its gates one after another, and the proof that its tests were red.

import type { GateDefinition } from '../evidence/gate-plan.ts';
import { fileOf } from '../evidence/test-id.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { Said } from '../fact/fact.ts';
import {
  type Came,
  capturing,
  foundResults,
  inspecting,
  nextGate,
  recording,
  runGate,
  staging,
} from '../parts/check.ts';
import type { Run } from '../run/run.ts';
import type { Criterion, CriterionState, CriterionView, Step } from './criterion.ts';
import { endAttempt } from './end-attempt.ts';
import { builtIn, excuse, guardTests, proveRed, testFirst } from './judge-attempt.ts';
import { advance, type CriterionDecision, type CriterionRows, spawn, to, wait } from './moves.ts';

export { programGates, resultOf } from '../parts/check.ts';

export const gateSteps: CriterionRows<
  'capturing' | 'inspecting' | 'staging' | 'gating' | 'green' | 'staging_red' | 'red' | 'recording'
> = {
  capturing: {
    act: 'snapshot',
    input: ({ thing: { id, spec, state } }) => capturing(spec, spec.copy, `${id}/attempt-${state.attempt}`),
    applied: ({ state }, _, { tree, changes }) => to(state, { kind: 'inspecting', tree, changes }),
  },
  inspecting: {
    act: 'inspect-change',
    input: ({ thing: { spec } }, { tree }) => inspecting(spec, tree),
    applied: ({ state }, { tree, changes }, output) =>
      to(state, { kind: 'staging', found: { tree, changes, ...output } }),
  },
  staging: {
    act: 'stage-tree',
    input: ({ thing: { id, spec, state } }, { found }) => staging(spec, found.tree, `${id}/${state.attempt}`),
    applied: ({ state }, { found }, { folder }) => to(state, { kind: 'gating', found, folder, results: [] }),
  },
  gating: { act: null, decide: gate },
  green: { act: null, decide: green },
  staging_red: {
    act: 'stage-tree',
    input: ({ thing: { id, spec, state } }, { found }) =>
      staging(
        spec,
        found.tree,
        `${id}/${state.attempt}-red`,
        found.moreTests ? { globs: spec.gatePlan.tests } : found.tests,
      ),
    applied: ({ state }, at, { folder }) => to(state, { ...at, kind: 'red', folder }),
  },
  red: { act: null, decide: red },
  recording: {
    act: 'record-evidence',
    input: ({ thing: { spec, state } }, { found, results }) =>
      recording(spec, found.tree, results, { criterion: spec.label, attempt: state.attempt }),
    applied: (thing, { results, found }) => endAttempt(thing, results, found.tree),
  },
};

/** One after another. */
function gate(view: CriterionView, at: Step<'gating'>): CriterionDecision {
  const { state, spec } = view.thing;
  const next = nextGate(spec, at, ({ gate: name }) => runOf(view, name));
  if (next.kind === 'done') return afterGates(view.thing, at);
  if (next.kind !== 'judged') return underWay(view, next.gate, next);
  const result = next.ran ? excuse(spec.baseline, next.result) : next.result;
  return advance(state, { ...at, results: [...at.results, result] }, next.ran ? [judged(view.thing, result)] : []);
}

function afterGates(thing: Criterion, at: Step<'gating'>): CriterionDecision {
  const { state, spec } = thing;
  const results = [...at.results, ...foundResults(at.found, guardTests(spec.baseline, at.results))];
  const test = at.results.find((result) => result.gate === 'test');
  const level = testFirst(spec);
  const record = (more: GateResult): CriterionDecision =>
    advance(state, { kind: 'recording', found: at.found, results: [...results, more] });
  if (level !== 'enforce')
    return record(
      builtIn(
        'red-first',
        level === 'observe' ? 'not_configured' : 'skipped',
        level === 'observe' ? 'no test runner was found, so nothing can be proven' : `not asked of ${spec.kind}`,
      ),
    );
  if (test?.verdict === 'not_configured')
    return record(
      builtIn('red-first', 'not_configured', `the tests tell nothing, so nothing can be proven: ${test.why}`),
    );
  if (test?.verdict !== 'passed') return record(builtIn('red-first', 'skipped', 'the tests are not green yet'));
  const { found, folder } = at;
  if (found.tests.length === 0) return record(proveRed(spec, { tests: [], handed: [], red: null, green: test }));
  // What failed on the base already can keep the whole from telling of the new tests.
  const hidden = test.exit !== 0 && !found.moreTests && handedTo(found.tests, test).length < found.tests.length;
  const next: CriterionState['at'] = hidden
    ? { kind: 'green', found, folder, results }
    : { kind: 'staging_red', found, results };
  return advance(state, next);
}

/** The green half by itself, with the very files that the red half is given. */
function green(view: CriterionView, at: Step<'green'>): CriterionDecision {
  const { found, folder, results } = at;
  const wanted = { name: 'green', definition: testGate(view.thing), folder, only: found.tests };
  const came = runGate(view.thing.spec, wanted, runOf(view, 'green'));
  if (came.kind !== 'ended') return underWay(view, 'green', came);
  const next: CriterionState['at'] = { kind: 'staging_red', found, results, green: came.result };
  return advance(view.thing.state, next);
}

function red(view: CriterionView, at: Step<'red'>): CriterionDecision {
  const { state, spec } = view.thing;
  const definition = testGate(view.thing);
  const whole = at.results.find((result) => result.gate === 'test');
  if (whole === undefined) throw new Error('red without a test gate');
  // So many are not handed over by name: all that the runner has is run.
  const tests = at.found.moreTests ? [] : at.found.tests;
  const half = at.green ?? whole;
  const handed = handedTo(tests, half);
  const wanted = {
    ...{ name: 'red', definition, folder: at.folder },
    // What the runner collects of the change reads what else was changed.
    only: handed.length > 0 ? handed : null,
    deadlineMs: redDeadline(definition, spec.baseline.find((each) => each.gate === 'test') ?? null, half),
  };
  const came = runGate(spec, wanted, runOf(view, 'red'));
  if (came.kind !== 'ended') return underWay(view, 'red', came);
  const result = proveRed(spec, { tests: at.found.tests, handed, red: came.result, green: whole, half });
  return advance(state, { kind: 'recording', found: at.found, results: [...at.results, result] }, [
    judged(view.thing, result),
  ]);
}

/** Of the changed files those that the runner collected with the change; all where it does not tell. */
export function handedTo(tests: readonly string[], { ids }: GateResult): readonly string[] {
  if (ids === null) return tests;
  const collected = new Set([...ids.passed, ...ids.failed, ...ids.skipped].map(fileOf));
  return tests.filter((path) => collected.has(path));
}

const shortestRed = 60_000;

/** A bug may be that it never ends: a few times what the tests take where they end, and never longer than the gate itself may. */
export function redDeadline({ deadlineMs }: GateDefinition, base: GateResult | null, half: GateResult): number {
  if (base === null) return deadlineMs;
  return Math.min(deadlineMs, Math.max(shortestRed, 3 * Math.max(base.durationMs, half.durationMs)));
}

function testGate({ spec }: Criterion): GateDefinition {
  const definition = spec.gatePlan.gates.find((each) => each.gate === 'test');
  if (definition === undefined) throw new Error('no test gate');
  return definition;
}

const judged = ({ spec }: Criterion, { gate: name, verdict, why }: GateResult): Said => ({
  kind: 'gate_judged',
  data: { criterion: spec.label, gate: name, verdict, why },
});

/** One run of this attempt; a proof's halves are runs of the same gate under names of their own. */
const keyOf = ({ attempt, cuts }: CriterionState, name: string): string => `gate-${attempt}-${name}-${cuts}`;

const runOf = ({ thing, children }: CriterionView, name: string): Run | null =>
  children.find((child) => child.key === keyOf(thing.state, name)) ?? null;

/** Begun, waited for, or begun anew where its keeper died. */
function underWay(
  { thing: { state } }: CriterionView,
  name: string,
  came: Exclude<Came, { kind: 'ended' }>,
): CriterionDecision {
  switch (came.kind) {
    case 'begin':
      return spawn(state, keyOf(state, name), came.run);
    case 'wait':
      return wait(came.on);
    case 'lost':
      return advance({ ...state, cuts: state.cuts + 1 }, state.at, [{ kind: 'gate_lost' }]);
  }
}
