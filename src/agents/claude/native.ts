// Claude Code as a process that stays: stream-JSON both ways, its permission questions over stdio.
import type { AgentSpec, Permissions } from '../../ports/agent.ts';
import type { NativeProfile } from '../drivers/native/profile.ts';
import { editCommand, editProgram, hookSeconds, type TellsEdits } from '../edits/edit-hook.ts';
import { claudeHeadless as plain } from './headless.ts';
import { claudeMcpArgs, toolsAllowed } from './mcp.ts';
import { type ClaudeNative, claudeProtocol } from './native-protocol.ts';

/** Its permission questions come to us only where somebody is there to answer; else it refuses what is not allowed, as in the plain form. */
const rights: Readonly<Record<Permissions, readonly string[]>> = {
  'read-only': ['--permission-mode', 'dontAsk', '--tools', 'Read,Grep,Glob', '--strict-mcp-config'],
  ask: ['--permission-mode', 'default', '--permission-prompt-tool', 'stdio'],
  auto: ['--permission-mode', 'acceptEdits'],
  bypass: ['--permission-mode', 'bypassPermissions'],
};

/** `--replay-user-messages` also echoes our answers: so its output alone tells everything. */
function args(spec: AgentSpec): readonly string[] {
  const { mode, permissions, resume, fork, conversation, model, effort, turns, once } = spec;
  return [
    ...['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose', '--replay-user-messages'],
    ...(resume === null ? [] : ['--resume', resume]),
    ...(resume !== null && fork ? ['--fork-session'] : []),
    ...(resume === null || fork ? ['--session-id', conversation] : []),
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['--effort', effort]),
    ...(once ? ['--max-turns', String(turns)] : []),
    ...rights[mode === 'analysis' ? 'read-only' : permissions],
    ...(mode === 'write' && permissions === 'auto' ? toolsAllowed(spec) : []),
    ...claudeMcpArgs(spec),
    ...spec.args,
  ];
}

/** A hook of this start alone, laid over the person's own settings. */
const tellsEdits: TellsEdits = (edits) => {
  const hook = { type: 'command', command: editCommand(edits), timeout: hookSeconds(edits) };
  const hooks = { PostToolUse: [{ matcher: 'Edit|MultiEdit|Write|NotebookEdit', hooks: [hook] }] };
  return { args: ['--settings', JSON.stringify({ hooks })], reads: editProgram() };
};

export const claudeNative: NativeProfile<ClaudeNative> = {
  ...plain,
  capabilities: { ...plain.capabilities, fork: true, steer: true, permissions: true, context: true, edits: true },
  tellsEdits,
  args,
  // As root it refuses to leave out its questions unless it is told that it is in a sandbox.
  env: (env, there, { permissions }) => ({
    ...plain.env(env, there),
    ...(permissions === 'bypass' && process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {}),
  }),
  protocol: claudeProtocol,
};
