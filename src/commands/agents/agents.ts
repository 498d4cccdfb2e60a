// What is installed, what it can do and what was seen of it; with `check`, a harmless look at what is new.
import type { AgentList, AgentView, DriverView, ProgramView } from '../../contract/agents.ts';
import type { WorkspaceCheck } from '../../contract/workspace.ts';
import { differs } from '../../domain/conformance/differs.ts';
import { tellChanges } from '../../domain/conformance/tell-changes.ts';
import { failed } from '../../domain/error.ts';
import type { Agent } from '../../ports/agent.ts';
import type { PersonConfig } from '../../ports/config.ts';
import type { Command, CommandPorts } from '../ports.ts';

const did =
  'Programs whose version is new were started with an empty home and none of your logins, asked for their version, help and the first words of their protocol, and ended. No model was asked.';

export const listAgents: Command<'agents.list'> = async (ports, { agent, check }): Promise<AgentList> => {
  const names = ports.agents.names().filter((name) => agent === undefined || name === agent);
  if (names.length === 0)
    throw failed('ENGINE_ERROR', `There is no agent "${agent ?? ''}". Known are ${ports.agents.names().join(', ')}.`);
  const before = await readLooks(ports);
  const looks = check ? await lookAtPrograms(ports, names, before) : before;
  const agents: AgentView[] = [];
  for (const name of names) agents.push(await viewOf(ports, name, looks, before));
  return { tested_on: ports.conformance.tested.on, agents, did: check ? did : '' };
};

async function viewOf(ports: CommandPorts, name: string, looks: Looks, before: Looks): Promise<AgentView> {
  const { agents, person, conformance } = ports;
  const found = await agents.get(name)?.find(person.env(), { version: true });
  const programs = conformance.programs(name);
  return {
    name,
    found: found?.found === true,
    path: found?.path ?? null,
    version: found?.version ?? null,
    hint: found?.hint ?? '',
    drivers: agents.drivers(name).map((driver) => driverView(ports, name, agents.get(name, driver))),
    programs: await Promise.all(programs.map((program) => programView(ports, program, looks, before))),
  };
}

function driverView({ conformance }: CommandPorts, name: string, agent: Agent | null): DriverView {
  const driver = agent?.driver ?? 'plain';
  const cells = conformance.tested.agents[name]?.drivers[driver]?.cells;
  const all = Object.entries(cells ?? {});
  const seen = {
    works: all.filter(([, cell]) => cell.seen === 'works').length,
    refused: all.filter(([, cell]) => cell.seen === 'refused').length,
    fails: all.flatMap(([ability, cell]) => (cell.seen === 'fails' ? [`${ability}: ${cell.why}`] : [])),
  };
  return { driver, can: agent === null ? [] : abilities(agent), seen: cells === undefined ? null : seen };
}

/** In a person's words; what it cannot is left out. */
function abilities({ capabilities }: Agent): readonly string[] {
  const { readOnly, usage, limitTime, turnEnd, instructions, ...rest } = capabilities;
  const plain = Object.entries(rest).flatMap(([name, can]) => (can ? [name] : []));
  return [
    ...plain,
    ...(readOnly === 'none' ? [] : ['read-only']),
    ...(usage === 'none' ? [] : ['usage']),
    ...(limitTime ? ['limit time'] : []),
    ...(instructions === undefined ? [] : ['instructions']),
    ...(turnEnd === 'screen' || turnEnd === 'exit' ? [] : ['turn end']),
  ].sort();
}

async function programView(
  { conformance, person }: CommandPorts,
  program: string,
  looks: Looks,
  before: Looks,
): Promise<ProgramView> {
  const version = await conformance.version(program, person.env());
  const tested = conformance.tested.programs[program]?.version ?? null;
  const look = looks[program];
  const current = look !== undefined && look.version === version ? look : null;
  return {
    program,
    version,
    tested,
    drift: version !== null && tested !== null && differs(version, tested),
    look: current && { at: current.at, now: before[program] !== current, changed: current.changed },
  };
}

// The canary: programs of agents whose version is new are looked at, compared with the tested ones, and what was seen is kept.

type Look = { readonly version: string; readonly at: number; readonly changed: readonly string[] };
/** By command. */
type Looks = Readonly<Record<string, Look>>;

const file = 'agents.json';

/** What cannot be read was never looked at. */
async function readLooks({ files }: Pick<CommandPorts, 'files'>): Promise<Looks> {
  const bytes = await files.read(file);
  if (bytes === null) return {};
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Object.fromEntries(Object.entries(found ?? {}).filter(([, look]) => isLook(look)));
  } catch {
    return {};
  }
}

const isLook = (value: unknown): value is Look =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Look).version === 'string' &&
  typeof (value as Look).at === 'number' &&
  Array.isArray((value as Look).changed);

/** One after another: some of them take a gigabyte. Each look is kept before the next is begun. */
async function lookAtPrograms(ports: CommandPorts, agents: readonly string[], before: Looks): Promise<Looks> {
  let looks = before;
  for (const program of agents.flatMap((agent) => ports.conformance.programs(agent))) {
    const version = await ports.conformance.version(program, ports.person.env());
    if (version === null || looks[program]?.version === version) continue;
    const look = await lookAt(ports, program, version);
    if (look === null) continue;
    looks = { ...looks, [program]: look };
    await ports.files.write(file, JSON.stringify(looks));
  }
  return looks;
}

async function lookAt(ports: CommandPorts, program: string, version: string): Promise<Look | null> {
  const { conformance, person, clock } = ports;
  const facts = await conformance.look(program, person.env());
  if (facts === null) return null;
  const tested = conformance.tested.programs[program];
  const changed = tested === undefined ? [] : tellChanges(tested, facts);
  return { version, at: clock.now(), changed };
}

// The agents and the sandbox of this machine, as they are now.

export const lookAtAgents = ({
  agents,
  person,
}: Pick<CommandPorts, 'agents' | 'person'>): Promise<WorkspaceCheck['agents']> =>
  Promise.all(
    agents.names().map(async (name) => {
      const look = await agents.get(name)?.find(person.env(), { version: true });
      return { name, found: look?.found === true, version: look?.version ?? null };
    }),
  );

export async function lookAtSandbox(
  { sandboxes }: Pick<CommandPorts, 'sandboxes'>,
  setting: PersonConfig['sandbox'],
): Promise<WorkspaceCheck['sandbox']> {
  const chosen = await sandboxes.choose(setting);
  if (!chosen.ok) return { name: 'none', works: false, why: chosen.failure.message };
  return { name: chosen.value.name, ...(await chosen.value.probe()) };
}
