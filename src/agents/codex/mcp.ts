// Servers of tools as Codex is told of them: settings of this start alone. Variables go by name.
import type { AgentSpec } from '../../ports/agent.ts';

/** Strings and lists of JSON are the same in TOML. */
const setting = (name: string, key: string, value: string | readonly string[]): readonly string[] => [
  '-c',
  `mcp_servers.${name}.${key}=${JSON.stringify(value)}`,
];

/** Where it works unattended the person's own servers are asked nothing about: else it refuses their tools, for nobody is there to approve. */
export const codexMcpArgs = ({ mcp = [], permissions }: Pick<AgentSpec, 'mcp' | 'permissions'>): readonly string[] =>
  mcp.flatMap((server) => [
    ...reachOf(server),
    ...(permissions === 'auto' || permissions === 'bypass'
      ? setting(server.name, 'default_tools_approval_mode', 'approve')
      : []),
  ]);

const reachOf = ({ name, reach }: NonNullable<AgentSpec['mcp']>[number]): readonly string[] => {
  if (reach.kind === 'address') return setting(name, 'url', reach.url);
  const [command = '', ...args] = reach.argv;
  return [
    ...setting(name, 'command', command),
    ...setting(name, 'args', args),
    ...(reach.env.length === 0 ? [] : setting(name, 'env_vars', reach.env)),
  ];
};
