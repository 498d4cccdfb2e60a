// Servers of tools in the JSON that several programs take in their argv, with names of variables in place of what is in them.
import type { AgentSpec } from '../../ports/agent.ts';

/** `inherited`: its servers have its own variables, and none is named. */
export const mcpServers = (
  servers: NonNullable<AgentSpec['mcp']>,
  variables: 'filled' | 'inherited' = 'filled',
): string =>
  JSON.stringify({
    mcpServers: Object.fromEntries(
      servers.map(({ name, reach }) => {
        if (reach.kind === 'address') return [name, { type: 'http', url: reach.url }];
        const [command, ...args] = reach.argv;
        const named = variables === 'filled' ? reach.env : [];
        const env = Object.fromEntries(named.map((variable) => [variable, `\${${variable}}`]));
        return [name, { type: 'stdio', command, args, env }];
      }),
    ),
  });
