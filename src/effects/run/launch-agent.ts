// The one place where an agent is started, be it for a turn of a task, by itself or for a session: behind which walls, with which network, and what it sees of its own state.

import { ok, type Result } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import { isWithin } from '../../domain/place/within.ts';
import { cleanEnvironment, secretsNamed } from '../../domain/run/environment.ts';
import { type Network, networkFor } from '../../domain/run/network-for.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Run } from '../../domain/run/run.ts';
import { needsOfServers } from '../../domain/task/settings/mcp.ts';
import type { McpServer } from '../../domain/task/settings/settings.ts';
import type { Agent, AgentSpec, AgentState, Live } from '../../ports/agent.ts';
import type { EditFolder } from '../../ports/edits.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { GuardedGit } from '../../ports/git.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import { giveState } from './own-state.ts';
import { findRepository } from './receipt.ts';

/** One turn of a run, with nobody before a terminal. */
export type Turn = Pick<
  AgentSpec,
  'cwd' | 'mode' | 'permissions' | 'resume' | 'fork' | 'model' | 'effort' | 'turns' | 'usageBefore'
> &
  Pick<Walls, 'sandbox' | 'owner' | 'network' | 'hosts' | 'shape'> & {
    readonly places: Places;
    /** The person's; of what is withheld from agents only what is named is let through. */
    readonly env: Readonly<Record<string, string>>;
    readonly passEnv: readonly string[];
    readonly mcp: readonly McpServer[];
    readonly stallMs: number | null;
    readonly writable: readonly string[];
    readonly readable: readonly string[];
    /** Absent: nobody wants to know its edits. */
    readonly edits?: EditFolder | null;
  };

type Places = { readonly promptFile: string; readonly scratch: string; readonly home: string; readonly folder: string };

/** Safe to repeat: nothing of them depends on how the tree stands. `owner`: whose conversations these are. */
export async function makePlaces({ files }: EffectPorts, run: Run, owner: string, prompt: string): Promise<Places> {
  const [promptFile, scratch, home, folder] = await Promise.all([
    files.write(`runs/${run.id}/prompt.md`, prompt),
    files.makeFolder(`runs/${run.id}/tmp`),
    files.makeFolder(`homes/${owner}`),
    files.makeFolder(`runs/${run.id}/agent`),
  ]);
  return { promptFile, scratch, home, folder };
}

/** Failures: those of `launchAgent`, and of a configuration that cannot be read: nobody knows then which variables hold secrets. */
export async function launchTurn(ports: EffectPorts, run: Run, agent: Agent, turn: Turn): Promise<Result<Live>> {
  const { cwd, mode, permissions, resume, fork, model, effort, turns, usageBefore, mcp } = turn;
  const { sandbox, owner, network, hosts, shape, edits } = turn;
  const { promptFile, scratch, home, folder } = turn.places;
  const tools = needsOfServers(mcp);
  const passed = [...agent.passEnv, ...turn.passEnv, ...tools.env];
  const config = await ports.config.read();
  if (!config.ok) return config;
  const spec = {
    runId: run.id as RunId,
    cwd,
    promptFile,
    folder,
    mode,
    permissions,
    once: true,
    resume,
    fork,
    conversation: ports.ids.uuid(),
    usageBefore,
    ...(edits && { edits }),
    model,
    effort,
    ...(mcp.length > 0 && { mcp }),
    args: [],
    columns: 120,
    rows: 40,
    turns,
    deadlineMs: run.spec.deadlineMs,
    // Who waits for a person's answer is silent.
    quietMs: permissions === 'ask' ? null : turn.stallMs,
    env: { ...cleanEnvironment(turn.env, passed, secretsNamed(config.value)), TMPDIR: scratch },
  };
  return launchAgent(ports, agent, spec, {
    sandbox,
    owner,
    home,
    within: tools.within,
    writable: [...turn.writable, scratch, ...(edits ? [`${edits.folder}/asked`] : [])],
    readable: [...turn.readable, promptFile, ...tools.reads, ...(edits ? [`${edits.folder}/told`] : [])],
    ...(network && { network }),
    ...(hosts && { hosts }),
    ...(shape && { shape }),
  });
}

/** What is changed in the agent's program where no sandbox confines it. */
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
    const inHome = isWithin(path, person.home);
    if (!(await files.there(path))) {
      if (!inHome) open.push(path);
      continue;
    }
    open.push(path);
    if (inHome) await files.link(path, { root: home, path: path.slice(person.home.length + 1) });
  }
  return open;
}

// What the person has configured of an agent's network, for who is not held by the settings of a task.

export async function networkOf({ config }: Pick<EffectPorts, 'config'>, agent: string) {
  const read = await config.read();
  const { network, hosts } = (read.ok ? read.value.agents?.[agent] : undefined) ?? {};
  return { ...(network && { network }), ...(hosts && { hosts }) };
}

// What an agent that works in a person's own folder may write, with what it may not of the repositories there.

/** `folders`: where it writes. A copy of ours is a repository of its own, and our git goes by nothing of it. Failures: those of `Git.guard`, and of a configuration that cannot be read: nobody knows then which checkouts there are. */
export async function guardFolders(
  ports: Pick<EffectPorts, 'git' | 'config' | 'files' | 'store'>,
  sandbox: Sandbox,
  folders: readonly string[],
  commits: string | null,
): Promise<Result<GuardedGit>> {
  if (sandbox.name === 'none') return ok({ writable: folders, readable: [] });
  const [config, copies] = await Promise.all([
    ports.config.read(),
    ports.store.read((reads) => reads.copies({ removed: false })),
  ]);
  const clones = copies.filter(({ isolation }) => isolation === 'clone').map(({ path }) => path);
  if (!config.ok) return config;
  const known = Object.values(config.value.workspaces).map(({ path }) => ports.config.expand(path));
  const found = await Promise.all(folders.map((folder) => findRepository(ports.files, folder)));
  const theirs = [...known, ...found].flatMap((one) => (one === null || clones.includes(one) ? [] : [one]));
  const guarded = await ports.git.guard(folders, [...new Set(theirs)], commits);
  if (!guarded.ok) return guarded;
  return ok({ ...guarded.value, writable: [...folders, ...guarded.value.writable] });
}
