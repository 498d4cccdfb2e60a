// Parts of a change that do nothing by themselves: types, and imports whose names are used elsewhere.
import { codeText, languageOf } from '../tamper/code-text.ts';
import { firstFrom } from './first-from.ts';
import type { ChangedPiece, FileWithUnits } from './pieces.ts';
import { type Unit, unitsOf } from './units.ts';

/** Types, and imports whose names are used, for nothing or for others: they go with the code that needs them. */
export function declares(file: FileWithUnits & { readonly code: () => Code }, { swaps }: ChangedPiece): boolean {
  const own = swaps.flatMap(({ from, to }) => unitsBetween(file.units, from, to));
  const gone = swaps.flatMap(({ back }) => unitsOf(file.path, back.join('\n')));
  if (own.length === 0 || [...own, ...gone].some(({ kind }) => kind === 'code')) return false;
  if (own.every(({ kind }) => kind === 'type')) return true;
  const { lines, words } = file.code();
  const linesOf = ({ first, last }: Unit) => lines.slice(first, last + 1);
  const inOwn = countWords(own.flatMap(linesOf));
  const isElsewhere = (name: string): boolean => (words.get(name) ?? 0) > (inOwn.get(name) ?? 0);
  return own.every((unit) => {
    const brought = boundBy(linesOf(unit).join(' '));
    return unit.kind === 'type' || (brought.length > 0 && brought.every(isElsewhere));
  });
}

function unitsBetween(units: readonly Unit[], from: number, to: number): readonly Unit[] {
  const begin = firstFrom(units, from, ({ first }) => first);
  return units
    .slice(
      begin,
      firstFrom(units, to, ({ first }) => first),
    )
    .filter(({ last }) => last < to);
}

/** Lines without comments and texts, and how often each word stands in them. */
export type Code = { readonly lines: readonly string[]; readonly words: ReadonlyMap<string, number> };

export function codeOnDemand({ path, now }: FileWithUnits): () => Code {
  let code: Code | null = null;
  return () => {
    if (code === null) {
      const lines = codeText(now.join('\n'), languageOf(path)).split('\n');
      code = { lines, words: countWords(lines) };
    }
    return code;
  };
}

function countWords(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsIn(lines)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The names that an import brings; none where it is only loaded, or brings what it does not name. */
function boundBy(code: string): readonly string[] {
  const named = /^\s*(?:import|const|let|var)\b(.*?)(?:\bfrom\b|=)/.exec(code)?.[1] ?? /\bimport\b(.*)/.exec(code)?.[1];
  if (named === undefined || /["'`]/.test(named)) return [];
  return named
    .replaceAll(/[\w$.*]+\s*(?:\bas\b|:)\s*/g, '')
    .split(/[^\w$.]+/)
    .map((each) => each.split('.')[0] ?? '')
    .filter((each) => each !== '' && each !== 'type');
}

export const wordsIn = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.match(/[\w$]+/g) ?? []);
