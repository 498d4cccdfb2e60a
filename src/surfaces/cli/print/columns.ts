// Text in columns, by the width a terminal gives it.
import type { Look } from './look.ts';

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]/u;
const nothing = /\p{Mark}|\u200b|\u200d|\ufe0f/u;
const colours = /\u001b\[\d+m/g;

const widthOfOne = (symbol: string): number => (nothing.test(symbol) ? 0 : wide.test(symbol) ? 2 : 1);

/** Columns on the screen; colours take none. */
export const widthOf = (text: string): number =>
  [...text.replace(colours, '')].reduce((width, symbol) => width + widthOfOne(symbol), 0);

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

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Two spaces between columns; the last column is cut to what is left of the line. Cells are one line each. */
export function columns(look: Look, rows: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count - 1 }, (_, column) =>
    Math.max(0, ...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  const before = widths.reduce((sum, width) => sum + width + 2, 0);
  const left = Math.max(20, look.width - before);
  return rows.map((row) => lineOf(row, widths, left)).join('\n');
}

function lineOf(row: readonly string[], widths: readonly number[], left: number): string {
  const cells = widths.map((width, column) => pad(row[column] ?? '', width));
  const last = oneLine(row[widths.length] ?? '');
  return [...cells, last.includes('\u001b') ? last : cut(last, left)].join('  ').trimEnd();
}

export const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

/** Every line moved to the right. */
export const indent = (text: string, by = 2): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(by) + line))
    .join('\n');
