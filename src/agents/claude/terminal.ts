// Claude Code in a terminal: hooks by a settings file of this start alone, which is put on top of the person's own.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { hearHooks } from '../drivers/hear-hooks.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty-profile.ts';
import type { Spool } from '../drivers/pty-spool.ts';
import { askCommand, filesOf, type HookProgram } from '../hook/hook-program.ts';
import { claude as plain } from './profile.ts';
import { readClaudeScreen } from './screen.ts';

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
  capabilities: {
    ...{ ...plain.capabilities, fork: true, steer: true, permissions: true },
    ...{ usage: 'none', money: false, limitTime: false, turnEnd: 'hook', hooks: true },
  },
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
