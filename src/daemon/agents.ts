// The agents, as the person's configuration names them now.
import { createAgents } from '../agents/registry.ts';
import { fail, ok, type Result } from '../domain/error.ts';
import type { Agents } from '../ports/agent.ts';
import type { AgentEntry, Config } from '../ports/config.ts';
import type { Sandbox, Sandboxes } from '../ports/sandbox.ts';
import { bubblewrap } from '../sandbox/bubblewrap.ts';
import { choose } from '../sandbox/choose.ts';
import type { Place } from '../sandbox/place.ts';
import { holdsSecrets } from '../sandbox/secret-homes.ts';
import type { Entries } from './open-state.ts';

type CurrentAgents = Agents & { refresh(): Promise<void> };

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
    real: () => agents.real(),
    drivers: (name) => agents.drivers(name),
    hosts: (name, env) => agents.hosts(name, env),
    priceOf: (model, usage) => agents.priceOf(model, usage),
    footprints: () => agents.footprints(),
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

// Which sandboxes there are on this machine, and what the person has opened of the home to whatever runs in them.

export function chooseSandboxes(place: Place, config: Pick<Config, 'read' | 'expand'>): Sandboxes {
  const candidates = [bubblewrap(place)];
  return {
    async choose(setting) {
      const chosen = await choose(setting, candidates);
      return chosen.ok ? ok(opened(chosen.value, place, config)) : chosen;
    },
  };
}

/** `sandbox_read`, as it stands when a program is started. */
const opened = (sandbox: Sandbox, place: Place, config: Pick<Config, 'read' | 'expand'>): Sandbox => ({
  name: sandbox.name,
  probe: () => sandbox.probe(),
  async confine(program, confinement) {
    const paths = await pathsOf(place, config);
    if (!paths.ok) return paths;
    return sandbox.confine(program, { ...confinement, readable: [...confinement.readable, ...paths.value] });
  },
});

async function pathsOf(place: Place, config: Pick<Config, 'read' | 'expand'>): Promise<Result<readonly string[]>> {
  const read = await config.read();
  // A file that does not parse opens nothing; what reads it says so.
  const wanted = read.ok ? (read.value.sandboxRead ?? []) : [];
  const paths = wanted.map((path) => config.expand(path));
  const secret = paths.find((path) => holdsSecrets(place, path));
  if (secret === undefined) return ok(paths);
  return fail('CONFIG_INVALID', `sandbox_read: ${secret} holds keys or logins, which are never opened to a run.`, {
    path: secret,
    hint: 'Name the folder of the tools alone.',
  });
}
