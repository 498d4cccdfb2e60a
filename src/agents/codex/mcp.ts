// Servers of tools as Codex is told of them: settings of this start alone. Variables go by name.
import type { AgentSpec } from '../../ports/agent.ts';

/** Strings and lists of JSON are the same in TOML. */
const setting = (name: string, key: string, value: string | readonly string[]): readonly string[] => [
  '-c',
  `mcp_servers.${name}.${key}=${JSON.stringify(value)}`,
];

export const mcpArgs = (servers: AgentSpec['mcp'] = []): readonly string[] =>
  servers.flatMap(({ name, reach }) => {
    if (reach.kind === 'address') return setting(name, 'url', reach.url);
    const [command = '', ...args] = reach.argv;
    return [
      ...setting(name, 'command', command),
      ...setting(name, 'args', args),
      ...(reach.env.length === 0 ? [] : setting(name, 'env_vars', reach.env)),
    ];
  });
