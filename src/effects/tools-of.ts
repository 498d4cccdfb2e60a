// What a person's servers of tools need of the person's, and what the sandbox must leave open for them.
import type { Network } from '../domain/run/network-for.ts';
import type { McpServer } from '../domain/task/settings.ts';

/** `~` opened. */
export const placed = (servers: readonly McpServer[], expand: (path: string) => string): readonly McpServer[] =>
  servers.map(({ name, reach }) => {
    if (reach.kind === 'address') return { name, reach };
    const [command = '', ...args] = reach.argv;
    return { name, reach: { ...reach, argv: [expand(command), ...args], reads: reach.reads.map(expand) } };
  });

export function toolsOf(servers: readonly McpServer[]) {
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
