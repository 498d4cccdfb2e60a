// The agents, as the person's configuration names them now.
import { createAgents } from '../agents/registry.ts';
import type { Agents } from '../ports/agent.ts';
import type { Config } from '../ports/config.ts';
import type { Entries } from './entries.ts';

export type CurrentAgents = Agents & { refresh(): Promise<void> };

export async function currentAgents(config: Config, entries: Entries): Promise<CurrentAgents> {
  let agents: Agents = createAgents();
  const refresh = async () => {
    const read = await config.read();
    const script = read.ok ? read.value.agents.scripted?.script : undefined;
    agents = createAgents(
      script === undefined
        ? {}
        : { scripted: { script: config.expand(script), entry: entries.scripted, node: process.execPath } },
    );
  };
  await refresh();
  return {
    refresh,
    get: (name, driver) => agents.get(name, driver),
    names: () => agents.names(),
    drivers: (name) => agents.drivers(name),
    program: (argv0) => agents.program(argv0),
  };
}
