// Claude Code through its bridge to the Agent Client Protocol.
import type { AcpProfile } from '../drivers/acp-profile.ts';
import { findProgram } from '../drivers/find-program.ts';
import { claude } from './profile.ts';

/** In `acceptEdits` commands are still asked about: one turn without a person says yes, as in the plain form. */
export const claudeAcp: AcpProfile = {
  name: 'claude',
  capabilities: {
    resume: true,
    fork: true,
    steer: false,
    readOnly: 'mode',
    permissions: true,
    usage: 'turn',
    money: true,
    limitTime: false,
    context: true,
    turnEnd: 'protocol',
    hooks: false,
    images: false,
  },
  passEnv: claude.passEnv,
  dropEnv: claude.dropEnv,
  hint: 'npm install -g @agentclientprotocol/claude-agent-acp',
  locate: (env) => findProgram('claude-agent-acp', env),
  versionArgs: ['--version'],
  args: () => [],
  env: (env, there) => claude.env(env, there),
  state: claude.state,
  modes: { 'read-only': 'plan', ask: 'default', auto: 'acceptEdits', bypass: 'bypassPermissions' },
  model: 'protocol',
  graceMs: 4000,
};
