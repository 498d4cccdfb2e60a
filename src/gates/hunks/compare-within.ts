// A file held against itself with a few lines swapped, many times over: what stays is read once for all of them.
import { firstFrom } from './first-from.ts';
import { readTokens, settled } from './same-code.ts';
import { type Swap, swapLines } from './swap-lines.ts';

/** `same` as of `sameCodeAs`, with these lines swapped. `read`: characters so far. */
export type Comparing = { readonly same: (swaps: readonly Swap[]) => boolean; readonly read: () => number };

/** `borders`: lines on which something begins. What stands between two of them is read alone, where that says what the whole would say. */
export function compareWithin(path: string, lines: readonly string[], borders: Iterable<number>): Comparing {
  const starts = [...new Set([0, ...borders])].toSorted((a, b) => a - b);
  let read = 0;
  const readWhole = (whole: readonly string[]): readonly string[] => {
    const text = whole.join('\n');
    read += text.length;
    return settled(readTokens(path, text).found);
  };
  const readPiece = (piece: string): readonly string[] | null => {
    read += piece.length;
    return readApart(path, piece);
  };
  let own: Own | null = null;
  return {
    same(swaps) {
      own ??= ownOf(lines, starts, readWhole(lines), readPiece);
      const narrow = own.apart === null ? null : narrowSame(own.apart, between(lines, starts, swaps), readPiece);
      return narrow ?? isEqual(readWhole(swapLines(lines, swaps)), own.all);
    },
    read: () => read,
  };
}

/** `apart`: what each piece says by itself; null: together they do not say what the whole does. */
type Own = { readonly all: readonly string[]; readonly apart: readonly (readonly string[])[] | null };

function ownOf(
  lines: readonly string[],
  starts: readonly number[],
  all: readonly string[],
  readPiece: (piece: string) => readonly string[] | null,
): Own {
  const apart: (readonly string[])[] = [];
  for (const [at, start] of starts.entries()) {
    const found = readPiece(lines.slice(start, starts[at + 1]).join('\n'));
    if (found === null) return { all, apart: null };
    apart.push(found);
  }
  return { all, apart: isEqual(settled(apart.flat()), all) ? apart : null };
}

/** Null: the whole is to be read. */
function narrowSame(
  apart: readonly (readonly string[])[],
  { from, to, text }: Between,
  readPiece: (piece: string) => readonly string[] | null,
): boolean | null {
  if (from === 0 && to === apart.length) return null;
  const own = apart.slice(from, to).flat();
  const other = readPiece(text);
  if (other === null || [apart[from - 1] ?? [], own, other].some(isOpen)) return null;
  return isEqual(settled(own), settled(other));
}

/** What comes next decides what its end means. */
const isOpen = (found: readonly string[]): boolean => '([{,=\\+'.includes(found.at(-1) ?? 'none');

const end = 'here_ends_what_is_read_alone';

/** Null: it cannot be read alone, for a comment or a text in it is open at its end, or types are told in the whole only. */
function readApart(path: string, piece: string): readonly string[] | null {
  const { found, whole } = readTokens(path, `${piece}\n${end}`);
  if (!whole || found.at(-1) !== end || found.some((each) => /^["'`]$/.test(each))) return null;
  return found.slice(0, -1);
}

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);

/** The pieces that lines were swapped in, and what stands there then. */
type Between = { readonly from: number; readonly to: number; readonly text: string };

function between(lines: readonly string[], starts: readonly number[], swaps: readonly Swap[]): Between {
  const first = Math.min(...swaps.map((swap) => swap.from));
  const last = Math.max(...swaps.map((swap) => swap.to));
  const to = firstFrom(starts, last, (start) => start);
  const next = firstFrom(starts, first + 1, (start) => start);
  const from = Math.max(0, next - 1);
  const begin = starts[from] ?? 0;
  const own = swaps.map((swap) => ({ ...swap, from: swap.from - begin, to: swap.to - begin }));
  return { from, to, text: swapLines(lines.slice(begin, starts[to]), own).join('\n') };
}
