// Codex in a terminal: hooks by `-c` on its command line, for this start alone; the person's own hooks and settings stay in force and are not written.
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { lastSaid } from '../drivers/frame.ts';
import { failureOf, hearHooks } from '../drivers/hear-hooks.ts';
import type { Prepared, TerminalProfile } from '../drivers/pty-profile.ts';
import type { Spool } from '../drivers/pty-spool.ts';
import { codex as plain } from './profile.ts';
import { readCodexScreen } from './screen.ts';
import { trustedHooks } from './trusted-hooks.ts';

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
    ...trustedHooks(spool.command),
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
  capabilities: {
    ...{ ...plain.capabilities, fork: true, steer: true, permissions: true },
    ...{ usage: 'none', money: false, limitTime: false, turnEnd: 'hook', hooks: true },
  },
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
