// Gemini CLI's screen: an input line ` > ` below a rule, a title that says Ready, Working or Action Required, dialogs in a frame with `●` before the choice.
import type { Screen } from '../../domain/screen/screen.ts';
import type { Asked } from '../../domain/session/asked.ts';
import { asks, findChoices, upAndDown } from '../drivers/dialog.ts';
import { isRule, lastRow } from '../drivers/frame.ts';
import { type ScreenReading, unknownScreen } from '../drivers/screen-reading.ts';

const placeholder = /^\s*Type your message/;

export function readGeminiScreen(screen: Screen): ScreenReading {
  const { lines, title } = screen;
  const last = lastRow(screen);
  if (title.startsWith('✋') || /^\s?╰─+╯/u.test(lines[last] ?? '')) return readDialog(screen, last);
  const rule = lines.findLastIndex((_line, row) => isRule(screen, row));
  const row = lines.findIndex((line, at) => at > rule && /^\s[>!*]\s/.test(`${line} `));
  if (rule < 0 || row < 0) return unknownScreen('it shows neither its input line nor a dialog');
  const composer = placeholder.test((lines[row] ?? '').slice(2)) ? '' : textFrom(screen, row, last);
  if (title.startsWith('✦')) return { kind: 'busy', composer };
  return title.startsWith('◇') ? { kind: 'idle', composer } : unknownScreen('its title does not say how it stands');
}

/** It goes on with indented lines; a menu of commands and the footer stand further left. */
function textFrom({ lines }: Screen, row: number, last: number): string {
  let end = row + 1;
  while (end <= last && /^( {3}|\s*$)/.test(lines[end] ?? '')) end += 1;
  const texts = lines.slice(row, end).map((line) => line.slice(3).trimEnd());
  while (texts.at(-1) === '') texts.pop();
  return texts.join('\n');
}

function readDialog(screen: Screen, last: number): ScreenReading {
  const choices = findChoices(screen, frameEnd(screen, last), '●');
  if (!choices || choices.selected === null) return unknownScreen('it shows a dialog without choices');
  let top = choices.first;
  while (top > 0 && !/^\s?╭/u.test(screen.lines[top] ?? '')) top -= 1;
  const lines = screen.lines.slice(top, choices.first);
  const { labels, selected } = choices;
  return asks(aboutOf(lines.join('\n')), lines, labels, { ...upAndDown, selected });
}

/** The row of the last choice: above the frame's end and its blank lines. */
function frameEnd({ lines }: Screen, last: number): number {
  let row = last;
  while (row > 0 && /^[\s│╰╯─]*$/u.test(lines[row] ?? '')) row -= 1;
  return row;
}

function aboutOf(text: string): Asked['about'] {
  if (/trust the files|trust this/i.test(text)) return 'trust';
  if (/auth|API key|log ?in/i.test(text)) return 'login';
  return /Allow execution|Apply this change|Do you want to proceed|Allow /i.test(text) ? 'permission' : 'dialog';
}
