// Which agents do a task's work: the one named, those configured, or the first that is installed.
import type { Input } from '../../contract/read-input.ts';
import { failed } from '../../domain/error.ts';
import type { Role } from '../../domain/task/settings/settings.ts';
import type { TaskSpec } from '../../domain/task/task.ts';
import type { Agent } from '../../ports/agent.ts';
import type { PersonConfig, WorkspaceEntry } from '../../ports/config.ts';
import type { CommandPorts } from '../ports.ts';

const roles: readonly Role[] = ['analyze', 'plan', 'develop', 'review', 'fix', 'advise'];

type Ports = Pick<CommandPorts, 'agents' | 'person'>;
type ChosenAgents = { readonly roles: Readonly<Record<Role, readonly string[]>>; readonly notes: readonly string[] };

/** Throws `ENGINE_ERROR`: unknown (the known ones named), not installed (how to), or none installed at all. */
export async function chooseAgents(
  ports: Ports,
  config: PersonConfig,
  entry: WorkspaceEntry,
  named: string | undefined,
): Promise<ChosenAgents> {
  if (named !== undefined) {
    await mustBeThere(ports, named);
    return { roles: forEachRole(() => [named]), notes: [] };
  }
  const configured = entry.agents ?? {};
  const { found, notes } = await findAll(ports, [...new Set(Object.values(configured).flat())]);
  const needsDefault = roles.some((role) => configured[role] === undefined);
  const first = needsDefault ? await firstInstalled(ports, config) : null;
  const ofRole = (role: Role): readonly string[] => {
    const wanted = configured[role];
    if (wanted === undefined) return first === null ? [] : [first];
    const there = wanted.filter((name) => found.includes(name));
    if (there.length === 0)
      throw failed('ENGINE_ERROR', `None of the agents for ${role} is installed: ${wanted.join(', ')}.`, { role });
    return there;
  };
  return { roles: forEachRole(ofRole), notes };
}

const forEachRole = (ofRole: (role: Role) => readonly string[]): ChosenAgents['roles'] => ({
  analyze: ofRole('analyze'),
  plan: ofRole('plan'),
  develop: ofRole('develop'),
  review: ofRole('review'),
  fix: ofRole('fix'),
  advise: ofRole('advise'),
});

function known({ agents }: Ports, name: string): Agent {
  const agent = agents.get(name);
  if (agent !== null) return agent;
  throw failed('ENGINE_ERROR', `There is no agent "${name}". Known are ${agents.names().join(', ')}.`, {
    agent: name,
    known: agents.names(),
  });
}

/** Throws `ENGINE_ERROR`. */
export async function mustBeThere(ports: Ports, name: string): Promise<void> {
  const { found, hint } = await known(ports, name).find(ports.person.env());
  if (!found) throw failed('ENGINE_ERROR', `The agent ${name} is not installed.`, { agent: name, hint });
}

/** null: it is done once. Each begins with another agent, as long as there are others. */
export async function chooseRivals(
  ports: Ports,
  { best_of: count, agents, pr, until }: Pick<Input<'task.create'>, 'best_of' | 'agents' | 'pr' | 'until'>,
  { isolation }: WorkspaceEntry,
  develop: readonly string[],
): Promise<(Required<Pick<TaskSpec, 'rivals'>> & Pick<TaskSpec, 'rivalModels'>) | null> {
  if (count === undefined) {
    if (agents !== undefined) throw failed('USAGE', '`agents` go with `best_of` (`--best-of N`).');
    return null;
  }
  if (isolation === 'checkout' || pr !== undefined)
    throw failed('UNSUPPORTED', 'Several cannot do it at once: there is one checkout, or one branch, to do it in.');
  if (until === 'analyze' || until === 'plan')
    throw failed(
      'UNSUPPORTED',
      `Analysis and plan are made once: with until ${until} nothing is left for several to do.`,
    );
  const named = agents?.map(workerOf);
  for (const { agent } of named ?? []) await mustBeThere(ports, agent);
  const each = Array.from({ length: count }, (_, at) => {
    const worker = named?.[at % named.length];
    if (worker !== undefined) return { agents: [worker.agent], model: worker.model };
    const first = at % Math.max(1, develop.length);
    return { agents: [...develop.slice(first), ...develop.slice(0, first)], model: null };
  });
  const models = each.map(({ model }) => model);
  return {
    rivals: each.map((one) => one.agents),
    ...(models.some((model) => model !== null) && { rivalModels: models }),
  };
}

/** `AGENT:MODEL`; a model may have further colons. */
function workerOf(named: string): { readonly agent: string; readonly model: string | null } {
  const at = named.indexOf(':');
  return at < 0 ? { agent: named, model: null } : { agent: named.slice(0, at), model: named.slice(at + 1) };
}

async function findAll(
  ports: Ports,
  names: readonly string[],
): Promise<{ readonly found: readonly string[]; readonly notes: readonly string[] }> {
  const looks = await Promise.all(
    names.map(async (name) => ({ name, ...(await known(ports, name).find(ports.person.env())) })),
  );
  return {
    found: looks.filter(({ found }) => found).map(({ name }) => name),
    notes: looks.filter(({ found }) => !found).map(({ name, hint }) => `${name} is not installed: ${hint}`),
  };
}

/** Without a person at every step another agent reads what was proven, where one is installed and nobody was named. `readers`: those installed that could. */
export function withReader(
  roles: ChosenAgents['roles'],
  { policy }: Pick<PersonConfig, 'policy'>,
  { agents, review }: Pick<WorkspaceEntry, 'agents' | 'review'>,
  readers: readonly string[],
): ChosenAgents['roles'] {
  if (policy !== 'hands-off' || review === 'off' || agents?.review !== undefined) return roles;
  const another = readers.find((name) => !roles.develop.includes(name));
  return another === undefined ? roles : { ...roles, review: [another, ...roles.review] };
}

/** Those that a person may be offered: no program is run. */
export async function namesInstalled({ agents, person }: Ports): Promise<readonly string[]> {
  const names = agents.names();
  const found = await Promise.all(
    names.map(async (name) => (await agents.get(name)?.find(person.env()))?.found === true),
  );
  return names.filter((_, index) => found[index]);
}

/** The one that plays a script is no default unless it was given one. */
export async function firstInstalled(ports: Ports, config: PersonConfig): Promise<string> {
  const first = await findInstalled(ports, config);
  if (first !== null) return first;
  throw failed('ENGINE_ERROR', `No agent is installed. Install one of ${ports.agents.real().join(', ')}.`, {
    hint: 'Install an agent, log in with it, and run `drover doctor`.',
  });
}

export async function findInstalled({ agents, person }: Ports, config: PersonConfig): Promise<string | null> {
  const real = agents.real();
  for (const name of agents.names()) {
    if (!real.includes(name) && config.agents[name]?.script === undefined) continue;
    if ((await agents.get(name)?.find(person.env()))?.found === true) return name;
  }
  return null;
}
