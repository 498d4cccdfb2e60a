// What the gates' results of one attempt mean for the criterion: done, or what the next prompt must say.

import { defined } from '../defined.ts';
import { compareBase } from '../evidence/compare-base.ts';
import { holdCoverage, holdTarget } from '../evidence/coverage.ts';
import type { GateDefinition, GatePlan } from '../evidence/gate-plan.ts';
import { outlived, unlessOutlived } from '../evidence/judge-left.ts';
import { judgeRed, type RedReason } from '../evidence/judge-red.ts';
import { judgeTests } from '../evidence/judge-tests.ts';
import { judgeReach } from '../evidence/lines.ts';
import { fileOf, titleOf } from '../evidence/test-id.ts';
import type { Finding, GateName, GateResult, Verdict } from '../evidence/verdict.ts';
import { sayFew } from '../text/counted.ts';
import { isNamed } from '../text/is-named.ts';
import type { CriterionSpec, Probe, Start } from './criterion.ts';

const blank = {
  argv: [],
  source: 'built-in',
  exit: null,
  signal: null,
  durationMs: 0,
  counts: null,
  ids: null,
  tail: '',
  outputHash: null,
} as const;

/** A gate that needed no program of its own. */
export const builtIn = (
  gate: GateName,
  verdict: Verdict,
  why: string,
  findings: readonly Finding[] = [],
): GateResult => ({ ...blank, gate, verdict, why, findings });

/** What is said of a gate for which nothing is run; null: something is. */
export const absentResult = ({ gate, source, absent }: GateDefinition): GateResult | null =>
  absent === null ? null : { ...builtIn(gate, absent.verdict, absent.why), source };

/** Gates that do not speak for the tree, by name. What somebody switched off holds nothing up, but where it is the tests. */
export function withoutSay(results: readonly GateResult[], { gates }: Pick<GatePlan, 'gates'>): readonly string[] {
  const leftOut = gates.filter(({ gate, absent }) => gate !== 'test' && absent?.chosen === true);
  return results
    .filter(({ gate, verdict }) => verdict === 'not_configured' && !leftOut.some((each) => each.gate === gate))
    .map(({ gate }) => gate);
}

export function fromFindings(gate: GateName, findings: readonly Finding[]): GateResult {
  const grave = findings.filter((finding) => finding.weight === 'fail');
  if (grave.length > 0) return builtIn(gate, 'failed', grave.map(describe).join('; '), findings);
  return builtIn(gate, 'passed', findings.length > 0 ? `${findings.length} noted` : 'nothing found', findings);
}

/** Each gate's own; one that found nothing says nothing. */
export const byGate = (findings: readonly Finding[]): readonly GateResult[] =>
  [...new Set(findings.map(({ gate }) => gate))].map((gate) =>
    fromFindings(
      gate,
      findings.filter((each) => each.gate === gate),
    ),
  );

const describe = (finding: Finding): string =>
  `${finding.file === null ? '' : `${finding.file}${finding.line === null ? '' : `:${finding.line}`}: `}${finding.what}`;

/** What the tests said; null: they are not among these. */
export const testOf = (results: readonly GateResult[]): GateResult | null =>
  results.find(({ gate }) => gate === 'test') ?? null;

/** Fewer tests than the base, or tests that began to skip. */
export function guardTests(baseline: readonly GateResult[], results: readonly GateResult[]): readonly Finding[] {
  const base = testOf(baseline);
  const now = testOf(results);
  return base === null || now === null || now.verdict === 'timeout' ? [] : judgeTests(base, now);
}

/**
 * Where tests have names on both sides, and pass, what was done to their text is a note: their names tell what became of each (`judge-expectations.ts`). `edits`: which
 * of them; while an agent works on it, a skip goes back to it.
 */
export function lightenEdits(
  baseline: readonly GateResult[],
  results: readonly GateResult[],
  edits: readonly Finding['edits'][],
): readonly GateResult[] {
  const now = testOf(results);
  if (testOf(baseline)?.ids == null || now?.ids == null || now.verdict !== 'passed') return results;
  return results.map((result) => {
    if (result.gate !== 'tamper' || !result.findings.some((each) => edits.includes(each.edits))) return result;
    const lighter = (each: Finding): Finding => (edits.includes(each.edits) ? { ...each, weight: 'note' } : each);
    return fromFindings('tamper', result.findings.map(lighter));
  });
}

/** What the base says of the same gate counts: what failed there as well does not stop, and what was covered there is the measure. */
export function excuse(baseline: readonly GateResult[], said: GateResult): GateResult {
  const base = baseline.find(({ gate }) => gate === said.gate) ?? null;
  const result = excuseFailure(base, said);
  return base?.coverage === undefined ? result : holdCoverage(result, base.coverage);
}

/** What a gate says of a node, whose file may want more of the changed lines to be run. */
export const judgeGate = ({ baseline, node }: Pick<CriterionSpec, 'baseline' | 'node'>, said: GateResult): GateResult =>
  holdTarget(excuse(baseline, said), node?.tests.coverageTarget ?? null);

