// Text in columns, by the width a terminal gives it.
import type { Look } from './look.ts';

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]/u;
const nothing = /\p{Mark}|\u200b|\u200d|\ufe0f/u;
const colours = /\u001b\[\d+m/g;
/** One column each: Latin, punctuation, arrows, frames. The table of all marks is costly to make and seldom needed. */
const plain = /^[ -~\u00a0-\u02ff\u2010-\u2027\u2190-\u2bff]*$/;

const widthOfOne = (symbol: string): number => (nothing.test(symbol) ? 0 : wide.test(symbol) ? 2 : 1);

/** Columns on the screen; colours take none. */
export const widthOf = (text: string): number =>
  plain.test(text)
    ? text.length
    : [...text.replace(colours, '')].reduce((width, symbol) => width + widthOfOne(symbol), 0);

/** At most `width` columns; what is cut ends with an ellipsis. Plain text only. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const symbol of text) {
    used += widthOfOne(symbol);
    if (used > width) break;
    kept += symbol;
  }
  return width < 1 ? '' : `${kept}…`;
}

/** Two spaces between columns; the last column is cut to what is left of the line. Cells are one line each. */
export function columns(look: Look, rows: readonly (readonly string[])[]): string {
  const last = Math.max(0, ...rows.map((row) => row.length)) - 1;
  const measured = rows.map((row) => row.slice(0, last).map(widthOf));
  const widths = Array.from({ length: last }, (_, column) => Math.max(0, ...measured.map((row) => row[column] ?? 0)));
  const before = widths.reduce((sum, width) => sum + width + 2, 0);
  const left = Math.max(20, look.width - before);
  const cells = (row: readonly string[], line: number) =>
    widths.map((width, column) => (row[column] ?? '') + ' '.repeat(width - (measured[line]?.[column] ?? 0)));
  return rows.map((row, line) => [...cells(row, line), lastOf(row[last] ?? '', left)].join('  ').trimEnd()).join('\n');
}

function lastOf(cell: string, left: number): string {
  const text = oneLine(cell);
  return text.includes('\u001b') ? text : cut(text, left);
}

export const oneLine = (text: string): string =>
  text.includes('\n') ? text.replace(/\s*\n\s*/g, ' ').trim() : text.trim();

/** Every line moved to the right. */
export const indent = (text: string, by = 2): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(by) + line))
    .join('\n');
