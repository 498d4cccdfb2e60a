// Looking at single cells of a screen.
import type { Mark, Screen } from '../../domain/screen/screen.ts';

export const markAt = ({ marks }: Screen, row: number, column: number): Mark | null =>
  marks.find((mark) => mark.row === row && column >= mark.column && column < mark.column + mark.length) ?? null;

export const isDim = (screen: Screen, row: number, column: number): boolean =>
  markAt(screen, row, column)?.dim === true;

/** Dim from here to the end of the line; a cursor drawn as one inverse cell at its beginning is no hindrance. */
export function isPlaceholder(screen: Screen, row: number, column: number): boolean {
  const text = screen.lines[row] ?? '';
  if (text.trim().length <= column) return false;
  const from = markAt(screen, row, column)?.inverse ? column + 1 : column;
  return from < text.length && isDim(screen, row, from);
}
