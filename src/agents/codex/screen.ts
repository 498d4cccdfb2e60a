// Codex's screen: a composer that begins with a bright `›` above a footer, a title that spins while it works and says `Action Required` when it asks.
import type { Screen } from '../../domain/screen/screen.ts';
import type { Asked } from '../../domain/session/asked.ts';
import { isPlaceholder, markAt } from '../drivers/cells.ts';
import { asks, findChoices, upAndDown } from '../drivers/dialog.ts';
import { composerText, lastRow } from '../drivers/frame.ts';
import { type ScreenReading, unknownScreen } from '../drivers/screen-reading.ts';

const hint = /\b(enter\b.*\b(confirm|continue)|esc (to )?(cancel|back|close|go back))\b/i;
const spinning = /^[⠀-⣿]/u;

export function readCodexScreen(screen: Screen): ScreenReading {
  const last = lastRow(screen);
  if (/^\[ [!.] \] Action Required/.test(screen.title) || hint.test(screen.lines[last] ?? ''))
    return readDialog(screen, last);
  const row = findComposer(screen);
  if (row === null) return unknownScreen('it shows neither its input line nor a dialog');
  const end = endOf(screen, row, last);
  const composer = isPlaceholder(screen, row, 2) ? '' : composerText(screen.lines.slice(row, end), 2);
  const busy = spinning.test(screen.title) || isWorking(screen, row);
  if (busy) return { kind: 'busy', composer };
  return isEarly(screen.lines.slice(end, last + 1))
    ? { kind: 'idle', composer, early: true }
    : { kind: 'idle', composer };
}

/** Its input line is drawn before it has begun a conversation: until then its footer names no model, and it looks for hooks that nobody has reviewed. A prompt that is sent then is lost to their dialog (0.169). */
const isEarly = (footer: readonly string[]): boolean => footer.join(' ').trim() === '? for shortcuts';

/** The lowest bright `›` with the cursor in or below its line; those of earlier prompts are dim. */
function findComposer(screen: Screen): number | null {
  for (let row = screen.cursor.row; row >= 0; row -= 1)
    if (screen.lines[row]?.startsWith('›')) return isBright(screen, row) && screen.cursor.visible ? row : null;
  return null;
}

const isBright = (screen: Screen, row: number): boolean => {
  const mark = markAt(screen, row, 0);
  return mark?.bold === true && mark.dim !== true;
};

/** A blank line parts the composer from the footer; it may have blank lines of its own, down to the cursor. */
function endOf({ lines, cursor }: Screen, row: number, last: number): number {
  for (let end = Math.max(row, cursor.row) + 1; end <= last; end += 1) if (lines[end]?.trim() === '') return end;
  return last + 1;
}

const isWorking = ({ lines }: Screen, row: number): boolean =>
  lines.slice(Math.max(0, row - 6), row).some((line) => /^[•◦]\s.*\besc to interrupt\b/u.test(line));

function readDialog(screen: Screen, last: number): ScreenReading {
  const choices = findChoices(screen, last - 1, '›');
  if (!choices || choices.selected === null || !hint.test(screen.lines[last] ?? ''))
    return unknownScreen('it shows a dialog without choices');
  // The choice that would be taken is drawn over the whole width; a menu that a tool printed is not.
  const row = screen.lines.findIndex((line, at) => at >= choices.first && at <= choices.last && line.startsWith('›'));
  if (markAt(screen, row, 0)?.inverse !== true && !markAt(screen, row, 0)?.colour)
    return unknownScreen('it shows a menu that is not its own');
  const lines = screen.lines.slice(topOf(screen, choices.first), choices.first);
  const { labels, selected } = choices;
  return asks(aboutOf(lines.join('\n')), lines, labels, { ...upAndDown, selected });
}

/** Two blank lines part a dialog from what was said before. */
function topOf({ lines }: Screen, first: number): number {
  for (let row = first - 2; row > 0; row -= 1)
    if (lines[row]?.trim() === '' && lines[row - 1]?.trim() === '') return row + 1;
  return 0;
}

function aboutOf(text: string): Asked['about'] {
  if (/Would you like to (run|make|grant|allow)|Allow .* to/i.test(text)) return 'permission';
  if (/Trust this folder|Folder access/i.test(text)) return 'trust';
  return /sign in|API key/i.test(text) ? 'login' : 'dialog';
}
