// Chooses how the agent of a task's run is driven and what it may do. Kept beside the run before it is started, so that a start that was cut off is found again as it was.
import { ok, type Result } from '../../domain/error.ts';
import { permissionsToStart } from '../../domain/permission/permissions-to-start.ts';
import type { Hired } from '../../domain/run/hired.ts';
import { type Network, networkFor } from '../../domain/run/network-for.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Purpose } from '../../domain/run/run.ts';
import type { AgentSettings, McpServer, RoleSettings } from '../../domain/task/settings/settings.ts';
import type { Agent, AgentSpec, AgentState, Agents, Live } from '../../ports/agent.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Files } from '../../ports/files.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import { giveState } from './own-state.ts';

type Turn = Extract<Purpose, { kind: 'agent' }>;

/** Null: there is no such agent. `heeds`: what is denied can be kept from it; one that asks nobody cannot be held to that. */
export function hire(
  agents: Agents,
  { agent: name, mode, model: chosen }: Turn,
  settings: AgentSettings | undefined,
  role: RoleSettings | undefined = undefined,
  servers: readonly McpServer[] = [],
): { readonly agent: Agent; readonly hired: Hired; readonly heeds: boolean } | null {
  const { permissions = 'auto', deny = [] } = settings ?? {};
  const allow = [...(settings?.allow ?? []), ...(role?.allow ?? [])];
  const wanted = mode === 'analysis' ? 'read-only' : permissionsToStart(permissions, deny);
  const agent = agentFor(agents, name, wanted === 'ask');
  if (agent === null) return null;
  const heeds = mode === 'analysis' || deny.length === 0 || agent.capabilities.permissions;
  const model = chosen ?? role?.models?.[name] ?? settings?.model ?? null;
  // What the tools of strangers do is not known: where nothing may be written there are none.
  const mcp = mode === 'write' && agent.capabilities.mcp === true ? servers : [];
  const effort = agent.capabilities.effort === true ? (settings?.effort ?? null) : null;
  const asked = { permissions: wanted, allow, deny };
  const hired = {
    driver: agent.driver,
    ...asked,
    ...(model !== null && { model }),
    ...(effort !== null && { effort }),
    ...(mcp.length > 0 && { mcp }),
  };
  return { agent, hired, heeds };
}

/** Nobody sits before a terminal of a task's; who is to ask is driven so that the questions come through. */
function agentFor(agents: Agents, name: string, asks: boolean): Agent | null {
  const ways = agents.drivers(name).flatMap((driver) => (driver === 'pty' ? [] : (agents.get(name, driver) ?? [])));
  return (asks ? ways.find(({ capabilities }) => capabilities.permissions) : undefined) ?? ways[0] ?? agents.get(name);
}

const fileOf = (run: string): string => `runs/${run}/hired.json`;

export const keepHired = (files: Files, run: string, hired: Hired): Promise<string> =>
  files.write(fileOf(run), JSON.stringify(hired));

/** Absent: started by a version that chose nothing. */
export async function readHired(files: Files, run: string): Promise<{ readonly hired?: Hired }> {
  const bytes = await files.read(fileOf(run));
  return bytes === null ? {} : { hired: JSON.parse(new TextDecoder().decode(bytes)) as Hired };
}

// Without a sandbox: an agent's own state in the home that its run has, as it is.

/** Linked under its own name; what is not there yet is made in that home. Returns what must be writable. */
async function linkState(
  { files, person }: Pick<EffectPorts, 'files' | 'person'>,
  home: string,
  state: readonly AgentState[],
): Promise<readonly string[]> {
  const open: string[] = [];
  const paths = state.flatMap(({ at, loose, settings = [] }) =>
    loose === true ? settings.map(({ path }) => `${at}/${path}`) : [at],
  );
  for (const path of paths) {
    const inHome = path.startsWith(`${person.home}/`);
    if (!(await files.there(path))) {
      if (!inHome) open.push(path);
      continue;
    }
    open.push(path);
    if (inHome) await files.link(path, { root: home, path: path.slice(person.home.length + 1) });
  }
  return open;
}

// What a person's servers of tools need of the person's, and what the sandbox must leave open for them.

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

// The one place where an agent's program is put behind its walls: which network it gets, and what it sees of its own state.

/** How a program that is put behind no walls differs from what its agent made of it. */
type Open = { readonly shape?: (program: Program) => Program };

export type Walls = Open & {
  readonly sandbox: Sandbox;
  /** Whose conversations these are. */
  readonly owner: string;
  readonly home: string;
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  /** As configured; absent: by mode alone. */
  readonly network?: 'all' | 'model' | 'none';
  readonly hosts?: readonly string[];
  /** What else it may speak with. */
  readonly within?: (network: Network) => Network;
};

/** Failures: those of `networkFor`, of the sandbox and of the agent. */
export async function launchAgent(
  ports: EffectPorts,
  agent: Agent,
  spec: Omit<AgentSpec, 'confine'>,
  walls: Walls | Open,
): Promise<Result<Live>> {
  const { shape = same } = walls;
  if (!('sandbox' in walls))
    return agent.start(ports.keeper, { ...spec, confine: async (program) => ok(shape(program)) });
  const { sandbox, home, owner, within = same } = walls;
  const network = await walledNetwork(ports, agent, spec, walls);
  if (!network.ok) return network;
  return agent.start(ports.keeper, {
    ...spec,
    confine: async (program, state, reads) => {
      const of = { run: spec.runId, agent: agent.name, cwd: spec.cwd, resume: spec.resume, home, owner };
      const own =
        sandbox.name === 'none'
          ? { writable: await linkState(ports, home, state), readable: [], views: [] }
          : await giveState(ports, of, state);
      return sandbox.confine(shape(program), {
        writable: [...walls.writable, ...own.writable],
        readable: [...walls.readable, ...own.readable, ...reads],
        views: own.views,
        network: within(network.value),
        home,
      });
    },
  });
}

const same = <T>(value: T): T => value;

/** The same for a turn of a task, a run by itself and a session: who only looks speaks with its model alone, where that is known. */
async function walledNetwork(
  { agents }: EffectPorts,
  { name }: Agent,
  { env, mode }: Omit<AgentSpec, 'confine'>,
  { network, hosts }: Walls,
): Promise<Result<Network>> {
  const service = await agents.hosts(name, env);
  return networkFor({ ...(network && { network }), ...(hosts && { hosts }), agent: name, mode, service, env });
}

// What the person has configured of an agent's network, for who is not held by the settings of a task.

export async function networkOf({ config }: Pick<EffectPorts, 'config'>, agent: string) {
  const read = await config.read();
  const { network, hosts } = (read.ok ? read.value.agents?.[agent] : undefined) ?? {};
  return { ...(network && { network }), ...(hosts && { hosts }) };
}
