// How the agent of a run is driven and what it may do: chosen when it is started, and the same for whoever finds it again.
import type { McpServer } from '../task/settings/settings.ts';

export type Launch = {
  readonly driver: 'plain' | 'native' | 'acp' | 'pty';
  /** What it is started with. */
  readonly permissions: 'read-only' | 'ask' | 'auto' | 'bypass';
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Absent: the agent's own default, or started by a version that did not write it down. */
  readonly model?: string;
  readonly effort?: string;
  /** Servers of tools that it is given. */
  readonly mcp?: readonly McpServer[];
};
