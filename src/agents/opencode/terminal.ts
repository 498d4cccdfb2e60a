// OpenCode in a terminal: a plugin of this start alone tells what it does and gives it answers. It stands in the configuration of the environment, which is put on top of the person's own.

import type { AgentEvent, TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AskedChoice } from '../../domain/session/agent-question.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { inTerminal } from '../drivers/capabilities.ts';
import { judgeWords } from '../drivers/judge-turn.ts';
import type { HookWord, Spool } from '../drivers/pty/hooks.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty/profile.ts';
import { asks, markAt } from '../drivers/pty/screen/dialog.ts';
import { composerText, lastRow, type ScreenReading, unknownScreen } from '../drivers/pty/screen/read.ts';
import { filesOf } from '../hook/hook-program.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { judgeOpencodeError, opencodeHeadless as plain } from './headless.ts';
import { configVariable as content, withPlugin } from './plugin/plugin-file.ts';
import { opencodeCommon } from './program.ts';

function prepare(plugin: string, spec: AgentSpec, spool: Spool): Prepared {
  const { permissions, mode, resume, fork, model, env } = spec;
  const unasked = mode !== 'analysis' && (permissions === 'auto' || permissions === 'bypass');
  const args = [
    ...(resume === null ? [] : ['--session', resume]),
    ...(resume !== null && fork ? ['--fork'] : []),
    ...(model === null ? [] : ['-m', model]),
    // What the rules do not deny is done.
    ...(unasked ? ['--auto'] : []),
    ...spec.args,
  ];
  const config = withPlugin(env[content], plugin);
  const own = opencodeCommon.env(env, [], spec);
  // Comments may stand in the person's own, and then it is left as it is: the screen tells what it does.
  if (config === null) return { args, env: own };
  return {
    args,
    env: { ...own, [content]: config, DROVER_HOOKS: spool.folder },
    without: [content, 'DROVER_HOOKS'],
    reads: filesOf(plugin),
  };
}

/** `plugin`: the file it loads. */
export const opencodeTerminal = (plugin: string): TerminalProfile => ({
  ...plain,
  capabilities: { ...inTerminal, readOnly: 'tools', usage: 'turn', money: true, context: true },
  prepare: async (spec, spool) => prepare(plugin, spec, spool),
  read: readOpencodeScreen,
  hear,
  outcome: outcomeOf,
  // Its plugin tells every end, an interrupted turn's too, and its screen may lag behind for seconds.
  tellsBusy: false,
  beginMs: 45_000,
  asksByHook: true,
  calmMs: 60,
  interrupt: '\u001b',
  farewell: '/exit',
});

function outcomeOf({ lines }: Screen): TurnOutcome | null {
  const said = lines.findLast((line) => /^\s*▣ /u.test(line)) ?? '';
  return /· interrupted\s*$/.test(said) ? { kind: 'interrupted' } : null;
}

// opencode's screen: a composer in a box of `┃` that `╹▀▀▀` closes, `esc interrupt` below it while it works, permissions in a box without an end.

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

// What OpenCode's plugin tells, in the words of hooks. It was written by a program that is not ours: nothing in it is believed to have its form.

const choices: readonly AskedChoice[] = [
  { id: 'once', label: 'Allow once', means: 'allow_once' },
  { id: 'always', label: 'Allow always', means: 'allow_always' },
  { id: 'reject', label: 'Reject', means: 'deny' },
];

export function hear(event: Json): readonly HookWord[] {
  const id = asText(event.id);
  switch (event.type) {
    case 'conversation':
      return [{ kind: 'began', conversation: id, model: asText(event.model) || null }];
    case 'prompt':
      return [{ kind: 'prompted', text: typeof event.text === 'string' ? event.text : null }];
    case 'text':
      return [told({ kind: 'text', text: asText(event.text) })];
    case 'tool':
      return [told({ kind: 'tool_started', id, tool: asText(event.tool), what: asText(event.what) })];
    case 'tool_end': {
      const paths = asList(event.paths).map(asText);
      return [told({ kind: 'tool_ended', id, ok: event.ok === true, exit: asNumber(event.exit), paths })];
    }
    case 'retry':
      return retried(event);
    case 'asked': {
      const wanted = { tool: asText(event.tool), subject: asText(event.subject) };
      const text = [`May it use ${wanted.tool}?`, wanted.subject].filter((line) => line !== '').join('\n');
      return [{ kind: 'asked', asked: { id, about: 'permission', text, wanted, choices } }];
    }
    case 'closed':
      return [{ kind: 'closed', id }];
    case 'context':
      return [told({ kind: 'context', used: asNumber(event.used) ?? 0, window: null })];
    case 'stopped':
      return stopped(asRecord(event.end));
    default:
      return [];
  }
}

const told = (event: AgentEvent): HookWord => ({ kind: 'told', event });

/** It tries again by itself, as often as it takes. Where a limit holds it up, when it tries next is told too. */
function retried(event: Json): readonly HookWord[] {
  const message = asText(event.why);
  const retrying = told({ kind: 'retrying', attempt: asNumber(event.attempt) ?? 1, why: message });
  if (judgeWords(message).kind !== 'limited') return [retrying];
  return [retrying, told({ kind: 'limited', until: asNumber(event.next), message })];
}

function stopped(end: Json): readonly HookWord[] {
  const { inputTokens, cachedTokens, outputTokens, money } = asRecord(end.usage);
  const usage: Usage = {
    inputTokens: asNumber(inputTokens) ?? 0,
    cachedTokens: asNumber(cachedTokens) ?? 0,
    outputTokens: asNumber(outputTokens) ?? 0,
    money: asNumber(money),
  };
  return [told({ kind: 'usage', usage }), { kind: 'stopped', outcome: outcomeOfEvent(end) }];
}

function outcomeOfEvent(end: Json): TurnOutcome {
  const text = asText(end.text);
  const error = asRecord(end.error);
  const refused = asList(end.refused).map(asText);
  if (error.name === 'MessageAbortedError') return { kind: 'interrupted' };
  if (end.error !== null && end.error !== undefined) return judgeOpencodeError(error);
  if (refused.length > 0) return { kind: 'refused_by_permission', what: refused, text };
  if (end.reason === 'length') return { kind: 'cut_off', message: 'it reached its limit of tokens' };
  return text.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text };
}
