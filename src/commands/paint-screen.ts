// A screen's lines with their colours and styles, as escape sequences of ours: nothing of the program's own gets through.
import type { Mark, Screen } from '../domain/screen/screen.ts';
import { stripControl } from '../domain/text/strip-control.ts';

const reset = '\u001b[0m';
const direct = 2 ** 24;

export const paintScreen = ({ lines, marks }: Screen): readonly string[] => {
  const byRow = Map.groupBy(marks, ({ row }) => row);
  return lines.map((line, row) => paintLine(line, byRow.get(row) ?? []));
};

/** Marks count cells: a wide letter takes two, a combining one none. */
function paintLine(line: string, marks: readonly Mark[]): string {
  let painted = '';
  let style = '';
  let cell = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)) {
    const wanted = styleAt(marks, cell);
    if (wanted !== style) painted += reset + wanted;
    style = wanted;
    painted += stripControl(segment);
    cell += wide.test(segment) ? 2 : 1;
  }
  return style === '' ? painted : painted + reset;
}

const wide =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|^[\u{1f300}-\u{1faff}]|^[\u{20000}-\u{3fffd}]/u;

function styleAt(marks: readonly Mark[], cell: number): string {
  const mark = marks.find(({ column, length }) => column <= cell && cell < column + length);
  if (mark === undefined) return '';
  const codes = [
    ...(mark.bold ? ['1'] : []),
    ...(mark.dim ? ['2'] : []),
    ...(mark.inverse ? ['7'] : []),
    ...(mark.colour === undefined ? [] : [colourOf(mark.colour)]),
  ];
  return codes.length === 0 ? '' : `\u001b[${codes.join(';')}m`;
}

function colourOf(colour: number): string {
  if (colour < direct) return `38;5;${colour}`;
  const rgb = colour - direct;
  return `38;2;${(rgb >> 16) & 255};${(rgb >> 8) & 255};${rgb & 255}`;
}
