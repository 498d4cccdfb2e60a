// Text by the cells that it takes on a screen: how wide, cut, wrapped. Colours take none; Chinese and emoji take two.
import measure from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** One cell each: Latin, punctuation, arrows, frames. Nearly all that is printed, and known without a look at any table. */
const plain = /^[ -~\u00a0-\u02ff\u2010-\u2027\u2190-\u2319\u231c-\u2328\u232b-\u23e8\u23f4-\u25fc\u2713\u2717]*$/;

export const widthOf = (text: string): number => (plain.test(text) ? text.length : measure(text));

const reset = '\u001b[0m';

/** At most `width` cells; what is cut ends with an ellipsis. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return '';
  if (plain.test(text)) return `${text.slice(0, width - 1)}…`;
  let kept = '';
  let used = 1;
  for (const piece of piecesOf(text)) {
    used += piece.startsWith('\u001b') ? 0 : widthOf(piece);
    if (used > width) break;
    kept += piece;
  }
  return kept.includes('\u001b') ? `${kept}…${reset}` : `${kept}…`;
}

let segmenter: Intl.Segmenter | undefined;

/** Colours, and what is seen as one letter. */
function* piecesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter();
  for (const part of text.split(/(\u001b\[\d+m)/))
    if (part.startsWith('\u001b')) yield part;
    else for (const { segment } of segmenter.segment(part)) yield segment;
}

/** Rows of so many cells, filled one after another whatever stands there. */
export function breakAt(text: string, width: number): readonly string[] {
  const rows = [''];
  let used = 0;
  for (const piece of piecesOf(text)) {
    const cells = widthOf(piece);
    if (used + cells > width) {
      rows.push('');
      used = 0;
    }
    rows[rows.length - 1] += piece;
    used += cells;
  }
  return rows;
}

/** What stands before the first word of a line: spaces and marks, coloured or not. */
const beginning = /^ *(?:(?:\u001b\[\d+m)*(?:[-•*·✓✗▸!│]|\d{1,3}[.)]|\[\d{1,2}\])(?:\u001b\[\d+m)* +){0,2}/;
/** A line may break between any two of these. */
const wide = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/;
const least = 8;

/** `hard`: a word that is longer than a line is broken too; else it is left whole, for who copies it. */
export function wrap(text: string, width: number, how: { readonly hard?: boolean } = {}): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width, how.hard === true))
    .join('\n');
}

/** Further lines stand below the first word. */
function wrapLine(line: string, width: number, hard: boolean): string {
  if (widthOf(line) <= width) return line;
  const [said = ''] = beginning.exec(line) ?? [];
  const before = widthOf(said) > width - least ? '' : said;
  const rest = line.slice(before.length).trimEnd();
  const [first = '', ...more] = wrapAnsi(rest, Math.max(1, width - widthOf(before)), {
    hard: hard || wide.test(rest),
  }).split('\n');
  const under = ' '.repeat(widthOf(before));
  return [before + first, ...more.map((each) => under + each)].join('\n');
}

/** How far a tab goes depends on where it stands. */
export const oneLine = (text: string): string =>
  /[\n\t]/.test(text) ? text.replace(/\s*[\n\t]\s*/g, ' ').trim() : text.trim();

/** So many of the lines, with this one among them, in the middle where it can be. */
export function around<T>(lines: readonly T[], at: number, room: number): readonly T[] {
  const from = Math.max(0, Math.min(at - Math.floor(room / 2), lines.length - room));
  return lines.slice(from, from + room);
}

/** Every line moved to the right. */
export const indent = (text: string, by = 2): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(by) + line))
    .join('\n');
