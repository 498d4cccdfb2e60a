// How much of the code a gate's command ran, by the report that it wrote, and whether that is enough.
import type { CoverageWord, Measured, Share } from './covered.ts';
import type { Finding, GateResult } from './verdict.ts';

/** The result of a gate with what its report is worth. `base`: its word before the change; absent: it is not compared. */
export function holdCoverage(result: GateResult, base?: CoverageWord): GateResult {
  const { coverage, verdict, why } = result;
  if (coverage === undefined || verdict !== 'passed') return result;
  if (coverage.kind === 'untold') return { ...result, verdict: 'failed', why: coverage.why };
  const low = tooLow(coverage, base);
  if (low.length === 0) return base === undefined ? { ...result, why: `${why}; ${sayCoverage(coverage)}` } : result;
  return { ...result, verdict: 'failed', why: sayHow(low.join('; '), coverage), findings: findingsOf(coverage) };
}

/** `target`: percent of the changed lines that somebody asked for besides; null: nobody did. */
export function holdTarget(result: GateResult, target: number | null): GateResult {
  const { coverage, verdict } = result;
  if (target === null || verdict !== 'passed' || coverage?.kind !== 'measured') return result;
  const { changed } = coverage;
  if (changed === undefined || reaches(changed, target)) return result;
  const why = `of what was changed ${say(changed)}, ${target} % are wanted`;
  return { ...result, verdict: 'failed', why, findings: findingsOf(coverage) };
}

function tooLow({ overall, min, core, changed }: Measured, base: CoverageWord | undefined): readonly string[] {
  const low: string[] = [];
  if (min !== undefined && !reaches(overall, min)) low.push(`${say(overall)}, ${min} % are wanted`);
  if (core !== undefined && !reaches(core, core.min)) low.push(`of the core ${say(core)}, ${core.min} % are wanted`);
  if (min === undefined && changed !== undefined && base?.kind === 'measured' && isLess(changed, base.overall))
    low.push(`of what was changed ${say(changed)}, of all there was before ${say(base.overall)}`);
  return low;
}

/** A figure is too low, and lower than it was. */
export function hasSunk(now: CoverageWord | undefined, base: CoverageWord | undefined): boolean {
  if (now?.kind !== 'measured' || base?.kind !== 'measured') return false;
  const sunk = (share: Share, min: number | undefined, was: Share | undefined): boolean =>
    min !== undefined && was !== undefined && !reaches(share, min) && isLess(share, was);
  return (
    sunk(now.overall, now.min, base.overall) || (now.core !== undefined && sunk(now.core, now.core.min, base.core))
  );
}

function sayCoverage(coverage: Measured): string {
  const { overall, core, changed } = coverage;
  const parts = [say(overall), ...(core ? [`of the core ${say(core)}`] : [])];
  const all = [...parts, ...(changed ? [`of what was changed ${say(changed)}`] : [])].join(', ');
  return sayHow(all, coverage);
}

/** Weaker than a report: what counts as a line is read from the text. */
const sayHow = (figures: string, { seen }: Pick<Measured, 'seen'>): string =>
  seen ? `${figures}, by the lines that the tests were seen to run` : figures;

/** Percents are held to a millionth. */
const fine = 1_000_000;

/** Nothing is rounded: 79.9 is no 80. Nothing of nothing reaches nothing. */
const reaches = ({ ran, of }: Share, percent: number): boolean =>
  of > 0 && BigInt(ran) * 100n * BigInt(fine) >= BigInt(Math.round(percent * fine)) * BigInt(of);

const isLess = (one: Share, other: Share): boolean =>
  BigInt(one.ran) * BigInt(other.of) < BigInt(other.ran) * BigInt(one.of);

/** Rounded down: what it does not reach it does not say. */
function say({ ran, of }: Share): string {
  if (of === 0) return 'nothing is in the report';
  const tenths = Number((BigInt(ran) * 1000n) / BigInt(of));
  return `${Math.floor(tenths / 10)}.${tenths % 10} % are covered (${ran} of ${of})`;
}

const mostFindings = 50;

const findingsOf = ({ missed }: Measured): readonly Finding[] =>
  missed
    .flatMap(({ file, lines }) => lines.map((span) => ({ file, span })))
    .slice(0, mostFindings)
    .map(({ file, span: [first, last] }) => ({
      gate: 'coverage',
      file,
      line: first,
      weight: 'fail',
      what: first === last ? 'nothing runs this line' : `nothing runs the lines to ${last}`,
    }));
