// How a test starts an agent in a terminal: one that stays, asks, and has nothing before it.
import { ok } from '../../src/domain/error.ts';
import { runId } from '../../src/domain/ids.ts';
import type { AgentSpec } from '../../src/ports/agent.ts';

type Own = Pick<AgentSpec, 'cwd' | 'promptFile' | 'folder' | 'env'>;

/** `own`: where it is; and whatever a test wants otherwise. */
export const terminalSpec = (own: Own & Partial<AgentSpec>): AgentSpec => ({
  runId: runId(1),
  mode: 'write',
  permissions: 'ask',
  once: false,
  resume: null,
  fork: false,
  conversation: '7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a01',
  model: null,
  effort: null,
  args: [],
  turns: 20,
  deadlineMs: 120_000,
  quietMs: null,
  columns: 100,
  rows: 30,
  usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
  confine: async (program) => ok(program),
  ...own,
});
