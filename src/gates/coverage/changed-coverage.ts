// Of the lines that a change wrote, those that can run and those that nothing runs.
import type { CoverageWord, Share } from '../../domain/evidence/covered.ts';
import { spansOf } from '../../domain/evidence/lines.ts';
import { isCountable, isDeclaration } from '../lines/countable.ts';
import type { CoveredFile } from './covered-file.ts';

export type WrittenFile = { readonly path: string; readonly source: string; readonly written: readonly number[] };

type Changed = Pick<Extract<CoverageWord, { kind: 'measured' }>, 'changed' | 'missed'>;

/** Files whose language the report knows, and that no test loads, stand in few reports: their lines are missed. */
export function coverageOf(files: readonly WrittenFile[], covered: ReadonlyMap<string, CoveredFile>): Changed {
  const known = new Set([...covered].filter(([, { last }]) => last > 0).map(([path]) => endingOf(path)));
  const told = files
    .filter(({ path }) => known.has(endingOf(path)))
    .map((file) => ({ file: file.path, lines: linesOf(file, covered.get(file.path)) }));
  const all = told.flatMap(({ lines }) => lines);
  const changed: Share = { ran: all.filter(({ ran }) => ran).length, of: all.length };
  const missed = told
    .map(({ file, lines }) => ({ file, lines: spansOf(lines.filter(({ ran }) => !ran).map(({ line }) => line)) }))
    .filter(({ lines }) => lines.length > 0);
  return { ...(changed.of > 0 && { changed }), missed };
}

const endingOf = (path: string): string => /\.\w+$/.exec(path)?.[0] ?? '';

type Line = { readonly line: number; readonly ran: boolean };

function linesOf({ path, source, written }: WrittenFile, covered: CoveredFile | undefined): readonly Line[] {
  if (covered !== undefined)
    return written.flatMap((line) => {
      const ran = covered.isRun(line);
      return ran === null ? [] : [{ line, ran }];
    });
  const runs = runnable(path, source.split('\n'));
  return written.filter((line) => runs[line - 1]).map((line) => ({ line, ran: false }));
}

/** By their text: not what explains, closes, declares, or is a type. */
export function runnable(path: string, lines: readonly string[]): readonly boolean[] {
  const language = path.endsWith('.py') ? 'python' : 'javascript';
  const types = language === 'javascript' ? typesIn(lines) : [];
  return lines.map((line, at) => types[at] !== true && isCountable(line, language) && !isDeclaration(line, language));
}

function typesIn(lines: readonly string[]): readonly boolean[] {
  let [inside, depth] = [false, 0];
  return lines.map((line) => {
    const begins = !inside && /^\s*(?:export\s+)?(?:declare\s+)?(?:interface|type)\s+\w/.test(line);
    if (!begins && !inside) return false;
    depth = (begins ? 0 : depth) + line.split('{').length - line.split('}').length;
    inside = depth > 0 || !/[;}]\s*$/.test(line);
    return true;
  });
}
