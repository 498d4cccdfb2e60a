// Gemini CLI in a terminal. Its title tells idle, work and questions apart, so it is read without hooks.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin } from '../../domain/place/within.ts';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentQuestion } from '../../domain/session/agent-question.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { inTerminal } from '../drivers/capabilities.ts';
import { failureOf } from '../drivers/pty/hooks.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty/profile.ts';
import { asks, findChoices, upAndDown } from '../drivers/pty/screen/dialog.ts';
import { isRule, lastRow, lastSaid, type ScreenReading, unknownScreen } from '../drivers/pty/screen/read.ts';
import { parseRecord } from '../json.ts';
import { geminiHeadless as plain } from './headless.ts';

/** Unattended, as over its protocol: its own mode for edits would ask about every command. */
const modes: Readonly<Record<AgentSpec['permissions'], string>> = {
  'read-only': 'plan',
  ask: 'default',
  auto: 'yolo',
  bypass: 'yolo',
};

/** Without a model of its own each prompt asks another model first which to take. */
const usual = 'gemini-2.5-flash';

async function prepare(spec: AgentSpec): Promise<Prepared> {
  const { permissions, mode, resume, conversation, model } = spec;
  const args = [
    ...['-m', model ?? spec.env.GEMINI_MODEL ?? usual],
    ...['--approval-mode', modes[mode === 'analysis' ? 'read-only' : permissions]],
    ...(resume === null ? ['--session-id', conversation] : ['--resume', resume]),
    ...spec.args,
  ];
  // To trust a folder it must start itself anew, which it cannot as one process.
  return { args, env: (await isTrusted(spec)) ? { GEMINI_CLI_NO_RELAUNCH: 'true' } : {} };
}

async function isTrusted({ cwd, env }: AgentSpec): Promise<boolean> {
  const file = join(env.HOME ?? '', '.gemini', 'trustedFolders.json');
  const trusted = parseRecord(await readFile(file, 'utf8').catch(() => '{}')) ?? {};
  return Object.entries(trusted).some(([folder, how]) => how === 'TRUST_FOLDER' && isWithin(cwd, folder));
}

export const geminiTerminal = (): TerminalProfile => ({
  ...plain,
  capabilities: { ...inTerminal, fork: false, turnEnd: 'screen', hooks: false },
  prepare,
  read: readGeminiScreen,
  hear: () => [],
  outcome: outcomeOf,
  tellsBusy: true,
  calmMs: 100,
  interrupt: '\u001b',
  farewell: '/quit',
});

function outcomeOf({ lines }: Screen): TurnOutcome | null {
  const said = lastSaid(lines, (line) => /^(ℹ Request cancelled|✕ |✦ )/u.test(line));
  if (said.startsWith('ℹ')) return { kind: 'interrupted' };
  return said.startsWith('✕') ? failureOf('', said.slice(2).trim()) : null;
}

// Gemini CLI's screen: an input line ` > ` below a rule, a title that says Ready, Working or Action Required, dialogs in a frame with `●` before the choice.

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

function aboutOf(text: string): AgentQuestion['about'] {
  if (/trust the files|trust this/i.test(text)) return 'trust';
  if (/auth|API key|log ?in/i.test(text)) return 'login';
  return /Allow execution|Apply this change|Do you want to proceed|Allow /i.test(text) ? 'permission' : 'dialog';
}
