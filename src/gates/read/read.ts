// A gate's ending and output become a verdict. Exit code and counts must agree; what is not known is never a pass.
import { dirname } from 'node:path/posix';
import type { CanaryWord, TestIds, Verdict } from '../../domain/evidence/verdict.ts';
import type { Ending } from '../../domain/run/ending.ts';
import { stripControl } from '../../domain/text/safe/strip-control.ts';
import { tail } from '../../domain/text/safe/tail.ts';
import type { GateDefinition, GateProgram, GateReading, GateOutput as Output } from '../../ports/gates.ts';
import { lineInFolder } from '../detect/below.ts';
import type { Runner } from '../runners/runner.ts';
import { runnerOf } from '../runners/runners.ts';
import { hearCanary } from './hear-canary.ts';
import { locate, locateTests } from './locate.ts';
import { printedIn, seenFromTop } from './printed-in.ts';
import { gather, type Results, type TestCase, within } from './results.ts';

type Judged = { readonly verdict: Verdict; readonly why: string };

const LIMIT = 8 * 1024;
/** Of all names of a suite's tests, in bytes: those of 40,000 tests of the usual length. */
const MOST_NAMES = 4 * 1024 * 1024;

export function readGate(
  definition: GateDefinition,
  program: GateProgram,
  ending: Ending,
  output: Output,
): GateReading {
  const end = tailOf(output);
  if (definition.absent !== null) return { ...definition.absent, counts: null, ids: null, findings: [], tail: end };
  const code = ending.kind === 'exited' ? ending.code : null;
  const { results, canary, printed } = readResults(definition, program, output, code);
  if (canary?.kind === 'silent')
    return {
      ...no(`a test that must fail did not: ${canary.why}`),
      canary,
      counts: null,
      ids: null,
      findings: [],
      tail: end,
    };
  const exit = canary?.kind === 'failed' && results?.counts.failed === 0 ? 0 : code;
  const judged =
    ending.kind !== 'exited'
      ? unfinished(ending)
      : (ranNothing(definition, ending.code, output) ??
        judge(definition, { ...program, there: output.report !== null }, exit ?? ending.code, results));
  const ids = results?.ids ?? null;
  const isKept = ids === null || bytesOf(ids) <= MOST_NAMES;
  return {
    ...judged,
    why: `${judged.why}${judged.verdict === 'passed' ? weaker(definition, results, printed === true) : ''}`,
    ...(!isKept && {
      why: `${judged.why}; the names of its tests are too long to be kept, so they are compared by number`,
    }),
    counts: results?.counts ?? null,
    ids: isKept ? ids : null,
    ...(!isKept && { unnamed: true as const }),
    findings: judged.verdict === 'passed' ? [] : findingsOf(definition, program, output, results),
    tail: end,
    ...(canary && { canary }),
    ...(canary && exit !== null && { exit }),
  };
}

type ReadOutput = { readonly results: Results | null; readonly canary?: CanaryWord; readonly printed?: true };

/** Said wherever the verdict stands. */
function weaker({ gate }: GateDefinition, results: Results | null, printed: boolean): string {
  if (gate !== 'test') return '';
  if (results === null) return '; by its exit code alone, which is weaker: which tests ran is not known';
  if (results.ids === null) return '; by their number alone, which is weaker: which tests ran is not known';
  return printed ? '; by what was printed, which is weaker: tests can print it too' : '';
}

function readResults(
  definition: GateDefinition,
  { folder, report, canary }: GateProgram,
  output: Output,
  exit: number | null,
): ReadOutput {
  const runner = runnerOf(definition);
  if (runner === null) return { results: null };
  const { printed } = runner;
  const { at = '' } = definition;
  const cases = report === null ? null : casesIn(runner, output, folder, at);
  const reported = report === null ? null : withBroken(runner, cases, output, { folder, at }, exit);
  if (canary !== undefined) {
    if (reported === null) return { results: null, canary: { kind: 'untold', why: 'it wrote no report of its tests' } };
    const heard = hearCanary(reported, canary, exit);
    return { results: gather(heard.cases), canary: heard.word };
  }
  // What is printed says nothing where a report is there, whole or not.
  if (reported === null && report !== null && output.report !== null) return { results: null };
  const told = reported ?? printed.cases?.(output.stdout) ?? null;
  if (told !== null) return { results: gather(told), ...(reported === null && { printed: true }) };
  const counts = printed.counts(stripControl(`${output.stdout}\n${output.stderr}`));
  return { results: counts === null ? null : { counts, ids: null, failures: [] } };
}

/** One that cannot be read is as if there were none of them. */
function casesIn(
  { report: { read, relative } }: Runner,
  { report, sources = [] }: Output,
  folder: string | undefined,
  at: string,
) {
  if (report === null) return null;
  const cases = [report].flat().map((text) => read(text, folder, sources));
  if (cases.includes(null)) return null;
  const all = cases.flatMap((each) => each ?? []);
  return relative !== undefined ? all.map((each) => ({ ...each, file: seenFromTop(at, each.file) })) : all;
}

