// What an attempt left in the copy: kept, looked at, checked by its gates one after another, and the proof that its tests were red.
import type { GateDefinition } from '../evidence/gate-plan.ts';
import { unlessMissing } from '../evidence/missing-tool.ts';
import { fileOf } from '../evidence/test-id.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { Run } from '../run/run.ts';
import type { Criterion, CriterionState, CriterionView, Step } from './criterion.ts';
import { endAttempt } from './end-attempt.ts';
import {
  absentResult,
  builtIn,
  byGate,
  excuse,
  fromFindings,
  guardTests,
  proveRed,
  testFirst,
} from './judge-attempt.ts';
import { advance, type CriterionDecision, type CriterionRows, spawn, to, wait } from './moves.ts';

export const gateSteps: CriterionRows<
  'capturing' | 'inspecting' | 'staging' | 'gating' | 'green' | 'staging_red' | 'red' | 'recording'
> = {
  capturing: {
    act: 'snapshot',
    input: ({ thing: { id, spec, state } }) => ({
      ...{ hub: spec.hub, copy: spec.copy, base: spec.base.tree, label: `${id}/attempt-${state.attempt}` },
    }),
    applied: ({ state }, _, { tree, changes }) => to(state, { kind: 'inspecting', tree, changes }),
  },
  inspecting: {
    act: 'inspect-change',
    input: ({ thing: { spec } }, { tree }) => ({
      ...{ hub: spec.hub, base: spec.base.tree, tree, plan: spec.gatePlan, settings: spec.gateSettings },
    }),
    applied: ({ state }, { tree, changes }, output) =>
      to(state, { kind: 'staging', found: { tree, changes, ...output } }),
  },
  staging: {
    act: 'stage-tree',
    input: ({ thing }, { found }) => ({
      ...staged(thing, found.tree),
      ...{ overlay: null, label: `${thing.id}/${thing.state.attempt}` },
    }),
    applied: ({ state }, { found }, { folder }) => to(state, { kind: 'gating', found, folder, results: [] }),
  },
  gating: { act: null, decide: gate },
  green: { act: null, decide: green },
  staging_red: {
    act: 'stage-tree',
    input: ({ thing }, { found }) => ({
      ...staged(thing, found.tree),
      overlay: found.moreTests ? { globs: thing.spec.gatePlan.tests } : found.tests,
      label: `${thing.id}/${thing.state.attempt}-red`,
    }),
    applied: ({ state }, at, { folder }) => to(state, { ...at, kind: 'red', folder }),
  },
  red: { act: null, decide: red },
  recording: {
    act: 'record-evidence',
    input: ({ thing: { spec, state } }, { found, results }) => ({
      ...{ base: spec.base.commit, tree: found.tree, definitions: spec.gatePlan.definitions },
      ...{ criterion: spec.label, attempt: state.attempt, results },
    }),
    applied: (thing, { results, found }) => endAttempt(thing, results, found.tree),
  },
};

const staged = ({ spec }: Criterion, tree: string) => ({
  hub: spec.hub,
  tree,
  base: spec.base.tree,
  dependencies: spec.dependencies,
  folders: spec.gatePlan.dependencyFolders,
  repository: false,
});

/** All that was found in the tree without running anything, and what the test counts say. */
function staticResults(
  thing: Criterion,
  found: Step<'staging'>['found'],
  results: readonly GateResult[],
): readonly GateResult[] {
  return [
    fromFindings('tamper', [...found.tamper, ...guardTests(thing.spec.baseline, results)]),
    fromFindings('secrets', found.secrets),
    ...byGate(found.others ?? []),
  ];
}

/** Gates one after another in the same clean checkout: build before test. */
function gate(view: CriterionView, at: Step<'gating'>): CriterionDecision {
  const { state, spec } = view.thing;
  const next = programGates(spec.gatePlan.gates)[at.results.length];
  if (next === undefined) return afterGates(view.thing, at);
  const absent = absentResult(next);
  if (absent !== null) return advance(state, { ...at, results: [...at.results, absent] });
  const came = runGate(view, { name: next.gate, definition: next, folder: at.folder, only: null });
  if (came.kind === 'under_way') return came.decision;
  const result = excuse(spec.baseline, unlessMissing(came.result));
  return advance(state, { ...at, results: [...at.results, result] }, [judged(view.thing, result)]);
}

function afterGates(thing: Criterion, at: Step<'gating'>): CriterionDecision {
  const { state, spec } = thing;
  const results = [...at.results, ...staticResults(thing, at.found, at.results)];
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
  const came = runGate(view, { name: 'green', definition: testGate(view.thing), folder, only: found.tests });
  if (came.kind === 'under_way') return came.decision;
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
  const came = runGate(view, {
    ...{ name: 'red', definition, folder: at.folder },
    // What the runner collects of the change reads what else was changed.
    only: handed.length > 0 ? handed : null,
    deadlineMs: redDeadline(definition, spec.baseline.find((each) => each.gate === 'test') ?? null, half),
  });
  if (came.kind === 'under_way') return came.decision;
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

const judged = ({ spec }: Criterion, { gate: name, verdict, why }: GateResult) => ({
  kind: 'gate_judged',
  data: { criterion: spec.label, gate: name, verdict, why },
});

type Wanted = {
  readonly name: string;
  readonly definition: GateDefinition;
  readonly folder: string;
  readonly only: readonly string[] | null;
  /** Absent: the gate's own. */
  readonly deadlineMs?: number;
};
type Came =
  | { readonly kind: 'under_way'; readonly decision: CriterionDecision }
  | { readonly kind: 'ended'; readonly result: GateResult };

/** One run of this attempt, begun anew where its keeper died. */
function runGate({ thing, children }: CriterionView, wanted: Wanted): Came {
  const { state, spec } = thing;
  const { name, definition, folder, only } = wanted;
  const key = `gate-${state.attempt}-${name}-${state.cuts}`;
  const run = children.find((child) => child.key === key);
  const underWay = (decision: CriterionDecision): Came => ({ kind: 'under_way', decision });
  if (run === undefined) {
    const purpose = { kind: 'gate', definition, folder, only, dependencies: spec.dependencies } as const;
    const deadlineMs = wanted.deadlineMs ?? definition.deadlineMs;
    return underWay(spawn(state, key, { purpose, deadlineMs, sandbox: spec.sandbox }));
  }
  if (run.state.kind !== 'ended') return underWay(wait(`the gate ${name}`));
  if (run.state.ending?.kind === 'lost') return underWay(runAgain(state));
  return { kind: 'ended', result: plainResult(run, definition) };
}

/** A gate whose keeper died says nothing about the tree. */
const runAgain = (state: CriterionState): CriterionDecision => ({
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

/** A gate that could not be run has failed, but where this machine has not its tool. */
export const resultOf = (run: Run, definition: GateDefinition): GateResult =>
  unlessMissing(plainResult(run, definition));

/** A half of a proof is taken as it ended: what it does not find may be what the change brings. */
function plainResult(run: Run, definition: GateDefinition): GateResult {
  if (run.state.kind === 'ended' && run.state.result.kind === 'gate') return run.state.result.result;
  const why =
    run.state.kind === 'ended' && run.state.result.kind === 'refused'
      ? run.state.result.failure.message
      : 'it could not be run';
  return { ...builtIn(definition.gate, 'failed', why), argv: definition.argv, source: definition.source };
}
