// One prompt for one agent, outside of any task: everything that can be known at once is checked before anything starts.
import { failed } from '../../domain/error.ts';
import { runId, type TaskId } from '../../domain/ids.ts';
import { newRow } from '../../domain/new-row.ts';
import type { Once } from '../../domain/run/once.ts';
import type { Run, RunSpec } from '../../domain/run/run.ts';
import { configuredModel, milliseconds } from '../../domain/task/settings/freeze.ts';
import { chooseServers, placeServers } from '../../domain/task/settings/mcp.ts';
import type { McpServer } from '../../domain/task/settings/settings.ts';
import type { Capabilities, Driver } from '../../ports/agent.ts';
import type { PersonConfig } from '../../ports/config.ts';
import { unsaidDriver } from '../../ports/live-agent.ts';
import type { Transaction } from '../../ports/store.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { permissionsOf, type Rights } from '../session/choose-driver.ts';
import { commit, idempotently, nameOf, onceKey, unwrap } from '../shared/request.ts';
import { firstInstalled } from '../task/choose-agents.ts';
import { workspaceAt } from '../workspace/find.ts';
import { findWhatGoesOn, type GoesOn, mustStillGoOn, noteOfCarried } from './go-on.ts';
import { type RunAsked, withChange } from './review.ts';

const hour = 3_600_000;

type Asked = RunAsked;
type Given = Parameters<Command<'run.create'>>[1];

export const createRun: Command<'run.create'> = async (ports, given, peer) => {
  const meant = asMeant(ports, given);
  refuseUnsupported(meant.input, peer);
  const { input, notes: reviewed } = await withChange(ports, meant.input);
  const notes = [...meant.notes, ...reviewed];
  const config = unwrap(await ports.config.read());
  const named = input.agent === undefined && input.resume.length === 0 ? await firstInstalled(ports, config) : null;
  const cwd = await mustBeFolder(ports, input.cwd);
  const addDirs = await Promise.all(input.add_dirs.map((path) => mustBeFolder(ports, path)));
  const servers = await serversFor(ports, config, input, cwd, peer);
  const goesOn = await ports.store.read((reads) => findWhatGoesOn(ports, reads, input));
  return commit(ports, async (tx) => {
    // Its start is intended on the disk before anything is started, and this with it.
    tx.soon();
    await mustStillGoOn(tx, input, goesOn);
    const agent = input.agent ?? agentOf(goesOn) ?? named ?? '';
    const rights = rightsOf(config, agent, input, peer);
    const purpose = onceOf(ports, input, config, peer, { agent, cwd, addDirs, goesOn, rights, servers });
    const key = onceKey(ports, peer, 'run', input, [meant.input.prompt]);
    const spec = { purpose, deadlineMs: input.timeout ?? hour, sandbox: config.sandbox };
    const { thing } = await idempotently(tx, key, ports.clock.now(), () => insert(ports, tx, spec));
    return { run: thing.id, agent, notes: [...notes, ...noteOfCarried(goesOn)] };
  });
};

/** As in `start`: a first word that names an agent is the agent. */
function asMeant({ agents }: CommandPorts, given: Given): { readonly input: Given; readonly notes: readonly string[] } {
  const { first, agent, prompt } = given;
  if (first === undefined || agent !== undefined || agents.get(first) === null || !prompt.startsWith(first))
    return { input: given, notes: [] };
  const input = { ...given, agent: first, prompt: prompt.slice(first.length).trimStart() };
  return { input, notes: [`${first} is asked, as the first word says; with --agent all words are the prompt.`] };
}

/** Who would have to be asked is asked by a session, and not in silence by a run that nobody looks at. */
function rightsOf(config: PersonConfig, agent: string, input: Asked, peer: Peer): Rights {
  const rights = permissionsOf(config, agent, input, 'auto', peer);
  if (input.mode === 'analysis' || input.permissions !== undefined) return rights;
  const { permissions } = rights;
  if (permissions === 'auto' || permissions === 'bypass') return rights;
  throw failed(
    'UNSUPPORTED',
    `${agent} is configured with permissions: ${permissions}, and a run by itself that writes asks nobody.`,
    { hint: 'Say `--permissions auto` for this one, or open a session: `drover start`.' },
  );
}

function refuseUnsupported({ transport, permissions, mode }: Given, { person }: Peer): void {
  if (transport === 'pty')
    throw failed('UNSUPPORTED', 'A run by itself has no terminal; `drover start` opens a session in one.');
  if (permissions === 'ask')
    throw failed('UNSUPPORTED', 'A run by itself asks nobody; `drover start` opens a session that does.');
  if (permissions === 'bypass' && person.kind !== 'person')
    throw failed('UNAUTHORIZED', 'Only a person may let an agent do everything (--permissions bypass).');
  if (mode !== 'write' && permissions !== undefined && permissions !== 'read-only')
    throw failed('USAGE', `An analysis is read-only; for more say --mode write.`, { permissions });
}

async function mustBeFolder({ machine }: CommandPorts, path: string): Promise<string> {
  const real = await machine.realPath(path);
  if (real !== null) return real;
  throw failed('PATH_NOT_FOUND', `There is no folder ${path}.`, { path });
}

type ChosenRun = {
  readonly agent: string;
  readonly cwd: string;
  readonly addDirs: readonly string[];
  readonly goesOn: GoesOn;
  readonly rights: Rights;
  readonly servers: readonly McpServer[];
};

