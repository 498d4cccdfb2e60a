// The agents, as the person's configuration names them now.
import { createAgents } from '../agents/registry.ts';
import type { Agents } from '../ports/agent.ts';
import type { AgentEntry, Config } from '../ports/config.ts';
import type { Entries } from './entries.ts';

export type CurrentAgents = Agents & { refresh(): Promise<void> };

export async function currentAgents(config: Config, entries: Entries): Promise<CurrentAgents> {
  let agents: Agents = createAgents();
  let made: Awaited<ReturnType<Config['read']>> | null = null;
  const refresh = async () => {
    const read = await config.read();
    if (read === made) return;
    made = read;
    const configured = read.ok ? read.value.agents : {};
    const script = configured.scripted?.script;
    agents = createAgents({
      configured: withHome(configured, config),
      ...(script === undefined
        ? {}
        : { scripted: { script: config.expand(script), entry: entries.scripted, node: process.execPath } }),
    });
  };
  await refresh();
  return {
    refresh,
    get: (name, driver) => agents.get(name, driver),
    names: () => agents.names(),
    drivers: (name) => agents.drivers(name),
    hosts: (name, env) => agents.hosts(name, env),
    program: (argv0) => agents.program(argv0),
  };
}

/** `~` is opened in the words that name a program. */
const withHome = (agents: Readonly<Record<string, AgentEntry>>, config: Config): Readonly<Record<string, AgentEntry>> =>
  Object.fromEntries(
    Object.entries(agents).map(([name, { acp, command, ...entry }]) => [
      name,
      {
        ...entry,
        ...(acp === undefined ? {} : { acp: acp.map((word) => config.expand(word)) }),
        ...(command === undefined ? {} : { command: command.map((word) => config.expand(word)) }),
      },
    ]),
  );
