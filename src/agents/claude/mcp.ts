// Servers of tools as Claude Code is told of them: in argv, with names of variables in place of what is in them.
import type { AgentSpec } from '../../ports/agent.ts';
import { mcpServers } from '../drivers/acp/setup.ts';

export const claudeMcpArgs = ({ mcp = [] }: Pick<AgentSpec, 'mcp'>): readonly string[] =>
  mcp.length === 0 ? [] : ['--mcp-config', mcpServers(mcp)];

/** What works without a question: its own tools, and those that the person gave it. */
export const toolsAllowed = ({ mcp = [] }: Pick<AgentSpec, 'mcp'>): readonly string[] => [
  '--allowedTools',
  ['Bash,Edit,Write,NotebookEdit,WebFetch,WebSearch', ...mcp.map(({ name }) => `mcp__${name}`)].join(','),
];
