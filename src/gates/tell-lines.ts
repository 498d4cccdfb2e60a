// Lines that the tests of a change run: what can be followed of it, and what a run told of that.
import type { LinesWord } from '../domain/evidence/reached.ts';
import type { Change, Followed, GateDefinition, GatePlan, ToldLines } from '../ports/gates.ts';
import { attribute } from './lines/attribute.ts';
import { changedLines, linesAt } from './lines/changed-lines.ts';
import { type LanguageOfLines, uncounted } from './lines/countable.ts';
import type { ChangedFile } from './lines/hits.ts';
import { isCounts, joinCounts, type NamedTrace, readCounts } from './lines/read-counts.ts';
import { readTrace } from './lines/read-trace.ts';
import { isProductionOf, productionOf } from './production.ts';
import { runnerOf } from './runners/runners.ts';

type Plan = Pick<GatePlan, 'tests' | 'guarded'>;

/** Of a change with more files nobody is told about each. */
const mostFiles = 2000;

export function followed(definition: GateDefinition, plan: Plan, changes: readonly Change[]): Followed {
  const runner = runnerOf(definition);
  const lines = runner?.lines;
  if (runner === null) return { kind: 'untold', why: 'the tests have no names' };
  if (lines === undefined) return { kind: 'untold', why: runner.name, blind: true };
  const files = productionOf(plan, changes, lines.follows).followed.map(({ path }) => path);
  if (files.length === 0) return { kind: 'untold', why: `no code was changed that ${runner?.name} can follow` };
  if (files.length > mostFiles) return { kind: 'untold', why: `more than ${mostFiles} files were changed` };
  return { kind: 'followed', files };
}

/** Something of it is felt where no line of it runs. */
const isUncounted =
  (language: LanguageOfLines) =>
  ({ source, changed: { written, gaps } }: ChangedFile): boolean => {
    const lines = uncounted(source, language);
    return [...written, ...gaps.flatMap((gap) => [gap, gap + 1])].some((line) => lines.has(line));
  };

/** A word: why they cannot be read. `files`: null where there is more than is read. */
export function tracesOf(
  { runner }: GateDefinition,
  files: ToldLines['files'],
  sources: ToldLines['sources'],
): readonly NamedTrace[] | string {
  if (files === null) return `what ${runner} told of them is too large`;
  if (files.length === 0) return `${runner} told nothing of them`;
  const traces = files.flatMap(({ name, text }): readonly NamedTrace[] => {
    const trace = isCounts(name) ? readCounts(text, sources) : readTrace(text);
    return trace === null ? [] : [{ name, trace }];
  });
  return traces.length < files.length ? 'what was told of them cannot be read' : traces;
}

export function tellLines(definition: GateDefinition, told: ToldLines): LinesWord {
  const untold = (why: string): LinesWord => ({ kind: 'untold', why });
  const { plan, changes, diff, paths, sources, files, ids } = told;
  const lines = runnerOf(definition)?.lines;
  if (lines === undefined || diff === null) return untold('there is more of it than is read');
  const traces = tracesOf(definition, files, sources);
  if (typeof traces === 'string') return untold(traces);
  const { followed: of, code, data } = productionOf(plan, changes, lines.follows);
  const changed = changedLines(diff);
  const there = of.flatMap(({ path, whole }): ChangedFile[] => {
    const source = sources.get(path);
    if (source === undefined) return [];
    const all = { written: source.split('\n').map((_, at) => at + 1), gaps: [] };
    return [{ path, source, changed: whole ? all : linesAt(changed, path) }];
  });
  const known = new Set(paths);
  const isProduction = (path: string): boolean | null => (known.has(path) ? isProductionOf(plan, path) : null);
  const change = { files: there, language: lines.language, isProduction };
  return attribute(joinCounts(traces), ids, change, { code: code || there.some(isUncounted(lines.language)), data });
}
