// Qwen Code in a terminal: hooks by the system settings of this start, to which those of the machine are joined.

import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentQuestion } from '../../domain/session/agent-question.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { inTerminal } from '../drivers/capabilities.ts';
import { failureOf, hearHooks, type Spool } from '../drivers/pty/hooks.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty/profile.ts';
import { asks, findChoices, upAndDown } from '../drivers/pty/screen/dialog.ts';
import {
  composerText,
  findBox,
  lastRow,
  linesBetween,
  type ScreenReading,
  unknownScreen,
} from '../drivers/pty/screen/read.ts';
import { qwenHeadless as plain } from './headless.ts';
import { systemSettings } from './system-settings.ts';

const events = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PostToolUse'],
  ...['Notification', 'Stop', 'StopFailure', 'SessionEnd'],
];

/** Unattended, as over its protocol: its own mode for edits would ask about every command. */
const modes: Readonly<Record<AgentSpec['permissions'], string>> = {
  'read-only': 'plan',
  ask: 'default',
  auto: 'yolo',
  bypass: 'yolo',
};

async function prepare(spec: AgentSpec, spool: Spool): Promise<Prepared> {
  const { permissions, mode, resume, fork, conversation, model } = spec;
  const hook = { hooks: [{ type: 'command', command: spool.command }] };
  const env = await systemSettings(spec, Object.fromEntries(events.map((event) => [event, [hook]])));
  const args = [
    ...['--approval-mode', modes[mode === 'analysis' ? 'read-only' : permissions]],
    ...(resume === null ? ['--session-id', conversation] : ['--resume', resume]),
    ...(resume !== null && fork ? ['--fork-session'] : []),
    ...(model === null ? [] : ['-m', model]),
    ...spec.args,
  ];
  return { args, env, without: Object.keys(env) };
}

export const qwenTerminal = (): TerminalProfile => ({
  ...plain,
  capabilities: { ...inTerminal, context: true },
  prepare,
  read: readQwenScreen,
  hear: hearHooks,
  outcome: outcomeOf,
  tellsBusy: true,
  calmMs: 60,
  interrupt: '\u001b',
  farewell: '/quit',
});

/** A tool that was not allowed ends its turn without a hook; its line stays, with this mark. A list in an answer stands further right. */
const refused = /^ {2}- \S.*\)$/;

/** It is idle again, and its hooks did not say why. */
function outcomeOf({ lines }: Screen): TurnOutcome | null {
  const said = lines.findLast((line) => /^\s*(●|✕|◆|✓)/u.test(line) || refused.test(line)) ?? '';
  if (refused.test(said)) return { kind: 'refused_by_permission', what: [said.trim().slice(2)], text: '' };
  if (/Request cancelled/.test(said)) return { kind: 'interrupted' };
  return /^\s*✕ \[/u.test(said) ? failureOf('', said.trim()) : null;
}

// Qwen Code's screen: a composer between two rules with `>`, a title with `◐` while it works and `✳` while it asks.

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

function aboutOf(text: string): AgentQuestion['about'] {
  if (/Allow execution|Apply this change|Do you want to proceed|Allow /i.test(text)) return 'permission';
  if (/trust/i.test(text)) return 'trust';
  return /auth|API key|log ?in/i.test(text) ? 'login' : 'dialog';
}
