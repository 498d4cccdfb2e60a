// Codex through its bridge to the Agent Client Protocol.
import { judgeRpcError, wordsOf } from '../drivers/acp/outcome.ts';
import { type AcpProfile, type Fault, overAcp } from '../drivers/acp/profile.ts';
import { findProgram } from '../drivers/launch.ts';
import { asRecord, asText, type Json } from '../json.ts';
import { codexHeadless, judgeCodexError } from './headless.ts';

/** It tells a failed turn as an answered one: the reason is its last message. */
function fault(update: Json): Fault | null {
  const { error, threadStatus } = asRecord(asRecord(update._meta).codex);
  if (asRecord(threadStatus).type === 'systemError') return { why: 'its service failed', status: null, over: true };
  const { additionalDetails, message, willRetry } = asRecord(error);
  if (willRetry !== true) return null;
  return { why: asText(additionalDetails) || asText(message), status: null, over: false };
}

/** Its usual mode `agent` has questions answered by a model: `read-only` is the one in which a person is asked. */
export const codexAcp: AcpProfile = {
  name: 'codex',
  capabilities: { ...overAcp, effort: true, context: true, instructions: ['AGENTS.md'] },
  passEnv: codexHeadless.passEnv,
  dropEnv: codexHeadless.dropEnv,
  hint: 'npm install -g @agentclientprotocol/codex-acp',
  locate: (env) => findProgram('codex-acp', env),
  versionArgs: ['--version'],
  args: ({ args }) => args,
  env: (env, there) => codexHeadless.env(env, there),
  state: codexHeadless.state,
  modes: { 'read-only': 'read-only', ask: 'read-only', auto: 'workspace-write', bypass: 'agent-full-access' },
  model: 'protocol',
  aside: /^Warning: /,
  fault,
  judge: (error) => (error.code === 0 ? judgeCodexError(wordsOf(error), Date.now()) : judgeRpcError(error)),
  // It does not leave when its input ends.
  graceMs: 300,
};
