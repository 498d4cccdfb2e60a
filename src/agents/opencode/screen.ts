// opencode's screen: a composer in a box of `┃` that `╹▀▀▀` closes, `esc interrupt` below it while it works, permissions in a box without an end.
import type { Screen } from '../../domain/screen/screen.ts';
import { markAt } from '../drivers/cells.ts';
import { asks } from '../drivers/dialog.ts';
import { composerText, lastRow } from '../drivers/frame.ts';
import { type ScreenReading, unknownScreen } from '../drivers/screen-reading.ts';

export function readOpencodeScreen(screen: Screen): ScreenReading {
  const bottom = screen.lines.findLastIndex((line) => /^\s*╹▀{8,}/u.test(line));
  return bottom < 0 ? readPermission(screen) : readComposer(screen, bottom);
}

function readComposer(screen: Screen, bottom: number): ScreenReading {
  const { lines, cursor } = screen;
  const left = (lines[bottom] ?? '').indexOf('╹');
  let top = bottom;
  while (top > 0 && isComposer(lines[top - 1] ?? '', left)) top -= 1;
  // A blank line, the text, a blank line, then the agent's and the model's names.
  const text = composerText(lines.slice(top + 1, bottom - 2), left + 3);
  const first = cursor.column === left + 3 && cursor.row === top + 1;
  const empty = first && isMuted(screen, cursor.row, left + 3, mutedBy(screen, bottom - 1, '·'));
  const composer = empty ? '' : text;
  const footer = lines.slice(bottom + 1).join('\n');
  if (cursor.row <= top || cursor.row >= bottom) return unknownScreen('its cursor is not in its input line');
  return /\besc (again to )?interrupt\b/.test(footer) ? { kind: 'busy', composer } : { kind: 'idle', composer };
}

/** A menu of commands above it is closed on its right too. */
const isComposer = (line: string, left: number) => line[left] === '┃' && line.lastIndexOf('┃') === left;

/** Colours are a theme's own; which of them is the muted one is known by words that are always in it. null: they are not there. */
function mutedBy(screen: Screen, row: number, word: string): number | null {
  const column = (screen.lines[row] ?? '').lastIndexOf(word);
  return column < 0 ? null : (markAt(screen, row, column)?.colour ?? null);
}

const isMuted = (screen: Screen, row: number, column: number, muted: number | null) =>
  muted !== null && markAt(screen, row, column)?.colour === muted;

function readPermission(screen: Screen): ScreenReading {
  const { lines } = screen;
  const head = lines.findLastIndex((line) => /^\s*┃\s+△ /u.test(line));
  const row = lines.findLastIndex((line) => /^\s*┃ .*\benter\b.*\bconfirm\b/u.test(line));
  if (head < 0 || row <= head || lastRow(screen) > row + 2)
    return unknownScreen('it shows neither its input line nor a dialog');
  const line = lines[row] ?? '';
  const labels = [...line.slice(line.indexOf('┃') + 1).matchAll(/\S+(?: \S+)*/gu)]
    .map((found) => ({ text: found[0], column: found.index + line.indexOf('┃') + 1 }))
    .filter(({ text }) => !/^(ctrl\+|⇆|enter )/u.test(text));
  const muted = mutedBy(screen, row, 'confirm');
  const bright = muted === null ? -1 : labels.findIndex(({ column }) => !isMuted(screen, row, column, muted));
  const selected = bright < 0 ? null : bright;
  const keys = { next: '\u001b[C', previous: '\u001b[D', accept: '\r' };
  return asks(
    'permission',
    lines.slice(head, row),
    labels.map(({ text }) => text),
    { ...keys, selected },
  );
}
