// Tables that fit: columns where there is room for them, else one row under the other.
import { cut, indent, oneLine, widthOf, wrap } from './cells.ts';
import { inside, type Look } from './look.ts';

type Row = readonly string[];
export type Shape = {
  /** The first row names the columns. */
  readonly head?: true;
  /** The last column is wrapped, and may have several lines; else it is one line and cut. */
  readonly wrapped?: true;
};

/** Where less is left for the last column the rows are stacked. */
const leastLast = 16;

/** Two spaces between columns. Columns without anything in them are left out where there is no room for all. */
export function columns(look: Look, given: readonly Row[], shape: Shape = {}): string {
  const rows = naturalWidth(given) <= look.width ? given : withoutEmpty(given, shape);
  const last = Math.max(0, ...rows.map((row) => row.length)) - 1;
  const widths = Array.from({ length: last }, (_, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 0),
  );
  const before = widths.reduce((sum, width) => sum + width + 2, 0);
  const wanted = rows.reduce((most, row) => Math.max(most, widthOf(row[last] ?? '')), 0);
  if (look.width - before < Math.min(leastLast, wanted)) return stack(look, rows, shape);
  const room = look.width - before;
  return rows.map((row) => side(row, widths, lastOf(row[last] ?? '', room, shape), before, room)).join('\n');
}

function naturalWidth(rows: readonly Row[]): number {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  return widths.reduce((sum, width) => sum + width + 2, -2);
}

/** The same, moved to the right, and no wider for it. */
export const indented = (look: Look, rows: readonly Row[], shape: Shape = {}): string =>
  indent(columns(inside(look), rows, shape));

function withoutEmpty(rows: readonly Row[], { head }: Shape): readonly Row[] {
  const body = head === true ? rows.slice(1) : rows;
  const used = new Set<number>();
  for (const row of body) for (const [column, cell] of row.entries()) if (cell !== '') used.add(column);
  return body.length === 0 ? rows : rows.map((row) => row.filter((_, column) => used.has(column)));
}

function side(row: Row, widths: readonly number[], last: readonly string[], before: number, room: number): string {
  const cells = widths.map((width, column) => padded(row[column] ?? '', width));
  const [first = '', ...more] = last;
  // What cannot be broken goes below, where it has the most room.
  if (last.some((line) => widthOf(line) > room))
    return [cells.join('  ').trimEnd(), ...last.map((line) => indent(line))].join('\n');
  return [[...cells, first].join('  ').trimEnd(), ...more.map((line) => indent(line, before))].join('\n');
}

const padded = (cell: string, width: number): string => cell + ' '.repeat(Math.max(0, width - widthOf(cell)));

const lastOf = (cell: string, width: number, { wrapped }: Shape): readonly string[] =>
  wrapped === true ? wrap(cell.trim(), width).split('\n') : [cut(oneLine(cell), width)];

/** As many cells on a line as fit; what belongs to a row stands to the right below its first. */
function stack(look: Look, rows: readonly Row[], shape: Shape): string {
  const body = shape.head === true ? rows.slice(1) : rows;
  return body.flatMap((row) => flow(look.width, row, shape)).join('\n');
}

function flow(width: number, row: Row, shape: Shape): readonly string[] {
  const lines: string[] = [];
  for (const cell of row.filter((each) => each !== '')) {
    const line = lines.at(-1);
    const beside = line === undefined ? cell : `${line}  ${oneLine(cell)}`;
    if (line !== undefined && widthOf(beside) <= width) lines[lines.length - 1] = beside;
    else if (line === undefined) lines.push(...lastOf(cell, width, shape));
    else lines.push(...lastOf(cell, width - 2, shape).map((each) => `  ${each}`));
  }
  return lines;
}
