// A line as a POSIX shell takes it apart: signs, what a backslash keeps, quoted texts. What is made of them is said by who reads: each has its own rules, and none expands anything.

/** `at`: where it begins in the line. */
export type ShellPiece =
  /** One sign outside of quotes, a blank or a letter as well. */
  | { readonly kind: 'sign'; readonly at: number; readonly text: string }
  /** What stands behind a backslash outside of quotes; empty at the end of the line. */
  | { readonly kind: 'escaped'; readonly at: number; readonly text: string }
  /** What stands between quotes, as it stands there. `open`: the line ends before them. */
  | { readonly kind: 'single' | 'double'; readonly at: number; readonly text: string; readonly open: boolean };

/** One after the other, without a gap. */
export function shellPieces(line: string): readonly ShellPiece[] {
  const pieces: ShellPiece[] = [];
  for (let at = 0; at < line.length; ) {
    const [raw, piece] = nextPiece(line, at);
    pieces.push(piece);
    at += raw;
  }
  return pieces;
}

/** With its length in the line. */
function nextPiece(line: string, at: number): readonly [number, ShellPiece] {
  const sign = line.charAt(at);
  if (sign === '\\') return [Math.min(2, line.length - at), { kind: 'escaped', at, text: line.charAt(at + 1) }];
  if (sign !== "'" && sign !== '"') return [1, { kind: 'sign', at, text: sign }];
  const end = sign === "'" ? line.indexOf("'", at + 1) : endOfDouble(line, at + 1);
  const open = end < 0;
  const text = open ? line.slice(at + 1) : line.slice(at + 1, end);
  return [text.length + (open ? 1 : 2), { kind: sign === "'" ? 'single' : 'double', at, text, open }];
}

/** A quote behind a backslash does not end it. */
function endOfDouble(line: string, from: number): number {
  for (let at = from; at < line.length; at += 1) {
    if (line.charAt(at) === '"') return at;
    if (line.charAt(at) === '\\') at += 1;
  }
  return -1;
}

/** What a reader makes of a piece: text of a word, the end of a word, or why it reads no further. */
type Meaning<Refusal> = string | typeof endOfWord | { readonly refused: Refusal };

export const endOfWord = Symbol('end of word');

/** The words of a line by the rules of who reads it. A word may be empty where quotes say so. `word`: what was read of the one that has begun, null where none has. */
export function shellWords<Refusal>(
  pieces: readonly ShellPiece[],
  mean: (piece: ShellPiece, word: string | null) => Meaning<Refusal>,
): { readonly words: readonly string[] } | { readonly refused: Refusal } {
  const words: string[] = [];
  let word: string | null = null;
  for (const piece of pieces) {
    const meant = mean(piece, word);
    if (typeof meant === 'object') return meant;
    if (typeof meant === 'string') word = (word ?? '') + meant;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return { words: word === null ? words : [...words, word] };
}