/** Where nothing measures what its file wants, that is no pass. */
export function untoldTarget(
  { node }: Pick<CriterionSpec, 'node'>,
  results: readonly GateResult[],
): readonly GateResult[] {
  const target = node?.tests.coverageTarget ?? null;
  if (target === null || results.some(({ gate }) => gate === 'coverage')) return [];
  const why = `its file wants ${target} % of the changed lines to be run, and no gate \`coverage\` measures them`;
  return [builtIn('coverage', 'not_configured', why)];
}

/** A failure that the base has as well is told apart; where nothing can tell, the gate has no say, which is no pass. */
function excuseFailure(base: GateResult | null, said: GateResult): GateResult {
  const result = unlessOutlived(base, said);
  if (result !== said) return result;
  if (result.verdict !== 'failed' && result.verdict !== 'not_configured') return result;
  const { worse, untold, why } = compareBase(base, result);
  if (result.verdict === 'not_configured')
    return worse ? { ...result, verdict: 'failed', why: `${why}: ${result.why}` } : result;
  if (worse) return result;
  return untold
    ? { ...result, verdict: 'not_configured', why: `${result.why}; ${why}: not verified` }
    : { ...result, verdict: 'passed', why };
}

/** How far the test-first rule goes here; `observe` where no runner can tell. */
export function testFirst(
  spec: Pick<CriterionSpec, 'gateSettings' | 'gatePlan' | 'kind'>,
): 'enforce' | 'green' | 'observe' | 'off' {
  const said = spec.gateSettings.tdd[spec.kind];
  const wanted = said === 'steps' ? 'enforce' : said;
  const test = spec.gatePlan.gates.find((gate) => gate.gate === 'test');
  return wanted === 'enforce' && (test === undefined || test.absent !== null) ? 'observe' : wanted;
}

type Begun = Pick<CriterionSpec, 'start' | 'baseline'> & { readonly base: Pick<CriterionSpec['base'], 'tree'> };

/** What is known of a criterion where its tests are to be proven red. */
export type ToProve = Begun & Pick<CriterionSpec, 'gatePlan' | 'alone' | 'text' | 'verify' | 'files'>;

/** The tree that a criterion began from, and what its tests said of it; null: they never ran. */
export function startOf({ start, base, baseline }: Begun): Start {
  if (start === undefined) return { tree: base.tree, test: testOf(baseline) };
  const { tree, test } = start;
  // Passed by what failed before all of it: as a start it is red.
  return { tree, test: test?.verdict === 'passed' && test.exit !== 0 ? { ...test, verdict: 'failed' } : test };
}

/** What criteria before it did counts for those alone. Null: there is something; a fix of the whole may find nothing to mend. */
export function judgeUnchanged(spec: CriterionSpec, tree: string): GateResult | null {
  if (spec.role === 'fix' || tree !== startOf(spec).tree) return null;
  const why =
    'nothing was changed for it, and what was there before proves nothing; where the plan does not fit, say so';
  return builtIn('red-first', 'failed', why);
}

/** Tests that failed when it began and pass now, where the plan means this criterion by them: each counts once. */
export function fixedTests(spec: ToProve, green: GateResult): readonly string[] {
  const { fixed } = compareBase(startOf(spec).test, green);
  return fixed.filter((id) => isMeant(spec, id));
}

/** Of what failed when it began the tests that say nothing of it. A file that did not load may hold new ones now. */
export const notMeant = (spec: ToProve): readonly string[] =>
  (startOf(spec).test?.ids?.failed ?? []).filter((id) => fileOf(id) !== id && !isMeant(spec, id));

function isMeant({ alone, text, verify, files = [] }: ToProve, id: string): boolean {
  const file = fileOf(id);
  if (alone === true || files.includes(file)) return true;
  const words = `${text}\n${verify ?? ''}`;
  return [file, file.slice(file.lastIndexOf('/') + 1), titleOf(id)].some((name) => name !== '' && isNamed(words, name));
}

/** What is known of the two halves. */
export type Halves = {
  /** New or changed under the patterns of tests, data of theirs among them. */
  readonly tests: readonly string[];
  /** Those that the runner collects; none: it ran all it has. */
  readonly handed: readonly string[];
  /** null: there was nothing to run. */
  readonly red: GateResult | null;
  /** The whole with the change. */
  readonly green: GateResult;
  /** The same files with the change; absent: the whole tells. */
  readonly half?: GateResult;
  readonly probe?: Probe;
  /** Nothing that ships does anything else. */
  readonly idle?: boolean;
};

