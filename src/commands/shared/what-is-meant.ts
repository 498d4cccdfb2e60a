// What a request means where it stands: a workspace named by its path becomes its name, and in the checkout of one open task no id is needed.
import { resolve } from 'node:path';
import type { CommandName } from '../../contract/commands.ts';
import { isPath } from '../../contract/fields.ts';
import { failed } from '../../domain/error.ts';
import type { Task } from '../../domain/task/task.ts';
import type { CommandPorts, Peer } from '../ports.ts';
import { repositoryHere } from '../session/find.ts';
import { taskOfCopy } from '../task/find.ts';
import { registeredAt, type Standing, workspaceAt } from '../workspace/find.ts';

type Given = Readonly<Record<string, unknown>>;

/** Throws `PATH_NOT_FOUND`, `WORKSPACE_NOT_FOUND`, `AMBIGUOUS`. */
export async function whatIsMeant(
  ports: CommandPorts,
  name: CommandName,
  input: unknown,
  peer: Peer,
): Promise<unknown> {
  const given = input as Given;
  if (typeof given?.workspace === 'string' && isPath(given.workspace))
    return ofWorkspace(ports, name, given, given.workspace, peer);
  if (!ofTask.includes(name) || given.task !== undefined || given.back === true) return input;
  const task = await openTaskHere(ports, String(given.cwd));
  return task === null ? input : { ...given, task };
}

/** Those that may be said without an id. */
const ofTask: readonly CommandName[] = [
  'task.checkout',
  'task.conflicts',
  'task.diff',
  'task.evidence',
  'task.give',
  'task.log',
  'task.open',
  'task.path',
  'task.run',
  'task.screenshot',
  'task.shell',
  'task.show',
  'task.take',
  'task.watch',
];

/** Where no workspace is registered there, it is as if one stood in that folder. */
async function ofWorkspace(ports: CommandPorts, name: CommandName, given: Given, path: string, peer: Peer) {
  const from = typeof given.cwd === 'string' ? given.cwd : peer.cwd;
  const folder = resolve(from, ports.config.expand(path));
  const here = await workspaceAt(ports, folder);
  if (here.kind === 'found') return { ...given, workspace: here.workspace.name };
  if (here.kind === 'outside') throw here.why;
  const { workspace: _, ...rest } = given;
  if (given.cwd !== undefined && name !== 'workspace.show') return { ...rest, cwd: folder };
  throw unregistered(here);
}

const unregistered = ({ state }: Extract<Standing, { kind: 'unknown' }>) =>
  failed('WORKSPACE_NOT_FOUND', `${state.root} is not registered as a workspace.`, { path: state.root });

/** null: none, or the folder is a copy, which says by itself whose it is. A feature's task is part of the one that is split. */
async function openTaskHere(ports: CommandPorts, cwd: string): Promise<string | null> {
  if ((await ports.store.read((reads) => taskOfCopy(reads, cwd))) !== null) return null;
  const [workspace] = await registeredAt(ports, await repositoryHere(ports.machine, cwd));
  if (workspace === undefined) return null;
  const { name } = workspace;
  const open = await ports.store.read((reads) => reads.things({ kind: 'task', workspace: name, ended: false }));
  const ids = (open as readonly Task[]).map(({ id }) => id);
  const whole = (open as readonly Task[]).filter(({ parent }) => parent === null || !ids.some((id) => id === parent));
  const [only] = whole;
  if (only === undefined || whole.length === 1) return only?.id ?? null;
  const candidates = whole.slice(0, 20).map(({ id }) => id);
  throw failed('AMBIGUOUS', `Several tasks of ${name} are open: ${candidates.join(', ')}.`, {
    candidates,
    hint: `Say which, by its id, like ${candidates[0]}.`,
  });
}
