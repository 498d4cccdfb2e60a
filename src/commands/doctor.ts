// Whether all is well, and what to do where it is not.
import type { Check } from '../contract/service.ts';
import { Failed } from '../domain/error.ts';
import { lookAtAgents, lookAtSandbox } from './look-at-tools.ts';
import type { Command, CommandPorts } from './ports.ts';

export const doctor: Command<'service.doctor'> = async (ports) => ({
  checks: [
    ...(await ports.doctorChecks()),
    await guarded('configuration', () => configuration(ports)),
    await guarded('agents', () => agents(ports)),
    await guarded('sandbox', () => sandbox(ports)),
    await guarded('workspaces', () => workspaces(ports)),
    await guarded('keeper', () => keeper(ports)),
    await guarded('store', () => store(ports)),
    await guarded('disk', () => disk(ports)),
  ],
});

const good = (name: string, said: string): Check => ({ name, state: 'ok', said, hint: '' });

/** A look that fails is what was found. */
async function guarded(name: string, look: () => Promise<Check>): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return { name, state: 'bad', said: error.failure.message, hint: '' };
  }
}

async function configuration({ config }: CommandPorts): Promise<Check> {
  const read = await config.read();
  if (!read.ok)
    return { name: 'configuration', state: 'bad', said: read.failure.message, hint: 'Correct the named line.' };
  const { path, exists } = read.value.file;
  return good('configuration', exists ? path : `${path} (not made yet: the defaults hold)`);
}

async function agents(ports: CommandPorts): Promise<Check> {
  const found = (await lookAtAgents(ports)).filter((agent) => agent.found && agent.name !== 'scripted');
  if (found.length > 0)
    return good(
      'agents',
      found.map(({ name, version }) => `${name}${version === null ? '' : ` ${version}`}`).join(', '),
    );
  const names = ports.agents.names().filter((name) => name !== 'scripted');
  return { name: 'agents', state: 'bad', said: 'none is installed', hint: `Install one of ${names.join(', ')}.` };
}

async function sandbox(ports: CommandPorts): Promise<Check> {
  const config = await ports.config.read();
  const setting = config.ok ? config.value.sandbox : 'auto';
  const { name, works, why } = await lookAtSandbox(ports, setting);
  if (works && name !== 'none') return good('sandbox', name);
  const said =
    setting === 'off'
      ? 'switched off: agents can do what you can, and one that escapes cannot be told from you'
      : `none works here: ${why}`;
  return { name: 'sandbox', state: setting === 'required' ? 'bad' : 'note', said, hint: setting === 'off' ? '' : why };
}

async function workspaces({ config, git }: CommandPorts): Promise<Check> {
  const read = await config.read();
  const entries = read.ok ? Object.entries(read.value.workspaces) : [];
  const looks = await Promise.all(
    entries.map(async ([name, { path }]) => ({ name, state: await git.inspect(config.expand(path)) })),
  );
  const bad = looks.flatMap(({ name, state }) => (state.ok ? [] : [`${name}: ${state.failure.message}`]));
  if (bad.length === 0) return good('workspaces', entries.length === 0 ? 'none yet' : `${entries.length} in order`);
  return {
    name: 'workspaces',
    state: 'bad',
    said: bad.join(' '),
    hint: 'Correct the path: `drover workspace set NAME path PATH`, or remove it.',
  };
}

async function keeper({ keeper: port }: CommandPorts): Promise<Check> {
  const living = (await port.list()).filter(({ ending }) => ending === null);
  return good('keeper', living.length === 0 ? 'nothing runs' : `${living.length} running`);
}

async function store({ store: port }: CommandPorts): Promise<Check> {
  const { kind, schema, bytes, backup } = await port.describe();
  const size = `${(bytes / 1_048_576).toFixed(1)} MiB`;
  return good('store', `${kind}, schema ${schema}, ${size}${backup === null ? '' : `, last backup ${backup}`}`);
}

const littleRoom = 1024 ** 3;

async function disk({ machine }: CommandPorts): Promise<Check> {
  const free = await machine.diskFree();
  const said = `${(free / 1024 ** 3).toFixed(1)} GiB free where copies go`;
  if (free >= littleRoom) return good('disk', said);
  return { name: 'disk', state: 'bad', said, hint: 'Make room: `drover step release TASK --cleanup` removes copies.' };
}
