// A terminal's cells as lines of text and marks of what does not look plain.

import type { IBuffer, IBufferCell, IBufferLine } from '@xterm/headless';
import { defined } from '../../domain/defined.ts';
import type { Mark, Screen } from '../../domain/screen/screen.ts';

type Style = Omit<Mark, 'row' | 'column' | 'length'>;
type Cells = Pick<Screen, 'lines' | 'wrapped' | 'marks'>;

/** The visible screen: the last `rows` lines of the buffer. */
export function readCells(buffer: IBuffer, rows: number): Cells {
  const lines: string[] = [];
  const wrapped: number[] = [];
  const marks: Mark[] = [];
  for (let row = 0; row < rows; row += 1) {
    const line = buffer.getLine(buffer.baseY + row);
    lines.push(textOf(line));
    if (line?.isWrapped && row > 0) wrapped.push(row);
    if (line !== undefined) marks.push(...readMarks(line, row, buffer.getNullCell()));
  }
  return { lines, wrapped, marks };
}

/** Lines that have scrolled off the top, oldest first; at most `count`. */
export function readHistory(buffer: IBuffer, count: number): string[] {
  const first = Math.max(0, buffer.baseY - count);
  return Array.from({ length: buffer.baseY - first }, (_, row) => textOf(buffer.getLine(first + row)));
}

const textOf = (line: IBufferLine | undefined): string => line?.translateToString(true).replace(/ +$/, '') ?? '';

type Open = { readonly column: number; readonly style: Style; readonly key: string };

function readMarks(line: IBufferLine, row: number, cell: IBufferCell): Mark[] {
  const marks: Mark[] = [];
  let open: Open | null = null;
  for (let column = 0; column <= line.length; column += 1) {
    const key = column === line.length ? '' : keyOf(line.getCell(column, cell) ?? cell);
    if (key === keyOfOpen(open)) continue;
    if (open !== null) marks.push({ row, column: open.column, length: column - open.column, ...open.style });
    open = key === '' ? null : { column, style: styleOf(cell), key };
  }
  return marks;
}

const keyOfOpen = (open: Open | null): string => open?.key ?? '';

/** '' for a plain cell; a cell nothing was written into is plain unless it is inverse. */
function keyOf(cell: IBufferCell): string {
  if (cell.isAttributeDefault() || (cell.getCode() === 0 && cell.getWidth() === 1 && !cell.isInverse())) return '';
  const { dim, inverse, bold, colour } = styleOf(cell);
  return dim || inverse || bold || colour !== undefined ? `${dim} ${inverse} ${bold} ${colour}` : '';
}

function styleOf(cell: IBufferCell): Style {
  const colour = cell.isFgRGB() ? 2 ** 24 + cell.getFgColor() : cell.isFgPalette() ? cell.getFgColor() : undefined;
  return {
    ...(cell.isDim() ? { dim: true } : {}),
    ...(cell.isInverse() ? { inverse: true } : {}),
    ...(cell.isBold() ? { bold: true } : {}),
    ...defined({ colour }),
  };
}
