// What an attempt left in the copy: kept, looked at, checked by its gates one after another, and the proof that its tests were red.

import type { Gathered } from '../effect/tree.ts';
import type { Change, GateDefinition } from '../evidence/gate-plan.ts';
import { reachByStriking } from '../evidence/lines.ts';
import { fileOf } from '../evidence/test-id.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { Said } from '../fact/fact.ts';
import {
  capturing,
  foundResults,
  type GateProgress,
  inspecting,
  nextGate,
  recording,
  runGate,
  staging,
} from '../parts/check.ts';
import { beyondScope } from '../plan/read-frame.ts';
import type { LinesWanted, Run } from '../run/run.ts';
import { sayFew } from '../text/counted.ts';
import { endBeat, inspectedIn, isForTests, lostToForm, sayRetested, testsFound, treeLabel } from './beat.ts';
import type { Checked, Criterion, CriterionState, CriterionView, Step } from './criterion.ts';
import { holdExpected } from './expected.ts';
import {
  builtIn,
  failing,
  fixedTests,
  guardTests,
  judgeGate,
  judgeUnchanged,
  lightenEdits,
  proveRed,
  startOf,
  testFirst,
  testOf,
  untoldTarget,
} from './judge-attempt.ts';
import { advance, type CriterionDecision, type CriterionRows, spawn, to, wait } from './moves.ts';
import { isToSort } from './sort-work.ts';
import { checkedBy, gateThatVerifies, judgeVerify, notRed, verifyGate } from './verify.ts';

const checks = (where: string): string => `checks ${where}`;

export const gateSteps: CriterionRows<
  | 'capturing'
  | 'inspecting'
  | 'staging'
  | 'gating'
  | 'green'
  | 'staging_struck'
  | 'striking'
  | 'staging_red'
  | 'staging_settings'
  | 'red'
  | 'recording'
> = {
  capturing: {
    says: checks,
    act: 'snapshot',
    input: ({ thing }) => ({
      ...capturing(thing.spec, thing.spec.copy, treeLabel(thing)),
      ...(thing.spec.gathers !== undefined && { gather: { from: thing.spec.gathers } }),
    }),
    applied: ({ state, spec }, _, { tree, changes, total, gathered }) =>
      to(
        gathered === undefined || isNone(gathered) ? state : { ...state, gathered },
        isToSort(spec, changes, total !== undefined)
          ? { kind: 'sorting', tree }
          : { kind: 'inspecting', tree, changes },
        sayGathered(spec.label, state.gathered, gathered),
      ),
  },
  inspecting: {
    says: checks,
    act: 'inspect-change',
    input: ({ thing }, { tree }) => inspecting(thing.spec, tree, thing.spec.start?.tree, inspectedIn(thing)),
    applied: (thing, { tree, changes, others: before = [] }, output) => {
      const { scope } = thing.spec;
      const beyond = scope === undefined ? [] : beyondScope(scope, scope.named, changes.flatMap(pathsOf));
      const others = [...(output.others ?? []), ...before, ...beyond];
      const found = { tree, changes, ...output, ...(others.length > 0 && { others }) };
      return isForTests(thing) ? testsFound(thing, found) : to(thing.state, { kind: 'staging', found });
    },
  },
  staging: {
    says: checks,
    act: 'stage-tree',
    input: ({ thing: { id, spec, state } }, { found }) => staging(spec, found.tree, `${id}/${state.attempt}`),
    applied: ({ state }, { found }, { folder }) => to(state, { kind: 'gating', found, folder, results: [] }),
  },
  gating: { says: checks, act: null, decide: gate },
  green: { says: checks, act: null, decide: green },
  staging_struck: {
    says: checks,
    act: 'stage-tree',
    input: ({ thing: { id, spec, state } }, { found }) => {
      const { tests, guarded } = spec.gatePlan;
      const overlay = { struck: startOf(spec).tree, plan: { tests, guarded } };
      return staging(spec, found.tree, `${id}/${state.attempt}-struck`, overlay);
    },
    applied: ({ state }, at, { folder, struck }) =>
      to(state, struck === undefined ? { ...at, kind: 'staging_red' } : { ...at, kind: 'striking', folder, struck }),
  },
  striking: { says: checks, act: null, decide: strike },
  staging_red: {
    says: checks,
    act: 'stage-tree',
    input: ({ thing: { id, spec, state } }, { found }) =>
      staging(
        { ...spec, base: { ...spec.base, tree: startOf(spec).tree } },
        found.tree,
        `${id}/${state.attempt}-red`,
        found.moreTests ? { globs: spec.gatePlan.tests } : found.tests,
      ),
    applied: ({ state }, at, { folder }) => to(state, { ...at, kind: 'red', folder }),
  },
  staging_settings: {
    says: checks,
    act: 'stage-tree',
    input: ({ thing: { id, spec, state } }, { found }) => {
      const start = { ...spec, base: { ...spec.base, tree: startOf(spec).tree } };
      const overlay = { globs: spec.gatePlan.tests, settings: spec.gatePlan };
      return staging(start, found.tree, `${id}/${state.attempt}-settings`, overlay);
    },
    applied: ({ state }, { missed, ...made }, { folder, laid = [] }) =>
      to(
        state,
        laid.length === 0
          ? { kind: 'recording', found: made.found, results: [...made.results, missed] }
          : { ...made, kind: 'red', folder, settings: laid },
      ),
  },
  red: { says: checks, act: null, decide: red },
  recording: {
    says: checks,
    act: 'record-evidence',
    input: ({ thing: { spec, state } }, { found, results }) =>
      recording(
        spec,
        found.tree,
        results,
        spec.together === undefined ? { criterion: spec.label, attempt: state.attempt } : undefined,
      ),
    applied: (thing, { results, found }) => endBeat(thing, results, found),
  },
};

