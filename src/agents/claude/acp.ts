// Claude Code through its bridge to the Agent Client Protocol.
import { type AcpProfile, overAcp } from '../drivers/acp/profile.ts';
import { findProgram } from '../drivers/launch.ts';
import { claudeHeadless } from './headless.ts';

/** In `acceptEdits` commands are still asked about: one turn without a person says yes, as in the plain form. */
export const claudeAcp: AcpProfile = {
  name: 'claude',
  capabilities: {
    ...overAcp,
    effort: true,
    readOnly: 'tools',
    money: true,
    context: true,
    instructions: ['CLAUDE.md', '.claude/CLAUDE.md'],
  },
  passEnv: claudeHeadless.passEnv,
  dropEnv: claudeHeadless.dropEnv,
  hint: 'npm install -g @agentclientprotocol/claude-agent-acp',
  locate: (env) => findProgram('claude-agent-acp', env),
  versionArgs: ['--version'],
  args: ({ args }) => args,
  env: (env, there) => claudeHeadless.env(env, there),
  state: claudeHeadless.state,
  // Analysis: the three reading tools are all there is, so not even a person's own `allow` rules can let it write.
  meta: (permissions) =>
    permissions === 'read-only'
      ? { claudeCode: { options: { tools: ['Read', 'Grep', 'Glob'], strictMcpConfig: true } } }
      : {},
  modes: { 'read-only': 'default', ask: 'default', auto: 'acceptEdits', bypass: 'bypassPermissions' },
  model: 'protocol',
  variables: 'filled',
  aside: /^\*\*Warning:\*\*/,
  graceMs: 4000,
};