/** What could not be run at all stands in no report. Where tests of the same folder were, it was run. */
function withBroken(
  { printed }: Runner,
  cases: readonly TestCase[] | null,
  { stdout, stderr, report }: Output,
  { folder, at }: { readonly folder: string | undefined; readonly at: string },
  exit: number | null,
): readonly TestCase[] | null {
  if (printed.broken === undefined || exit === 0 || (cases === null && report !== null)) return cases;
  const ran = new Set((cases ?? []).map(({ file }) => dirname(file)));
  const { broken } = printed;
  const found = printedIn(at, endOf({ stdout, stderr }))
    .flatMap((part) =>
      broken(part.text, folder ?? '').map(({ file: named, text }): TestCase => {
        const file = within(folder, seenFromTop(part.at, named));
        return { file, path: [], status: 'failed', text: text.replaceAll(`${named}:`, `${file}:`) };
      }),
    )
    .filter(
      ({ file }, index, others) => others.findIndex((each) => each.file === file) === index && !ran.has(dirname(file)),
    );
  return found.length === 0 ? cases : [...(cases ?? []), ...found];
}

function judge(
  { runner }: GateDefinition,
  { report, there }: GateProgram & { readonly there: boolean },
  code: number,
  results: Results | null,
): Judged {
  if (results === null) return byExit(runner !== null && report !== null, there, code);
  const { passed, failed, skipped, total } = results.counts;
  if (failed > 0)
    return no(
      code === 0
        ? `${failed} of ${total} tests failed although the command ended with 0`
        : `${failed} of ${total} tests failed`,
    );
  if (passed === 0) return no(skipped > 0 ? `no test was run: ${skipped} skipped` : 'no test was run');
  if (code !== 0) return no(`ended with ${code} although none of ${total} tests failed`);
  return { verdict: 'passed', why: `${passed} of ${total} tests passed${skipped > 0 ? `, ${skipped} skipped` : ''}` };
}

/** A folder or file of a target's name makes it "up to date"; a build alone may be that. */
function ranNothing({ gate }: GateDefinition, code: number, { stdout, stderr }: Output): Judged | null {
  if (code !== 0 || gate === 'build') return null;
  const lines = stripControl(`${stdout}\n${stderr}`)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^g?make(\[\d+\])?: (Entering|Leaving) directory/.test(line));
  const idle = /^g?make(\[\d+\])?: (.* is up to date\.|Nothing to be done for .*)$/;
  const [first] = lines;
  if (first === undefined || !lines.every((line) => idle.test(line))) return null;
  return { verdict: 'not_configured', why: `ran nothing (${first}): a target of a file's name wants \`.PHONY\`` };
}

function byExit(reported: boolean, there: boolean, code: number): Judged {
  if (code === 127 || code === 126)
    return no(`ended with ${code}: a program it needs was not found or cannot be started`);
  if (code !== 0) return no(`ended with ${code}`);
  if (reported && there) return no('ended with 0 but its report of its tests is not whole, or no report at all');
  return reported ? no('ended with 0 but wrote no report of its tests') : { verdict: 'passed', why: 'ended with 0' };
}

function unfinished(ending: Exclude<Ending, { kind: 'exited' }>): Judged {
  switch (ending.kind) {
    case 'timed_out':
      return {
        verdict: 'timeout',
        why: `timeout: did not end within ${seconds(ending.afterMs)}; it and all it had started were ended`,
      };
    case 'stalled':
      return { verdict: 'timeout', why: `timeout: wrote nothing for ${seconds(ending.quietMs)} and was ended` };
    case 'signalled':
      return no(`ended by ${ending.signal}`);
    case 'over_budget':
      return no('wrote more output than it may and was ended');
    case 'not_started':
      return no(`could not be started: ${ending.reason}`);
    case 'cancelled':
      return no('was cancelled before it ended; this says nothing about the code');
    case 'lost':
      return no('its ending was lost; this says nothing about the code');
  }
}

function findingsOf(
  { gate, argv }: GateDefinition,
  { folder }: GateProgram,
  output: Output,
  results: Results | null,
): GateReading['findings'] {
  if (results !== null && results.failures.length > 0) return locateTests(gate, results.failures);
  return locate(gate, printedIn(lineInFolder(argv)?.folder ?? '', endOf(output)), folder);
}

const endOf = ({ stdout, stderr }: Pick<Output, 'stdout' | 'stderr'>): string =>
  stripControl(`${stdout.slice(-LIMIT * 32)}\n${stderr.slice(-LIMIT * 32)}`);

/** As JSON at most. */
const bytesOf = ({ passed, failed, skipped }: TestIds): number =>
  [passed, failed, skipped].flat().reduce((sum, id) => sum + Buffer.byteLength(JSON.stringify(id)) + 1, 0);

function tailOf({ stdout, stderr }: Output): string {
  const errors = tail(stderr, stdout === '' ? LIMIT : LIMIT / 2);
  const rest = LIMIT - Buffer.byteLength(errors) - 1;
  return [tail(stdout, rest), errors].filter((part) => part !== '').join('\n');
}

const no = (why: string): Judged => ({ verdict: 'failed', why });
const seconds = (ms: number): string =>
  ms >= 120_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 100) / 10} s`;
