// What finds a started program again.
import type { AgentSpec, Live } from '../../ports/agent.ts';

export const liveOf = (spec: AgentSpec): Live => ({
  runId: spec.runId,
  usageBefore: spec.usageBefore,
  once: spec.once,
  promptFile: spec.promptFile,
  folder: spec.folder,
  cwd: spec.cwd,
  permissions: spec.permissions,
  mode: spec.mode,
  resume: spec.resume,
  fork: spec.fork,
  model: spec.model,
  effort: spec.effort,
  ...(spec.mcp && { mcp: spec.mcp }),
});
