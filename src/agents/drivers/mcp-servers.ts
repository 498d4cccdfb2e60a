// Servers of tools in the JSON that several programs take in their argv, with names of variables in place of what is in them.
import type { AgentSpec } from '../../ports/agent.ts';

export const mcpServers = (servers: NonNullable<AgentSpec['mcp']>): string =>
  JSON.stringify({
    mcpServers: Object.fromEntries(
      servers.map(({ name, reach }) => {
        if (reach.kind === 'address') return [name, { type: 'http', url: reach.url }];
        const [command, ...args] = reach.argv;
        const env = Object.fromEntries(reach.env.map((variable) => [variable, `\${${variable}}`]));
        return [name, { type: 'stdio', command, args, env }];
      }),
    ),
  });
