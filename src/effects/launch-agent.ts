// The one place where an agent's program is put behind its walls: which network it gets, and what it sees of its own state.
import { ok, type Result } from '../domain/error.ts';
import { type Network, networkFor } from '../domain/run/network-for.ts';
import type { Program } from '../domain/run/program.ts';
import type { Agent, AgentSpec, Live } from '../ports/agent.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import { linkState } from './link-state.ts';
import { giveState } from './own-state.ts';

/** How a program that is put behind no walls differs from what its agent made of it. */
export type Open = { readonly shape?: (program: Program) => Program };

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
