// Codex in a terminal: hooks by `-c` on its command line, for this start alone; the person's own hooks and settings stay in force and are not written.
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { failureOf, hearHooks } from '../drivers/hear-hooks.ts';
import type { Environment } from '../drivers/profile.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty-profile.ts';
import type { Spool } from '../drivers/pty-spool.ts';
import { codex as plain } from './profile.ts';
import { readCodexScreen } from './screen.ts';

const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PostToolUse', 'Stop'];

const rights: Readonly<Record<AgentSpec['permissions'], readonly string[]>> = {
  'read-only': ['-a', 'never', '-s', 'read-only'],
  ask: ['-a', 'on-request', '-s', 'workspace-write'],
  auto: ['-a', 'never', '-s', 'workspace-write'],
  bypass: ['--dangerously-bypass-approvals-and-sandbox'],
};

async function prepare(spec: AgentSpec, spool: Spool): Promise<Prepared> {
  const { permissions, mode, resume, fork, model, effort } = spec;
  const hooks = (await hasOwnHooks(spec.cwd, spec.env)) ? [] : hooksOf(spool);
  const args = [
    ...(resume === null ? [] : [fork ? 'fork' : 'resume']),
    // Without it a daemon of its own goes on after it.
    '--no-daemon',
    ...rights[mode === 'analysis' ? 'read-only' : permissions],
    ...hooks,
    ...(model === null ? [] : ['-m', model]),
    ...(effort === null ? [] : ['-c', `model_reasoning_effort=${JSON.stringify(effort)}`]),
    '-c',
    'check_for_update_on_startup=false',
    ...spec.args,
    ...(resume === null ? [] : [resume]),
  ];
  return { args, env: {} };
}

/** Hooks that nobody has looked at run only with this flag, and it is for all of them: so never where the folder brings some of its own. */
function hooksOf({ command }: Spool): readonly string[] {
  const value = `[{hooks=[{type="command",command=${JSON.stringify(command)},timeout=60}]}]`;
  return ['--dangerously-bypass-hook-trust', ...events.flatMap((event) => ['-c', `hooks.${event}=${value}`])];
}

/** It looks from the folder up to the top of its repository. */
async function hasOwnHooks(cwd: string, env: Environment): Promise<boolean> {
  const personal = env.CODEX_HOME ?? join(env.HOME ?? '', '.codex');
  const brings = async (folder: string) =>
    join(folder, '.codex') !== personal && (await isThere(join(folder, '.codex')));
  const folders = [cwd];
  for (let folder = cwd; !(await isThere(join(folder, '.git'))); folders.push(folder)) {
    if (folder === dirname(folder)) return await brings(cwd);
    folder = dirname(folder);
  }
  return (await Promise.all(folders.map(brings))).includes(true);
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

export const codexTerminal = (): TerminalProfile => ({
  ...plain,
  capabilities: {
    ...{ ...plain.capabilities, fork: true, steer: true, permissions: true },
    ...{ usage: 'none', money: false, limitTime: false, turnEnd: 'hook', hooks: true },
  },
  prepare: async (spec, spool) => {
    const prepared = await prepare(spec, spool);
    return { ...prepared, env: plain.env(spec.env, plain.state(spec.env)) };
  },
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
  const said = lines.findLast((line) => /^[■•✔✗]\s/u.test(line)) ?? '';
  if (!said.startsWith('■')) return null;
  const sentence = said.slice(2).trim();
  return /interrupted/i.test(sentence) ? { kind: 'interrupted' } : failureOf('', sentence);
}