/** Red proven afterwards: its start with only the test files fails, the same files pass with the change. */
export function proveRed(
  spec: ToProve,
  { tests, handed, red, green, half = green, probe, idle = false }: Halves,
): GateResult {
  const base = startOf(spec).test;
  if (red === null) {
    const fixed = fixedTests(spec, green);
    return fixed.length > 0
      ? builtIn('red-first', 'passed', `failed before and pass now: ${list(fixed)}`)
      : builtIn('red-first', 'failed', noTest(spec));
  }
  if (probe?.canary?.kind === 'silent')
    return { ...builtIn('red-first', 'failed', `${judgesNothing}: ${probe.canary.why}`), ...halfOf(red) };
  const left = outlived(testOf(spec.baseline), red) ?? outlived(testOf(spec.baseline), half);
  if (left !== null) return { ...builtIn('red-first', 'failed', left), ...halfOf(red) };
  const all = [...(half.ids?.passed ?? []), ...(half.ids?.failed ?? [])].map(fileOf);
  const files = handed.length > 0 ? handed : [...new Set(all)];
  const verdict = judgeRed({ files, base, red, green: half, before: notMeant(spec), unloadable: null });
  if (verdict.kind === 'untold') return { ...builtIn('red-first', 'not_configured', verdict.why), ...halfOf(red) };
  if (verdict.kind === 'no_red') {
    const reasons: readonly RedReason[] =
      handed.length > 0 ? verdict.reasons : [{ kind: 'not_collected', files: tests }];
    const why = reasons.map(explain).join('; ');
    return { ...builtIn('red-first', 'failed', why), ...halfOf(red), tail: red.tail };
  }
  const proof = verdict.ids.length > 0 ? list(verdict.ids) : 'by exit codes';
  const how =
    verdict.by === 'timeout' ? `did not end within ${Math.round(red.durationMs / 1000)} s` : `exit ${red.exit}`;
  const why = `red without the change (${how}), green with it (exit ${half.exit}): ${proof}`;
  const reach = judgeReach(verdict.ids, probe?.lines, verdict.by === 'ids');
  const told = { ...halfOf(red), ...(probe?.lines && { lines: probe.lines }) };
  if (reach.kind === 'nothing' || idle) {
    const ids = reach.kind === 'nothing' ? reach.ids : verdict.ids;
    const which = list(ids.length > 0 ? ids : tests);
    return { ...builtIn('red-first', 'failed', `${reachesNothing}: ${which}`), ...told };
  }
  return {
    ...builtIn('red-first', 'passed', `${why}${unsaid(verdict.ids, red)}${reach.say}${untried(probe)}`),
    ...told,
  };
}

/** Names what such a test may do instead, for whoever wrote it. */
const reachesNothing =
  'runs no line of production code that was changed (does it read source as text, look for a file, or bring its own copy of what it tests?)';

const judgesNothing =
  'with the change, what runs the tests or what they assert with judges nothing: tests of Drover that must fail did not';

/** Whatever kept a file from loading, the change made it load; that it was the lack of something that the change brings is not known. */
const unsaid = (ids: readonly string[], { missing }: GateResult): string =>
  missing?.names.length === 0 && ids.some((id) => fileOf(id) === id)
    ? '; not told: what it missed where it did not load'
    : '';

/** What was not looked at is said where the verdict stands. */
const untried = (probe: Probe | undefined): string =>
  probe?.canary?.kind === 'failed' ? '' : '; not tried: whether what runs the tests judges';

/** What would count as one, for whoever wrote a test that does not. */
export const noTest = ({ gatePlan }: Pick<ToProve, 'gatePlan'>): string =>
  `no test is new or changed: write a test that fails without the change, in a file that matches ${gatePlan.tests.join(', ')} (the key \`tests:\` of .drover.yaml says which are tests)`;

export const halfOf = ({ exit, signal, argv, startedAt, durationMs, counts, ids, outputHash }: GateResult) => ({
  exit,
  signal,
  argv,
  ...defined({ startedAt }),
  durationMs,
  counts,
  ids,
  outputHash,
});

export function explain(reason: RedReason): string {
  switch (reason.kind) {
    case 'no_tests':
      return 'no test is new or changed';
    case 'not_run':
      return `the tests could not be run without the change: ${reason.verdict}`;
    case 'passed_already':
      return `passes already without the change, so it proves nothing: ${list(reason.ids)}`;
    case 'failed_before':
      return `failed before already, and the plan does not mean this by it, so it proves nothing: ${list(reason.ids)}`;
    case 'not_collected':
      return `not collected by the runner: ${list(reason.files)}`;
    case 'load_failed':
      return reason.names === undefined
        ? `could not be loaded: ${list(reason.files)}`
        : `could not be loaded without the change, and what is missing (${list(reason.names)}) is nothing that it brings: ${list(reason.files)}`;
    case 'not_green':
      return `does not pass with the change: ${list(reason.ids)}`;
  }
}

const list = (names: readonly string[]): string => sayFew(names, 5);

export const failing = (results: readonly GateResult[]): readonly GateResult[] =>
  results.filter((result) => result.verdict === 'failed' || result.verdict === 'timeout');

/** Equal for two attempts that failed the same way. */
export const failureKey = (results: readonly GateResult[]): string =>
  JSON.stringify(failing(results).map((result) => [result.gate, result.verdict, result.ids?.failed ?? result.why]));
