// Qwen Code's screen: a composer between two rules with `>`, a title with `◐` while it works and `✳` while it asks.
import type { Screen } from '../../domain/screen/screen.ts';
import type { Asked } from '../../domain/session/asked.ts';
import { asks, findChoices, upAndDown } from '../drivers/dialog.ts';
import { composerText, findBox, lastRow, linesBetween } from '../drivers/frame.ts';
import { type ScreenReading, unknownScreen } from '../drivers/screen-reading.ts';

const placeholder = /^\s*Type your message/;
const waiting = /Waiting for user confirmation/;

export function readQwenScreen(screen: Screen): ScreenReading {
  const last = lastRow(screen);
  if (screen.title.startsWith('✳') || waiting.test(screen.lines[last] ?? '')) return readDialog(screen, last);
  const box = findBox(screen);
  const first = box ? (screen.lines[box.top + 1] ?? '') : '';
  if (!box || !/^[>!*]\s/.test(`${first} `)) return readDialog(screen, last);
  const empty = placeholder.test(first.slice(2)) && screen.cursor.row === box.top + 1 && screen.cursor.column <= 3;
  const composer = empty ? '' : composerText(linesBetween(screen, box.top, box.bottom), 2);
  const busy = screen.title.startsWith('◐') || isWorking(screen, box.top);
  return busy ? { kind: 'busy', composer } : { kind: 'idle', composer };
}

const isWorking = ({ lines }: Screen, top: number): boolean =>
  lines.slice(Math.max(0, top - 6), top).some((line) => /^\s*[⠀-⣿]\s.*\besc to cancel\b/u.test(line));

/** Permissions end with a line that says it waits; a dialog of settings ends in a frame. */
function readDialog(screen: Screen, last: number): ScreenReading {
  const from = waiting.test(screen.lines[last] ?? '') ? last - 1 : last;
  const choices = findChoices(screen, from, '›●');
  if (!choices || choices.selected === null) return unknownScreen('it shows neither its input line nor a dialog');
  if (from === last && !/^[╰└]/u.test(screen.lines[last] ?? ''))
    return unknownScreen('it shows a menu that is not its own');
  const lines = screen.lines.slice(Math.max(0, choices.first - 6), choices.first);
  const { labels, selected } = choices;
  return asks(aboutOf(lines.join('\n')), lines, labels, { ...upAndDown, selected });
}

function aboutOf(text: string): Asked['about'] {
  if (/Allow execution|Apply this change|Do you want to proceed|Allow /i.test(text)) return 'permission';
  if (/trust/i.test(text)) return 'trust';
  return /auth|API key|log ?in/i.test(text) ? 'login' : 'dialog';
}
