// The gates of an attempt, one after another, and the proof that its tests were red.
import type { Decision } from '../decision.ts';
import type { GateDefinition } from '../evidence/gate-plan.ts';
import { unlessMissing } from '../evidence/missing-tool.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { Run, RunSpec } from '../run/run.ts';
import { staticResults } from './apply.ts';
import type { Criterion, CriterionState, CriterionView, Step } from './criterion.ts';
import { absentResult, builtIn, excuse, proveRed, testFirst } from './judge-attempt.ts';
import { spawn } from './spawn-run.ts';

/** Gates one after another in the same clean checkout: build before test. */
export function gate({ thing, children }: CriterionView, at: Step<'gating'>): Decision<CriterionState> {
  const { state, spec } = thing;
  const next = programGates(spec.gatePlan.gates)[at.results.length];
  if (next === undefined) return afterGates(thing, at);
  const absent = absentResult(next);
  if (absent !== null)
    return { kind: 'advance', state: { ...state, at: { ...at, results: [...at.results, absent] } }, said: [] };
  const key = `gate-${state.attempt}-${next.gate}-${state.cuts}`;
  const run = children.find((child) => child.key === key);
  if (run === undefined) return spawn(state, key, gateRun(thing, next, at.folder, null), []);
  if (run.state.kind !== 'ended') return { kind: 'wait', until: null, on: `the gate ${next.gate}` };
  if (run.state.ending?.kind === 'lost') return runAgain(state);
  const result = excuse(spec.baseline, resultOf(run, next));
  return {
    kind: 'advance',
    state: { ...state, at: { ...at, results: [...at.results, result] } },
    said: [
      {
        kind: 'gate_judged',
        data: { criterion: spec.label, gate: next.gate, verdict: result.verdict, why: result.why },
      },
    ],
  };
}

function afterGates(thing: Criterion, at: Step<'gating'>): Decision<CriterionState> {
  const { state, spec } = thing;
  const results = [...at.results, ...staticResults(thing, at.found, at.results)];
  const test = at.results.find((result) => result.gate === 'test');
  const level = testFirst(spec);
  const record = (more: GateResult): Decision<CriterionState> => ({
    kind: 'advance',
    state: { ...state, at: { kind: 'recording', found: at.found, results: [...results, more] } },
    said: [],
  });
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
  if (at.found.tests.length === 0) return record(proveRed(spec, [], null, test));
  return { kind: 'advance', state: { ...state, at: { kind: 'staging_red', found: at.found, results } }, said: [] };
}

export function red({ thing, children }: CriterionView, at: Step<'red'>): Decision<CriterionState> {
  const { state, spec } = thing;
  const definition = spec.gatePlan.gates.find((each) => each.gate === 'test');
  const green = at.results.find((result) => result.gate === 'test');
  if (definition === undefined || green === undefined) throw new Error('red without a test gate');
  const key = `gate-${state.attempt}-red-${state.cuts}`;
  const run = children.find((child) => child.key === key);
  if (run === undefined) return spawn(state, key, gateRun(thing, definition, at.folder, at.found.tests), []);
  if (run.state.kind !== 'ended') return { kind: 'wait', until: null, on: 'the gate red-first' };
  if (run.state.ending?.kind === 'lost') return runAgain(state);
  const result = proveRed(spec, at.found.tests, resultOf(run, definition), green);
  return {
    kind: 'advance',
    state: { ...state, at: { kind: 'recording', found: at.found, results: [...at.results, result] } },
    said: [
      {
        kind: 'gate_judged',
        data: { criterion: spec.label, gate: 'red-first', verdict: result.verdict, why: result.why },
      },
    ],
  };
}

/** A gate whose keeper died says nothing about the tree. */
const runAgain = (state: CriterionState): Decision<CriterionState> => ({
  kind: 'advance',
  state: { ...state, cuts: state.cuts + 1 },
  said: [{ kind: 'gate_lost' }],
});

/** Gates that need a program, in the order they are run. */
export const programGates = (gates: readonly GateDefinition[]): readonly GateDefinition[] =>
  gates
    .filter((each) => !['red-first', 'tamper', 'secrets', 'hooks'].includes(each.gate))
    .toSorted((a, b) => order(a.gate) - order(b.gate));

const order = (gate: string): number => {
  const at = ['build', 'types', 'lint', 'test'].indexOf(gate);
  return at < 0 ? 4 : at;
};

const gateRun = (
  { spec }: Criterion,
  definition: GateDefinition,
  folder: string,
  only: readonly string[] | null,
): RunSpec => ({
  purpose: { kind: 'gate', definition, folder, only, dependencies: spec.dependencies },
  deadlineMs: definition.deadlineMs,
  sandbox: spec.sandbox,
});

/** A gate that could not be run has failed, but where this machine has not its tool. */
export function resultOf(run: Run, definition: GateDefinition): GateResult {
  if (run.state.kind === 'ended' && run.state.result.kind === 'gate') return unlessMissing(run.state.result.result);
  const why =
    run.state.kind === 'ended' && run.state.result.kind === 'refused'
      ? run.state.result.failure.message
      : 'it could not be run';
  return { ...builtIn(definition.gate, 'failed', why), argv: definition.argv, source: definition.source };
}
