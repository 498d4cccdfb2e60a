// Tables that fit: columns where there is room for them, else one row under the other.
import { cut, indent, oneLine, widthOf, wrap } from './cells.ts';
import { inside, type Look } from './look.ts';

type Row = readonly string[];
/** Each is measured once: of a thousand rows that is most of what printing them takes. */
type Cell = { readonly text: string; readonly width: number };
type Measured = readonly Cell[];
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
  const all = given.map((row) => row.map((text) => ({ text, width: widthOf(text) })));
  const fits = widthsOf(all).reduce((sum, width) => sum + width + 2, -2) <= look.width;
  const rows = fits ? all : withoutEmpty(all, shape);
  const widths = widthsOf(rows);
  const wanted = widths.pop() ?? 0;
  const before = widths.reduce((sum, width) => sum + width + 2, 0);
  const room = look.width - before;
  if (room < Math.min(leastLast, wanted)) return stack(look, textsOf(rows), shape);
  return rows.map((row) => side(row, widths, before, room, shape)).join('\n');
}

function widthsOf(rows: readonly Measured[]): number[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach(({ width }, column) => {
      if (width > (widths[column] ?? -1)) widths[column] = width;
    });
  return widths;
}

const textsOf = (rows: readonly Measured[]): readonly Row[] => rows.map((row) => row.map(({ text }) => text));

/** The same, moved to the right, and no wider for it. */
export const indented = (look: Look, rows: readonly Row[], shape: Shape = {}): string =>
  indent(columns(inside(look), rows, shape));

function withoutEmpty(rows: readonly Measured[], { head }: Shape): readonly Measured[] {
  const body = head === true ? rows.slice(1) : rows;
  const used = new Set<number>();
  for (const row of body) for (const [column, { text }] of row.entries()) if (text !== '') used.add(column);
  return body.length === 0 ? rows : rows.map((row) => row.filter((_, column) => used.has(column)));
}

function side(row: Measured, widths: readonly number[], before: number, room: number, shape: Shape): string {
  const cells = widths.map((width, column) => padded(row[column] ?? none, width));
  const last = row[widths.length] ?? none;
  if (shape.wrapped !== true) return [...cells, lineOf(last, room)].join('  ').trimEnd();
  const lines = wrap(last.text.trim(), room).split('\n');
  const [first = '', ...more] = lines;
  // What cannot be broken goes below, where it has the most room.
  if (lines.some((line) => widthOf(line) > room))
    return [cells.join('  ').trimEnd(), ...lines.map((line) => indent(line))].join('\n');
  return [[...cells, first].join('  ').trimEnd(), ...more.map((line) => indent(line, before))].join('\n');
}

const none: Cell = { text: '', width: 0 };

const padded = ({ text, width }: Cell, wanted: number): string => text + ' '.repeat(Math.max(0, wanted - width));

const lineOf = ({ text, width }: Cell, room: number): string => {
  const line = oneLine(text);
  return line === text && width <= room ? line : cut(line, room);
};

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
