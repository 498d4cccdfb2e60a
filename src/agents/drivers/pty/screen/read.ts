// What an agent's own screen says, read from its frame (composer, dialog, title) and never from what scrolled by.
import type { Screen } from '../../../../domain/screen/screen.ts';
import type { AgentQuestion } from '../../../../domain/session/agent-question.ts';

/** How a choice of a dialog is made with keys: moved to one by one, looked at, and only then accepted. */
export type Menu = {
  /** Index of the choice that would be taken now; null where the screen does not show it. */
  readonly selected: number | null;
  readonly next: string;
  readonly previous: string;
  readonly accept: string;
};

export type ScreenReading =
  /** `composer`: what stands in the input line, without placeholders; '' where it is empty. */
  /** `marked`: said by a mark that whatever it starts may print too; true only while it has its terminal itself. */
  /** `early`: it may still be starting, and what it asks at its start may come over its input line. */
  | { readonly kind: 'idle'; readonly composer: string; readonly marked?: true; readonly early?: true }
  /** `composer`: null where none is shown. */
  | { readonly kind: 'busy'; readonly composer: string | null }
  | { readonly kind: 'asks'; readonly asked: AgentQuestion; readonly menu: Menu }
  | { readonly kind: 'unknown'; readonly why: string };

export const unknownScreen = (why: string): ScreenReading => ({ kind: 'unknown', why });

// The frame that agents draw around their input line: two rules over the whole width, at the bottom of the screen.

/** Rows of the two rules; between them the composer, below them a footer. */
type Box = { readonly top: number; readonly bottom: number };

/** Rows below the lower rule that a footer or a menu of commands may take. */
const footer = 12;

/** A rule may carry a label of a few words. */
export function isRule(screen: Screen, row: number): boolean {
  const line = (screen.lines[row] ?? '').trimEnd();
  if (line.length < screen.columns - 1) return false;
  const drawn = line.replaceAll(/[^─]/g, '').length;
  return line.startsWith('─') && drawn >= line.length / 2;
}

/** The lowest pair of rules; null where there is none near the bottom. */
export function findBox(screen: Screen): Box | null {
  const last = lastRow(screen);
  for (let bottom = last; bottom >= Math.max(1, last - footer); bottom -= 1) {
    if (!isRule(screen, bottom)) continue;
    for (let top = bottom - 1; top >= 0; top -= 1) if (isRule(screen, top)) return { top, bottom };
    return null;
  }
  return null;
}

/** The last row with something in it. */
export const lastRow = ({ lines }: Screen): number => lines.findLastIndex((line) => line.trim() !== '');

export const linesBetween = ({ lines }: Screen, above: number, below: number): readonly string[] =>
  lines.slice(above + 1, below);

/** The lines of a composer as one text, each without its margin. */
export function composerText(lines: readonly string[], margin: number): string {
  const texts = lines.map((line) => line.slice(margin).replaceAll('\u00a0', ' ').trimEnd());
  while (texts.at(-1) === '') texts.pop();
  return texts.join('\n');
}

/** The last line that passes, with the rest of its sentence on the lines below it; '' where there is none. */
export function lastSaid(lines: readonly string[], test: (line: string) => boolean): string {
  const row = lines.findLastIndex(test);
  if (row < 0) return '';
  const blank = lines.findIndex((line, at) => at > row && line.trim() === '');
  return lines
    .slice(row, blank < 0 ? undefined : blank)
    .map((line) => line.trimEnd())
    .join('\n');
}
