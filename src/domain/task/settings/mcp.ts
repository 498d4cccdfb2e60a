// The servers of tools that agents are given: as configured, as a workspace chooses among them, and what a person's computer must leave open for them.
import { fail, ok, type Result } from '../../error.ts';
import type { Network } from '../../run/network-for.ts';
import { nearest } from '../../text/nearest.ts';
import type { McpServer } from './settings.ts';

type McpServerWords =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: readonly string[];
      readonly reads?: readonly string[];
    }
  | { readonly url: string };

export type McpWords = Readonly<Record<string, McpServerWords>>;

/** `wanted`: names; absent: all. `CONFIG_INVALID` for one that nobody configured. */
export function chooseServers(
  servers: McpWords,
  wanted: readonly string[] | undefined,
  workspace: string,
): Result<readonly McpServer[]> {
  const names = wanted ?? Object.keys(servers);
  const unknown = names.find((name) => servers[name] === undefined);
  if (unknown === undefined) return ok(names.flatMap((name) => serverOf(name, servers[name])));
  const near = nearest(unknown, Object.keys(servers));
  const key = `workspaces.${workspace}.mcp`;
  return fail(
    'CONFIG_INVALID',
    `${key}: there is no server "${unknown}" in mcp.servers${near === null ? '' : `; the nearest is "${near}"`}`,
    { key },
  );
}

function serverOf(name: string, words: McpServerWords | undefined): readonly McpServer[] {
  if (words === undefined) return [];
  if ('url' in words) return [{ name, reach: { kind: 'address', url: words.url } }];
  const { command, args = [], env = [], reads = [] } = words;
  return [{ name, reach: { kind: 'program', argv: [command, ...args], env, reads } }];
}

/** `~` opened. */
export const placeServers = (servers: readonly McpServer[], expand: (path: string) => string): readonly McpServer[] =>
  servers.map(({ name, reach }) => {
    if (reach.kind === 'address') return { name, reach };
    const [command = '', ...args] = reach.argv;
    return { name, reach: { ...reach, argv: [expand(command), ...args], reads: reach.reads.map(expand) } };
  });

/** What they need of the person's, and what the sandbox must leave open for them. */
export function needsOfServers(servers: readonly McpServer[]) {
  const programs = servers.flatMap(({ reach }) => (reach.kind === 'program' ? [reach] : []));
  const hosts = servers.flatMap(({ reach }) => (reach.kind === 'address' ? [new URL(reach.url).host] : []));
  const isPath = (command: string) => command.startsWith('/');
  return {
    env: programs.flatMap(({ env }) => env),
    reads: programs.flatMap(({ argv, reads }) => [...reads, ...argv.slice(0, 1).filter(isPath)]),
    /** Whoever may speak with named hosts alone may speak with these as well. */
    within: (network: Network): Network =>
      typeof network === 'object' ? { hosts: [...network.hosts, ...hosts] } : network,
  };
}