const isNone = ({ added, refused }: Gathered): boolean => added.length + refused.length === 0;

/** Once for what is new. */
function sayGathered(node: string, before: Gathered | undefined, now: Gathered | undefined): readonly Said[] {
  if (now === undefined || isNone(now) || JSON.stringify(before) === JSON.stringify(now)) return [];
  return [{ kind: 'task_files_found', data: { node, files: now.added.map(({ path }) => path), unread: now.refused } }];
}

const pathsOf = ({ path, from }: Change): readonly string[] => (from === null ? [path] : [from, path]);

/** One after another. */
function gate(view: CriterionView, at: Step<'gating'>): CriterionDecision {
  const { state, spec } = view.thing;
  const next = nextGate(spec, { ...at, tree: at.found.tree }, ({ gate: name }) => runOf(view, name));
  if (next.kind === 'done') return verify(view, at) ?? afterGates(view.thing, at);
  if (next.kind !== 'judged') return underWay(view, next.gate, next);
  const result = next.ran ? judgeGate(spec, next.result) : next.result;
  return advance(state, { ...at, results: [...next.before, result] }, next.ran ? [judged(view.thing, result)] : []);
}

/** What the plan checks it by, once all else passes. Null: it has spoken, or there is nothing to run. */
function verify(view: CriterionView, at: Step<'gating'>): CriterionDecision | null {
  if (failing(at.results).length > 0) return null;
  for (const checked of checkedBy(view.thing.spec)) {
    const decided = verifyOne(view, at, checked);
    if (decided !== null) return decided;
  }
  return null;
}

function verifyOne(view: CriterionView, at: Step<'gating'>, checked: Checked): CriterionDecision | null {
  const { state, spec } = view.thing;
  const definition = verifyGate(spec, checked);
  if (definition === null) return expectOfGate(view.thing, at, checked);
  if (at.results.some(({ gate: name }) => name === definition.gate)) return null;
  const came = runGate(spec, { definition, folder: at.folder }, runOf(view, definition.gate));
  if (came.kind !== 'ended') return underWay(view, definition.gate, came);
  const result = holdExpected(checked.expected, judgeVerify(came.result));
  return advance(state, { ...at, results: [...at.results, result] }, [judged(view.thing, result)]);
}

/** Where a gate of the repository is what the plan checks it by, what it expects is looked up in that one's result. */
function expectOfGate(
  { spec, state }: Criterion,
  at: Step<'gating'>,
  { verify, expected }: Checked,
): CriterionDecision | null {
  const gate = gateThatVerifies(spec, verify);
  const said = at.results.find((each) => each.gate === gate?.gate);
  if (said === undefined || expected === undefined || said.exit === null) return null;
  const held = holdExpected(expected, said);
  if (held.verdict === said.verdict || at.results.includes(held)) return null;
  return advance(state, { ...at, results: at.results.map((each) => (each === said ? held : each)) });
}

