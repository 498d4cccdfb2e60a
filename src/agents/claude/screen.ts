// Claude Code's screen: a composer between two rules with `❯`, a title that turns while it works, dialogs with `❯` before the choice.
import type { Screen } from '../../domain/screen/screen.ts';
import type { Asked } from '../../domain/session/asked.ts';
import { isPlaceholder } from '../drivers/cells.ts';
import { asks, findChoices, upAndDown } from '../drivers/dialog.ts';
import { composerText, findBox, isRule, lastRow, linesBetween } from '../drivers/frame.ts';
import { type ScreenReading, unknownScreen } from '../drivers/screen-reading.ts';

const prompt = /^[❯>!#]\s?/u;
/** The last line of every dialog. */
const hint = /\b(Esc to (cancel|exit|go back)|Enter to (confirm|select|continue))\b/i;
const turning = /^[◐◓◑◒⠀-⣿]/u;
const working = /^[·✢✳✶✻✽*]\s\S.*…/u;

export function readClaudeScreen(screen: Screen): ScreenReading {
  const last = lastRow(screen);
  const box = findBox(screen);
  const under = screen.lines.slice(box ? box.bottom + 1 : 0, last + 1).join('\n');
  if (!box || hint.test(screen.lines[last] ?? '')) return readDialog(screen, last);
  const first = screen.lines[box.top + 1] ?? '';
  if (!prompt.test(first)) return unknownScreen('there is no input line between its rules');
  const composer = isPlaceholder(screen, box.top + 1, 2)
    ? ''
    : composerText(linesBetween(screen, box.top, box.bottom), 2);
  const busy = turning.test(screen.title) || /\besc to interrupt\b/.test(under) || isWorking(screen, box.top);
  return busy ? { kind: 'busy', composer } : { kind: 'idle', composer };
}

/** Where the title tells nothing: the last block above the composer is the line of the present work, with nothing but hints below it. */
function isWorking({ lines, title }: Screen, top: number): boolean {
  if (title.startsWith('✳')) return false;
  const row = lines.slice(0, top).findLastIndex((line) => line.trim() !== '' && !/^\s{2}/.test(line));
  return row >= top - 8 && working.test(lines[row] ?? '') && !/ for \d/.test(lines[row] ?? '');
}

function readDialog(screen: Screen, last: number): ScreenReading {
  if (!hint.test(screen.lines[last] ?? '')) return unknownScreen('it shows neither its input line nor a dialog');
  const choices = findChoices(screen, last - 1, '❯');
  // Its cursor stands, hidden, beside the choice: what a tool printed never has it.
  if (!choices || screen.cursor.row < choices.first || screen.cursor.row > choices.last)
    return unknownScreen('it shows a dialog without choices');
  let top = choices.first - 1;
  while (top > 0 && !isRule(screen, top)) top -= 1;
  const lines = screen.lines.slice(top, choices.first);
  const { labels, selected } = choices;
  return asks(aboutOf(lines.join('\n')), lines, labels, { ...upAndDown, selected });
}

function aboutOf(text: string): Asked['about'] {
  if (/trust this folder|Quick safety check/i.test(text)) return 'trust';
  if (/API key|log ?in|Select login/i.test(text)) return 'login';
  return /Do you want to|Would you like to proceed/i.test(text) ? 'permission' : 'dialog';
}
