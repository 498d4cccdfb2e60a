// Whether all is well, and what to do where it is not: the daemon's own look, then workspaces and room for copies.
import type { Check } from '../../contract/service.ts';
import { Failed } from '../../domain/error.ts';
import { shellWord } from '../../domain/text/shell-word.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { lookForStandstills } from './board.ts';

export const doctor: Command<'service.doctor'> = async (ports, { fix }) => ({
  checks: [
    ...(await ports.doctorChecks(fix)),
    await guarded('workspaces', () => workspaces(ports)),
    await guarded('disk', () => disk(ports)),
    await guarded('standstill', () => standstill(ports)),
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

async function workspaces({ config, git }: CommandPorts): Promise<Check> {
  const read = await config.read();
  const entries = read.ok ? Object.entries(read.value.workspaces) : [];
  const looks = await Promise.all(
    entries.map(async ([name, { path }]) => ({ name, state: await git.inspect(config.expand(path)) })),
  );
  const bad = looks.flatMap(({ name, state }) => (state.ok ? [] : [{ name, why: state.failure.message }]));
  const [first] = bad;
  if (first === undefined) return good('workspaces', entries.length === 0 ? 'none yet' : `${entries.length} in order`);
  return {
    name: 'workspaces',
    state: 'bad',
    said: bad.map(({ name, why }) => `${name}: ${why}`).join(' '),
    hint: `Correct the path: \`drover workspace set ${shellWord(first.name)} path ~/where/it/is\`, or remove it.`,
  };
}

const littleRoom = 1024 ** 3;

async function disk({ machine }: CommandPorts): Promise<Check> {
  const free = await machine.diskFree();
  const said = `${(free / 1024 ** 3).toFixed(1)} GiB free where copies go`;
  if (free >= littleRoom) return good('disk', said);
  return {
    name: 'disk',
    state: 'bad',
    said,
    hint: 'Make room: `drover step release` with `--cleanup` removes the copy of a task that has ended.',
  };
}

async function standstill(ports: CommandPorts): Promise<Check> {
  const [first, ...more] = await lookForStandstills(ports);
  if (first === undefined) return good('standstill', 'nothing waits longer than is usual');
  const now = ports.clock.now();
  const told = [first, ...more].slice(0, mostStandstills);
  const said = told.map(({ about, since, why }) => `${about}, for ${sayAge(now - since)}: ${why}`);
  const left = more.length + 1 - told.length;
  return {
    name: 'standstill',
    state: 'bad',
    said: [...said, ...(left === 0 ? [] : [`${left} more, which \`drover\` names`])].join('; '),
    hint: first.todo,
  };
}

/** In one sentence. */
const mostStandstills = 5;

const sayAge = (ms: number): string =>
  ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;

// A copy of the database, while it is at work.

export const backUp: Command<'service.backup'> = async ({ store }, { file }) => {
  const { path, schema, bytes } = await store.backUp(file ?? null);
  return { path, schema, bytes };
};
