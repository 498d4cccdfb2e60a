// Says which agents that work on a task cannot be given the servers of tools that are configured.
import type { Settings } from '../domain/task/settings.ts';
import type { CommandPorts } from './ports.ts';

export function withoutTools({ agents }: Pick<CommandPorts, 'agents'>, settings: Settings): readonly string[] {
  const servers = settings.mcp ?? [];
  const workers = [...new Set([...settings.agents.develop, ...settings.agents.fix])];
  const without = workers.filter((name) => agents.get(name)?.capabilities.mcp !== true);
  if (servers.length === 0 || without.length === 0) return [];
  return [
    `Without the tools of ${servers.map(({ name }) => name).join(', ')}: ${without.join(', ')} cannot be given any.`,
  ];
}