function afterGates(thing: Criterion, at: Step<'gating'>): CriterionDecision {
  const { state, spec } = thing;
  const lost = [...guardTests(spec.baseline, at.results), ...lostToForm(thing, at.results)];
  const besides = foundResults(at.found, lost);
  const all = [...at.results, ...untoldTarget(spec, at.results), ...besides];
  const results = lightenEdits(spec.baseline, all, ['removed']);
  const test = testOf(at.results);
  const level = testFirst(spec);
  const record = (more: GateResult): CriterionDecision =>
    advance(state, { kind: 'recording', found: at.found, results: [...results, more] });
  const idle = judgeUnchanged(spec, at.found.tree);
  if (idle !== null) return record(idle);
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
  if (found.tests.length === 0) {
    const proven = proveRed(spec, { tests: [], handed: [], red: null, green: test });
    return record(sayRetested(proven, found.sinceRed));
  }
  // What failed before can keep the whole from telling of the new tests.
  const apart = isHidden(at, test) || canBeProbed(thing, at, test);
  const next: CriterionState['at'] = apart
    ? { kind: 'green', found, folder, results }
    : { kind: 'staging_red', found, results };
  return advance(state, next);
}

const isHidden = ({ found }: Pick<Step<'green'>, 'found'>, whole: GateResult): boolean =>
  whole.exit !== 0 && !found.moreTests && handedTo(found.tests, whole).length < found.tests.length;

/** It names its tests, so that ours can be told from them; one that cannot be given some of them alone runs all. */
function canBeProbed(thing: Criterion, { found }: Pick<Step<'green'>, 'found'>, whole: GateResult): boolean {
  const { reach = null } = testGate(thing);
  const reached = reach !== null && reach.flags !== 'none';
  return reached && whole.ids !== null && !found.moreTests && handedTo(found.tests, whole).length > 0;
}

/** The green half by itself, with the very files that the red half is given. */
function green(view: CriterionView, at: Step<'green'>): CriterionDecision {
  const { found, folder, results } = at;
  const whole = testIn(results);
  const hidden = isHidden(at, whole);
  const only = withFixed(view.thing, hidden ? found.tests : handedTo(found.tests, whole), whole);
  const wanted = {
    name: 'green',
    definition: testGate(view.thing),
    folder,
    only,
    ...(canBeProbed(view.thing, at, whole) && {
      canary: only.map((path) => ({ path, like: aTestOf(path, whole) })),
      lines: linesOf(view.thing, found.tree),
    }),
  };
  const came = runGate(view.thing.spec, wanted, runOf(view, 'green'));
  if (came.kind !== 'ended') return underWay(view, 'green', came);
  const { canary, lines } = came.result;
  const blind = lines?.kind === 'untold' && lines.blind === true;
  const next: CriterionState['at'] = {
    kind: blind ? 'staging_struck' : 'staging_red',
    found,
    results,
    ...(hidden && { green: came.result }),
    ...((canary || lines) && { probe: { ...(canary && { canary }), ...(lines && { lines }) } }),
  };
  return advance(view.thing.state, next);
}

/** The same tests with the change, whose functions end the program: what passes there as well calls none of them. */
function strike(view: CriterionView, at: Step<'striking'>): CriterionDecision {
  const { folder, struck, ...made } = at;
  const { state, spec } = view.thing;
  const definition = testGate(view.thing);
  const whole = testIn(at.results);
  const half = at.green ?? whole;
  const only = withFixed(view.thing, handedTo(at.found.tests, half), whole);
  const deadlineMs = redDeadline(definition, startOf(spec).test, half);
  const came = runGate(spec, { name: 'struck', definition, folder, only, deadlineMs }, runOf(view, 'struck'));
  if (came.kind !== 'ended') return underWay(view, 'struck', came);
  const asked = (half.ids?.passed ?? []).filter((id) => only.includes(fileOf(id)));
  const lines = reachByStriking(struck, asked, came.result.ids);
  return advance(state, { ...made, kind: 'staging_red', ...(lines && { probe: { ...at.probe, lines } }) });
}

/** What is new of it since it began. */
function linesOf({ spec }: Criterion, to: string): LinesWanted {
  const { tests, guarded } = spec.gatePlan;
  return { hub: spec.hub, from: startOf(spec).tree, to, plan: { tests, guarded } };
}

/** Suites and name of the first test of a file that passes; none where nothing is known of it. */
export function aTestOf(path: string, { ids }: Pick<GateResult, 'ids'>): readonly string[] {
  const id = ids?.passed.find((each) => each !== path && fileOf(each) === path && each.length < longestName);
  return id === undefined ? [] : id.split(' > ').slice(1);
}
const longestName = 300;

