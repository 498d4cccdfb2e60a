// From a report to figures: of all that ships, of the core, of what was changed.
import { defined } from '../../domain/defined.ts';
import type { CoverageWord, Measured, Share } from '../../domain/evidence/covered.ts';
import { keepMatching } from '../../domain/text/match-glob.ts';
import type { GateDefinition, ToldCoverage, ToldSeenCoverage } from '../../ports/gates.ts';
import { changedLines, linesAt } from '../lines/changed-lines.ts';
import { joinCounts } from '../lines/read-counts.ts';
import { isProductionOf } from '../production.ts';
import { runnerOf } from '../runners/runners.ts';
import { tracesOf } from '../tell-lines.ts';
import { coverageOf } from './changed-coverage.ts';
import type { CoveredFile } from './covered-file.ts';
import { coverByLines } from './line-coverage.ts';
import { placeFiles } from './place-files.ts';
import { mostAtOnce, readReport } from './read-report.ts';

export async function tellCoverage(told: ToldCoverage): Promise<CoverageWord> {
  const { wish, report, folder, paths, diff, sources } = told;
  if (report === null) return untold(`its command wrote no report at ${wish.report}`);
  if (diff === null) return untold('the change is larger than is read');
  const read = await readReport(report);
  if (read === 'too_large')
    return untold(`the report ${wish.report} is too large: more than ${mostAtOnce / 1024 ** 2} MiB`);
  if (read === null) return untold(`the report ${wish.report} is not whole, or in no form that is known`);
  const known = placeFiles(read, { folder, report: wish.report ?? '' }, paths);
  if (known.size === 0) return untold(`the report ${wish.report} names no file of this tree`);
  const stray = [...sources].find(([path, source]) => (known.get(path)?.last ?? 0) > source.split('\n').length);
  if (stray !== undefined) return untold(`the report ${wish.report} is of another tree: ${stray[0]} is not so long`);
  return measure({ ...told, diff }, known);
}

/** Of the lines that a run of all tests was seen to run; there is no report. */
export function tellSeenCoverage(definition: GateDefinition, told: ToldSeenCoverage): CoverageWord {
  const { diff, sources, files } = told;
  const lines = runnerOf(definition)?.lines;
  if (lines?.all !== true) return untold(`nobody can see the lines that ${definition.runner} runs`);
  if (diff === null) return untold('the change is larger than is read');
  const traces = tracesOf(definition, files, sources);
  if (typeof traces === 'string') return untold(traces);
  const report = coverByLines(lines.language, joinCounts(traces), sources);
  if (typeof report === 'string') return untold(report);
  return { ...measure({ ...told, diff }, report), seen: true };
}

type Told = Pick<ToldCoverage, 'wish' | 'plan' | 'paths' | 'sources'> & { readonly diff: string };

function measure({ wish, plan, paths, diff, sources }: Told, known: ReadonlyMap<string, CoveredFile>): Measured {
  const ships = [...known].filter(([path]) => isProductionOf(plan, path));
  const changed = changedLines(diff);
  const written = [...sources]
    .filter(([path]) => isProductionOf(plan, path))
    .map(([path, source]) => ({ path, source, written: linesAt(changed, path).written }));
  return {
    kind: 'measured',
    overall: sum(ships),
    ...defined({ min: wish.min }),
    ...(wish.core && { core: { ...sum(within(ships, keepMatching(wish.core.paths, paths))), min: wish.core.min } }),
    ...coverageOf(written, known),
  };
}

const untold = (why: string): CoverageWord => ({ kind: 'untold', why });

type Files = readonly (readonly [path: string, file: CoveredFile])[];

function within(files: Files, paths: readonly string[]): Files {
  const wanted = new Set(paths);
  return files.filter(([path]) => wanted.has(path));
}

const sum = (files: Files): Share =>
  files.reduce(({ ran, of }, [, { share }]) => ({ ran: ran + share.ran, of: of + share.of }), { ran: 0, of: 0 });
