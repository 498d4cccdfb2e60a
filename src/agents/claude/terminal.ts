// Claude Code in a terminal: hooks by a settings file of this start alone, which is put on top of the person's own.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentQuestion } from '../../domain/session/agent-question.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { heardByHooks } from '../drivers/capabilities.ts';
import { hearHooks, type Spool } from '../drivers/pty/hooks.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty/profile.ts';
import { asks, findChoices, isPlaceholder, upAndDown } from '../drivers/pty/screen/dialog.ts';
import {
  composerText,
  findBox,
  isRule,
  lastRow,
  linesBetween,
  type ScreenReading,
  unknownScreen,
} from '../drivers/pty/screen/read.ts';
import { askCommand, filesOf, type HookProgram } from '../hook/hook-program.ts';
import { claudeHeadless as plain } from './headless.ts';

const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'StopFailure', 'SessionEnd'];
/** Seconds; a person may take days to answer. */
const patience = 30 * 24 * 3600;

/** Always given: its default lets a model decide about commands. */
const rights: Readonly<Record<AgentSpec['permissions'], readonly string[]>> = {
  'read-only': ['--permission-mode', 'dontAsk', '--tools', 'Read,Grep,Glob', '--strict-mcp-config'],
  ask: ['--permission-mode', 'default'],
  auto: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Edit,Write,NotebookEdit,WebFetch,WebSearch'],
  bypass: ['--permission-mode', 'bypassPermissions'],
};

async function prepare(hook: HookProgram, spec: AgentSpec, spool: Spool): Promise<Prepared> {
  const { permissions, mode, resume, fork, conversation, model, effort } = spec;
  const settings = join(spec.folder, 'settings.json');
  const run = (command: string, timeout: number) => [{ hooks: [{ type: 'command', command, timeout }] }];
  const hooks = {
    ...Object.fromEntries(events.map((event) => [event, run(spool.command, 60)])),
    PermissionRequest: run(askCommand(hook, spool.folder), patience),
  };
  await writeFile(settings, JSON.stringify({ hooks }), { mode: 0o600 });
  const args = [
    ...['--settings', settings],
    ...(resume === null ? [] : ['--resume', resume]),
    ...(resume !== null && fork ? ['--fork-session'] : []),
    ...(resume === null || fork ? ['--session-id', conversation] : []),
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['--effort', effort]),
    ...rights[mode === 'analysis' ? 'read-only' : permissions],
    ...spec.args,
  ];
  return { args, env: plain.env(spec.env, []), reads: [...filesOf(hook.entry), hook.node] };
}

export const claudeTerminal = (hook: HookProgram): TerminalProfile => ({
  ...plain,
  capabilities: { ...plain.capabilities, ...heardByHooks, fork: true },
  prepare: (spec, spool) => prepare(hook, spec, spool),
  read: readClaudeScreen,
  hear: hearHooks,
  outcome: outcomeOf,
  tellsBusy: true,
  asksByHook: true,
  calmMs: 0,
  interrupt: '\u001b',
  farewell: '/exit',
});

/** No hook tells of an interrupted turn or a refused command; the screen says it in the last lines above the input line, or has the prompt back. */
function outcomeOf(screen: Screen): TurnOutcome | null {
  const said = screen.lines.findLast((line) => /^\s*(⎿\s+Interrupted|●|✻)/u.test(line)) ?? '';
  if (/Interrupted/.test(said)) return { kind: 'interrupted' };
  const reading = readClaudeScreen(screen);
  return reading.kind === 'idle' && reading.composer !== '' ? { kind: 'interrupted' } : null;
}

// Claude Code's screen: a composer between two rules with `❯`, a title that turns while it works, dialogs with `❯` before the choice.

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

function aboutOf(text: string): AgentQuestion['about'] {
  if (/trust this folder|Quick safety check/i.test(text)) return 'trust';
  if (/API key|log ?in|Select login/i.test(text)) return 'login';
  return /Do you want to|Would you like to proceed/i.test(text) ? 'permission' : 'dialog';
}
