// Codex in a terminal: hooks by `-c` on its command line, for this start alone; the person's own hooks and settings stay in force and are not written.

import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentQuestion } from '../../domain/session/agent-question.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { heardByHooks } from '../drivers/capabilities.ts';
import { failureOf, hearHooks, type Spool } from '../drivers/pty/hooks.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty/profile.ts';
import { asks, findChoices, isPlaceholder, markAt, upAndDown } from '../drivers/pty/screen/dialog.ts';
import { composerText, lastRow, lastSaid, type ScreenReading, unknownScreen } from '../drivers/pty/screen/read.ts';
import { codexHeadless as plain } from './headless.ts';
import { trustedHooks } from './trusted-hooks.ts';

const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PostToolUse', 'Stop'];
/** Seconds. */
const timeout = 60;

const rights: Readonly<Record<AgentSpec['permissions'], readonly string[]>> = {
  'read-only': ['-a', 'never', '-s', 'read-only'],
  ask: ['-a', 'on-request', '-s', 'workspace-write'],
  auto: ['-a', 'never', '-s', 'workspace-write'],
  bypass: ['--dangerously-bypass-approvals-and-sandbox'],
};

function prepare(spec: AgentSpec, spool: Spool): Prepared {
  const { permissions, mode, resume, fork, model, effort } = spec;
  const args = [
    ...(resume === null ? [] : [fork ? 'fork' : 'resume']),
    // Without it a daemon of its own goes on after it.
    '--no-daemon',
    ...rights[mode === 'analysis' ? 'read-only' : permissions],
    ...trustedHooks(spool.command, events, timeout),
    ...(model === null ? [] : ['-m', model]),
    ...(effort === null ? [] : ['-c', `model_reasoning_effort=${JSON.stringify(effort)}`]),
    '-c',
    'check_for_update_on_startup=false',
    ...spec.args,
    ...(resume === null ? [] : [resume]),
  ];
  return { args, env: {} };
}

export const codexTerminal = (): TerminalProfile => ({
  ...plain,
  capabilities: { ...plain.capabilities, ...heardByHooks, fork: true },
  prepare: async (spec, spool) => ({
    ...prepare(spec, spool),
    env: plain.env(
      spec.env,
      plain.state(spec.env).map(({ at }) => at),
    ),
  }),
  read: readCodexScreen,
  hear: hearHooks,
  outcome: outcomeOf,
  tellsBusy: true,
  calmMs: 0,
  interrupt: '\u001b',
  farewell: '/exit',
});

/** Neither errors nor interrupted turns fire a hook: the last mark of its own says which. */
function outcomeOf({ lines }: Screen): TurnOutcome | null {
  const said = lastSaid(lines, (line) => /^[■•✔✗]\s/u.test(line));
  if (!said.startsWith('■')) return null;
  const sentence = said.slice(2).trim();
  return /interrupted/i.test(sentence) ? { kind: 'interrupted' } : failureOf('', sentence);
}

// Codex's screen: a composer that begins with a bright `›` above a footer, a title that spins while it works and says `Action Required` when it asks.

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

function aboutOf(text: string): AgentQuestion['about'] {
  if (/Would you like to (run|make|grant|allow)|Allow .* to/i.test(text)) return 'permission';
  if (/Trust this folder|Folder access/i.test(text)) return 'trust';
  return /sign in|API key/i.test(text) ? 'login' : 'dialog';
}