function red(view: CriterionView, at: Step<'red'>): CriterionDecision {
  const { state, spec } = view.thing;
  const definition = testGate(view.thing);
  const whole = testIn(at.results);
  // So many are not handed over by name: all that the runner has is run.
  const tests = at.found.moreTests ? [] : withFixed(view.thing, at.found.tests, whole);
  const half = at.green ?? whole;
  const handed = handedTo(tests, half);
  const wanted = {
    name: at.settings === undefined ? 'red' : 'red-settings',
    definition,
    folder: at.folder,
    missing: linesOf(view.thing, at.found.tree),
    // What the runner collects of the change reads what else was changed.
    only: handed.length > 0 ? handed : null,
    deadlineMs: redDeadline(definition, startOf(spec).test, half),
  };
  const came = runGate(spec, wanted, runOf(view, wanted.name));
  if (came.kind !== 'ended') return underWay(view, wanted.name, came);
  const early = verifyBefore(view, at);
  if ('decision' in early) return early.decision;
  const { probe } = at;
  const halves = {
    tests: at.found.tests,
    handed,
    red: came.result,
    green: whole,
    half,
    idle: at.found.idle === true,
    ...(probe && { probe }),
  };
  const result = withSettings(sayRetested(proveRed(spec, halves), at.found.sinceRed), at.settings);
  if (at.settings === undefined && isUncollected(at.found.tests, half, came.result) && result.verdict === 'failed') {
    const { folder: _folder, ...made } = at;
    return advance(state, { ...made, kind: 'staging_settings', missed: result });
  }
  return advance(state, { kind: 'recording', found: at.found, results: [...early.results, result] }, [
    judged(view.thing, result),
  ]);
}

/** The runner knows them with the change, and none of them without it. */
function isUncollected(tests: readonly string[], half: GateResult, red: GateResult): boolean {
  if (half.ids === null || handedTo(tests, half).length === 0) return false;
  return red.ids === null ? red.counts === null || red.counts.total === 0 : handedTo(tests, red).length === 0;
}

/** Whatever they say of the work, a person is asked about them. */
const withSettings = (result: GateResult, settings: readonly string[] | undefined): GateResult =>
  settings === undefined || result.verdict !== 'passed'
    ? result
    : {
        ...result,
        why: `${result.why}; the red half has the changed ${sayFew(settings, 3)}, without which its tests are not collected`,
      };

/** What the plan checks it by is run without the change as well: what passes there already is said. */
function verifyBefore(
  view: CriterionView,
  at: Step<'red'>,
): { readonly decision: CriterionDecision } | { readonly results: readonly GateResult[] } {
  const { spec } = view.thing;
  const definition = spec.together === undefined ? verifyGate(spec, spec) : null;
  const passed = at.results.find((each) => each.gate === definition?.gate && each.verdict === 'passed');
  if (definition === null || passed === undefined) return { results: at.results };
  const name = `${definition.gate}-before`;
  const came = runGate(spec, { name, definition, folder: at.folder }, runOf(view, name));
  if (came.kind !== 'ended') return { decision: underWay(view, name, came) };
  const told = came.result.verdict === 'passed' ? notRed(passed) : passed;
  return { results: at.results.map((each) => (each === passed ? told : each)) };
}

function testIn(results: readonly GateResult[]): GateResult {
  const test = testOf(results);
  if (test === null) throw new Error('a half of a proof without the tests as a whole');
  return test;
}

/** A test that failed before and passes now must fail beside the changed tests as well: else those mended it. */
const withFixed = ({ spec }: Criterion, tests: readonly string[], whole: GateResult): readonly string[] => [
  ...new Set([...tests, ...fixedTests(spec, whole).map(fileOf)]),
];

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

export function testGate({ spec }: Criterion): GateDefinition {
  const definition = spec.gatePlan.gates.find((each) => each.gate === 'test');
  if (definition === undefined) throw new Error('no test gate');
  return definition;
}

export const judged = ({ spec }: Criterion, { gate: name, verdict, why }: GateResult): Said => ({
  kind: 'gate_judged',
  data: { criterion: spec.label, gate: name, verdict, why },
});

/** One run of this attempt; a proof's halves are runs of the same gate under names of their own. */
const keyOf = ({ attempt, cuts }: CriterionState, name: string): string => `gate-${attempt}-${name}-${cuts}`;

export const runOf = ({ thing, children }: CriterionView, name: string): Run | null =>
  children.find((child) => child.key === keyOf(thing.state, name)) ?? null;

/** Begun, waited for, or begun anew where its keeper died. */
export function underWay(
  { thing: { state } }: CriterionView,
  name: string,
  came: Exclude<GateProgress, { kind: 'ended' }>,
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
