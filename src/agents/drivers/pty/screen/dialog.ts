// A dialog on a screen as a question: its text, its choices, and which of them would be taken now.
import { createHash } from 'node:crypto';
import type { Mark, Screen } from '../../../../domain/screen/screen.ts';
import type { AgentQuestion, AskedChoice, PermissionRequest } from '../../../../domain/session/agent-question.ts';
import type { Menu, ScreenReading } from './read.ts';

type Choices = {
  readonly first: number;
  readonly last: number;
  readonly labels: readonly string[];
  readonly selected: number | null;
};

/** One choice a line; the one that would be taken begins with one of the glyphs. */
const choiceOf = (glyphs: string) => new RegExp(`^(\\s*)([${glyphs}]\\s+)?(?:(\\d+)\\.\\s+)?(\\S.*?)\\s*$`, 'u');

/** The lowest block of choices that ends at or above `from`; a line that is indented deeper than a label continues it. */
export function findChoices(screen: Screen, from: number, glyphs: string): Choices | null {
  const shape = choiceOf(glyphs);
  const lines = screen.lines.map((line) =>
    line.replace(/[\s█│]+$/u, '').replace(/^\s?│/u, (frame) => ' '.repeat(frame.length)),
  );
  let last = from;
  while (last >= 0 && lines[last]?.trim() === '') last -= 1;
  let first = last;
  while (first > 0 && lines[first - 1]?.trim() !== '') first -= 1;
  const chosen = lines.findIndex((line, row) => row >= first && row <= last && shape.exec(line)?.[2] !== undefined);
  if (chosen < 0) return null;
  const start = columnOfLabel(lines[chosen] ?? '', shape);
  const labels: string[] = [];
  let begin = last + 1;
  for (let row = last; row >= first; row -= 1) {
    const line = lines[row] ?? '';
    if (columnOfLabel(line, shape) > start) continue;
    if (columnOfLabel(line, shape) < start) break;
    const more = lines.slice(row + 1, begin).map((each) => each.trim());
    labels.unshift([shape.exec(line)?.[4] ?? '', ...more].join(' '));
    begin = row;
  }
  const selected = countAbove(lines, begin, chosen, start, shape);
  return labels.length < 2 ? null : { first: begin, last, labels, selected };
}

function columnOfLabel(line: string, shape: RegExp): number {
  const [, indent = '', glyph] = shape.exec(line) ?? [];
  return indent.length + (glyph?.length ?? 0);
}

const countAbove = (lines: readonly string[], begin: number, chosen: number, start: number, shape: RegExp) =>
  chosen < begin ? null : lines.slice(begin, chosen).filter((line) => columnOfLabel(line, shape) === start).length;

export const upAndDown = { next: '\u001b[B', previous: '\u001b[A', accept: '\r' };

export function asks(
  about: AgentQuestion['about'],
  lines: readonly string[],
  labels: readonly string[],
  menu: Menu,
  wanted: PermissionRequest | null = null,
): ScreenReading {
  const text = lines
    .map((line) => line.replaceAll(/[│┃█╭╮╰╯─╌]/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
  const choices = labels.map(
    (label, index): AskedChoice => ({ id: String(index + 1), label, means: meaningOf(label) }),
  );
  // However wide the terminal is: the same question has the same id.
  const shown = JSON.stringify([about, text, labels]).replaceAll(/\\n|\s/g, '');
  const id = createHash('sha256').update(shown).digest('hex').slice(0, 16);
  return { kind: 'asks', asked: { id, about, text, wanted, choices }, menu };
}

function meaningOf(label: string): AskedChoice['means'] {
  if (/^(no\b|deny|reject|don.t|cancel|exit|quit)/i.test(label)) return 'deny';
  if (/\b(always|don.t ask again|for this session|for the session|remember)\b/i.test(label)) return 'allow_always';
  if (/^(yes|allow|approve|accept|proceed)\b/i.test(label) && !/\bmode\b/i.test(label)) return 'allow_once';
  if (/^trust\b(?! parent)/i.test(label)) return 'allow_once';
  return 'other';
}

// Looking at single cells of a screen.

export const markAt = ({ marks }: Screen, row: number, column: number): Mark | null =>
  marks.find((mark) => mark.row === row && column >= mark.column && column < mark.column + mark.length) ?? null;

const isDim = (screen: Screen, row: number, column: number): boolean => markAt(screen, row, column)?.dim === true;

/** Dim from here to the end of the line; a cursor drawn as one inverse cell at its beginning is no hindrance. */
export function isPlaceholder(screen: Screen, row: number, column: number): boolean {
  const text = screen.lines[row] ?? '';
  if (text.trim().length <= column) return false;
  const from = markAt(screen, row, column)?.inverse ? column + 1 : column;
  return from < text.length && isDim(screen, row, from);
}
