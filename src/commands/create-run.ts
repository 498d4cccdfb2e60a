// One prompt for one agent, outside of any task: everything that can be known at once is checked before anything starts.
import { failed } from '../domain/error.ts';
import { runId, type TaskId } from '../domain/ids.ts';
import type { Once } from '../domain/run/once.ts';
import type { Run, RunSpec } from '../domain/run/run.ts';
import { milliseconds } from '../domain/task/settings-from.ts';
import type { PersonConfig } from '../ports/config.ts';
import type { Transaction } from '../ports/store.ts';
import { firstInstalled } from './choose-agents.ts';
import { commit } from './commit.ts';
import { findConversation, type Resumed } from './find-conversation.ts';
import { nameOf } from './name-of.ts';
import { orFail } from './or-fail.ts';
import type { Command, CommandPorts, Peer } from './ports.ts';

const hour = 3_600_000;

type Asked = Parameters<Command<'run.create'>>[1];

export const createRun: Command<'run.create'> = async (ports, input, peer) => {
  refuseUnsupported(input, peer);
  const config = orFail(await ports.config.read());
  const named = input.agent === undefined && input.resume === undefined ? await firstInstalled(ports, config) : null;
  const cwd = await mustBeFolder(ports, input.cwd);
  const addDirs = await Promise.all(input.add_dirs.map((path) => mustBeFolder(ports, path)));
  return commit(ports, async (tx) => {
    const resumed = input.resume === undefined ? null : await findConversation(tx, input.resume, input.agent);
    const agent = input.agent ?? resumed?.agent ?? named ?? '';
    const once = onceOf(ports, input, config, peer, { agent, cwd, addDirs, resumed });
    const run = await insert(ports, tx, {
      purpose: once,
      deadlineMs: input.timeout ?? hour,
      sandbox: config.sandbox,
    });
    return { run: run.id, agent, notes: [] };
  });
};

function refuseUnsupported({ transport, permissions, mode }: Asked, { person }: Peer): void {
  if (transport === 'pty')
    throw failed('UNSUPPORTED', 'A run by itself has no terminal; `drover start` opens a session in one.');
  if (permissions === 'ask')
    throw failed('UNSUPPORTED', 'A run by itself asks nobody; `drover start` opens a session that does.');
  if (permissions === 'bypass' && person.kind !== 'person')
    throw failed('UNAUTHORIZED', 'Only a person may let an agent do everything (--permissions bypass).');
  if (mode === 'analysis' && permissions !== undefined && permissions !== 'read-only')
    throw failed('USAGE', `An analysis is read-only; for more say --mode write.`, { permissions });
}

async function mustBeFolder({ machine }: CommandPorts, path: string): Promise<string> {
  const real = await machine.realPath(path);
  if (real !== null) return real;
  throw failed('PATH_NOT_FOUND', `There is no folder ${path}.`, { path });
}

function onceOf(
  { agents }: CommandPorts,
  input: Asked,
  config: PersonConfig,
  peer: Peer,
  { agent, cwd, addDirs, resumed }: { agent: string; cwd: string; addDirs: readonly string[]; resumed: Resumed | null },
): Once {
  if (agents.get(agent) === null)
    throw failed('ENGINE_ERROR', `There is no agent "${agent}". Known are ${agents.names().join(', ')}.`, {
      agent,
      known: agents.names(),
    });
  const words = config.agents[agent] ?? {};
  const stall = words.stall === undefined ? null : milliseconds(words.stall);
  return {
    kind: 'once',
    name: input.name ?? null,
    agent,
    driver: driverOf(agents, agent, input.transport),
    mode: input.mode,
    permissions: input.permissions === undefined || input.permissions === 'ask' ? 'auto' : input.permissions,
    prompt: input.prompt,
    resume: resumed?.conversation ?? null,
    resumed: resumed?.run ?? null,
    usageBefore: resumed?.usageBefore ?? { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
    cwd,
    addDirs,
    model: input.model ?? words.model ?? null,
    effort: input.effort ?? null,
    turns: words.turns ?? 200,
    stallMs: stall,
    passEnv: words.pass_env ?? [],
    by: nameOf(peer),
  };
}

/** One process for one turn is what costs least, where the agent has it. */
function driverOf(agents: CommandPorts['agents'], agent: string, wanted: Asked['transport']): Once['driver'] {
  const there = agents.drivers(agent);
  if (wanted === 'auto') return there.includes('plain') ? 'plain' : null;
  if (wanted === 'pty' || !there.includes(wanted))
    throw failed('UNSUPPORTED', `${agent} cannot be driven by ${wanted}; it can by ${there.join(', ')}.`, { there });
  return wanted;
}

async function insert(
  { queue, clock, host }: Pick<CommandPorts, 'queue' | 'clock' | 'host'>,
  tx: Transaction,
  spec: RunSpec & { readonly purpose: Once },
): Promise<Run> {
  const at = clock.now();
  const id = runId(await tx.next('run'));
  const own = id as unknown as TaskId;
  const { agent, mode, name, by } = spec.purpose;
  const run: Run = {
    ...{ id, kind: 'run', task: own, parent: null, key: '', host },
    ...{ version: 1, fence: 1, effects: 0, ended: false },
    spec,
    state: { kind: 'requested' },
    createdAt: at,
    updatedAt: at,
  };
  await tx.insert(run);
  await tx.say(id, own, at, [{ kind: 'run_requested', data: { agent, mode, name, by } }]);
  await queue.add(tx, [{ thing: id, at, host }]);
  return run;
}
