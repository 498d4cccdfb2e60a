// Codex as a process that stays: `codex app-server`, JSON-RPC in lines on stdio.
import type { AgentSpec } from '../../ports/agent.ts';
import type { NativeProfile } from '../drivers/native/profile.ts';
import { editCommand, editProgram, hookSeconds, type TellsEdits } from '../edits/edit-hook.ts';
import { codexHeadless as plain } from './headless.ts';
import { codexMcpArgs } from './mcp.ts';
import { type CodexNative, codexProtocol } from './native-protocol.ts';
import { trustedHooks } from './trusted-hooks.ts';

/** Rights and model go by protocol; what has no word there stands in argv. The network of commands is Drover's to decide. */
function args(spec: AgentSpec): readonly string[] {
  const { effort, args: own } = spec;
  return [
    'app-server',
    ...['-c', 'sandbox_workspace_write.network_access=true'],
    ...(effort === null ? [] : ['-c', `model_reasoning_effort=${JSON.stringify(effort)}`]),
    ...codexMcpArgs(spec),
    ...own,
  ];
}

/** A hook of this start alone, trusted by name as those of a terminal are. */
const codexEdits: TellsEdits = (edits) => ({
  args: trustedHooks(editCommand(edits), ['PostToolUse'], hookSeconds(edits)),
  reads: editProgram(),
});

export const codexNative: NativeProfile<CodexNative> = {
  ...plain,
  capabilities: { ...plain.capabilities, fork: true, steer: true, permissions: true, context: true, edits: true },
  tellsEdits: codexEdits,
  args,
  env: plain.env,
  protocol: codexProtocol,
};