function onceOf(
  { agents }: CommandPorts,
  input: Asked,
  config: PersonConfig,
  peer: Peer,
  { agent, cwd, addDirs, goesOn, rights, servers }: ChosenRun,
): Once {
  if (agents.get(agent) === null)
    throw failed('ENGINE_ERROR', `There is no agent "${agent}". Known are ${agents.names().join(', ')}.`, {
      agent,
      known: agents.names(),
    });
  const words = config.agents[agent] ?? {};
  const stall = words.stall === undefined ? null : milliseconds(words.stall);
  const fork = goesOn.kind === 'conversation' && goesOn.fork;
  const driver = driverOf(agents, agent, { ...input, fork }, rights);
  const given = agents.get(agent, driver ?? unsaidDriver(agents, agent))?.capabilities.mcp === true ? servers : [];
  return {
    kind: 'once',
    name: input.name ?? null,
    agent,
    driver,
    mode: input.mode,
    permissions: rights.permissions === 'ask' ? 'auto' : rights.permissions,
    ...(rights.allow.length > 0 && { allow: rights.allow }),
    ...(rights.deny.length > 0 && { deny: rights.deny }),
    prompt: input.prompt,
    ...wayOn(goesOn),
    ...(input.max_tokens !== undefined && { budget: { money: null, tokens: input.max_tokens } }),
    cwd,
    addDirs,
    model: input.model ?? configuredModel(words),
    effort: input.effort ?? null,
    turns: words.turns ?? 200,
    stallMs: stall,
    passEnv: words.pass_env ?? [],
    ...(given.length > 0 && { mcp: given }),
    by: nameOf(peer),
  };
}

const agentOf = (goesOn: GoesOn): string | null => {
  if (goesOn.kind === 'afresh') return null;
  return goesOn.kind === 'carried' ? goesOn.agent : goesOn.resumed.agent;
};

function wayOn(goesOn: GoesOn): Pick<Once, 'resume' | 'resumed' | 'usageBefore' | 'fork' | 'carried'> {
  const afresh = { resume: null, resumed: null, usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 } };
  if (goesOn.kind === 'afresh') return afresh;
  if (goesOn.kind === 'carried') return { ...afresh, carried: goesOn.carried };
  const { conversation: resume, run: resumed, usageBefore } = goesOn.resumed;
  return { resume, resumed, usageBefore, ...(goesOn.fork && { fork: true }) };
}

/** As for a task: those of the workspace it is in, else all. What the tools do is not known, so who only reads gets none; and what is configured for a person is no gift to an agent. */
async function serversFor(
  ports: CommandPorts,
  { mcp = {} }: PersonConfig,
  { mode }: Asked,
  cwd: string,
  { person }: Peer,
): Promise<readonly McpServer[]> {
  if (mode === 'analysis' || person.kind !== 'person' || Object.keys(mcp).length === 0) return [];
  const here = await workspaceAt(ports, cwd);
  const [name, wanted] = here.kind === 'found' ? [here.workspace.name, here.workspace.entry.mcp] : ['', undefined];
  return placeServers(unwrap(chooseServers(mcp, wanted, name)), (path) => ports.config.expand(path));
}

/** One process for one turn is what costs least, where the agent has it. */
function driverOf(
  agents: CommandPorts['agents'],
  agent: string,
  { transport: wanted, mode, effort, fork, max_tokens }: Asked,
  { deny }: Rights,
): Once['driver'] {
  const there = agents.drivers(agent);
  if (wanted === 'pty' || (wanted !== 'auto' && !there.includes(wanted)))
    throw failed('UNSUPPORTED', `${agent} cannot be driven by ${wanted}; it can by ${there.join(', ')}.`, { there });
  const can = (driver: Driver) => agents.get(agent, driver)?.capabilities;
  const asks = mode === 'write' && deny.length > 0;
  const ways = (wanted === 'auto' ? ['plain', ...there] : [wanted]).filter(
    (driver): driver is NonNullable<Once['driver']> => driver !== 'pty' && there.includes(driver as Driver),
  );
  const allowed = ways.filter((driver) => !asks || can(driver)?.permissions === true);
  const fits = allowed.filter(
    (driver) => (!fork || can(driver)?.fork === true) && (max_tokens === undefined || tellsInTime(driver, can(driver))),
  );
  const [first] = fits.filter((driver) => effort === undefined || can(driver)?.effort === true);
  if (first !== undefined) return first;
  if (fits.length === 0 && allowed.length > 0 && max_tokens !== undefined)
    throw failed('UNSUPPORTED', `${agent} tells what it used only at its end (--max-tokens).`);
  if (fits.length === 0 && asks)
    throw failed(
      'UNSUPPORTED',
      `${agent} cannot be kept from what is denied to it (${deny.join(', ')}): it asks nobody.`,
    );
  if (effort !== undefined) throw failed('UNSUPPORTED', `${agent} cannot be told how much to think (--effort).`);
  return null;
}

/** A plain one is read at its end. */
const tellsInTime = (driver: Driver, can: Capabilities | undefined): boolean =>
  driver !== 'plain' && can !== undefined && can.usage !== 'none';

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
    ...newRow(host, at),
    id,
    kind: 'run',
    task: own,
    spec,
    state: { kind: 'requested' },
  };
  await tx.insert(run);
  await tx.say(id, own, at, [{ kind: 'run_requested', data: { agent, mode, name, by } }]);
  await queue.add(tx, [{ thing: id, at, host }]);
  return run;
}
