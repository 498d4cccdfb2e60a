// The workspace that is meant: by its name, or by the checkout one stands in, which is registered on the way where that is wanted.
import { basename } from 'node:path';
import { Failed, failed } from '../../domain/error.ts';
import { isNamed } from '../../domain/text/is-named.ts';
import { nearest } from '../../domain/text/nearest.ts';
import { shellWord } from '../../domain/text/shell-word.ts';
import type { PersonConfig, WorkspaceEntry } from '../../ports/config.ts';
import type { CheckoutState } from '../../ports/git.ts';
import type { CommandPorts, Peer } from '../ports.ts';
import { unwrap } from '../shared/request.ts';
import { taskOfCopy } from '../task/find.ts';

export type Workspace = {
  readonly name: string;
  readonly entry: WorkspaceEntry;
  /** Absolute. */
  readonly path: string;
  /** Neither named by a flag nor stood in: the only one there is, or the only one that the words name. */
  readonly inferred: boolean;
  readonly notes: readonly string[];
  /** How its checkout stood in this request, where that was looked at. */
  readonly seen?: CheckoutState;
};

type WantedWorkspace = {
  readonly workspace?: string | undefined;
  readonly cwd: string;
  /** The person's words: a workspace that they name is meant where the folder says nothing. */
  readonly text?: string | undefined;
};
type Ports = Pick<CommandPorts, 'store' | 'config' | 'git' | 'machine'>;

/** Throws `WORKSPACE_NOT_FOUND`, `PATH_NOT_FOUND`, `AMBIGUOUS`, `CONFIG_INVALID`. */
export async function findWorkspace(ports: Ports, wanted: WantedWorkspace): Promise<Workspace> {
  const config = unwrap(await ports.config.read());
  if (wanted.workspace !== undefined) return named(ports, config, wanted.workspace);
  const here = await standingIn(ports, config, wanted.cwd);
  return here.kind === 'found' ? here.workspace : theOnlyOne(ports, config, here);
}

/** Whose checkout or copy a folder is in. Throws `AMBIGUOUS`, `CONFIG_INVALID`. */
export const workspaceAt = async (ports: Ports, folder: string): Promise<Standing> =>
  standingIn(ports, unwrap(await ports.config.read()), folder);

/** By the top folder of a checkout, links resolved; no program is asked. */
export const registeredAt = async (ports: Ports, root: string): Promise<readonly Workspace[]> =>
  withPath(ports, unwrap(await ports.config.read()), root);

/** The same, and a checkout that is not known yet is looked at as it would be registered. */
export async function findOrSee(ports: Ports, wanted: WantedWorkspace): Promise<Workspace> {
  const config = unwrap(await ports.config.read());
  if (wanted.workspace !== undefined) return named(ports, config, wanted.workspace);
  const here = await standingIn(ports, config, wanted.cwd);
  if (here.kind === 'found') return here.workspace;
  if (here.kind === 'outside') return theOnlyNamed(ports, config, wanted.text ?? '') ?? theOnlyOne(ports, config, here);
  const { root } = here.state;
  const name = freeName(basename(root), Object.keys(config.workspaces));
  const note = `${root} is not registered: \`drover workspace add ${name} ${shellWord(root)}\` does it, or the first task.`;
  return { name, entry: { path: root }, path: root, inferred: false, notes: [note] };
}

/** The same, and a checkout that is not known yet becomes known. */
export async function findOrRegister(ports: Ports, wanted: WantedWorkspace, peer: Peer): Promise<Workspace> {
  const config = unwrap(await ports.config.read());
  if (wanted.workspace !== undefined) return named(ports, config, wanted.workspace);
  const here = await standingIn(ports, config, wanted.cwd);
  if (here.kind === 'found') return here.workspace;
  return here.kind === 'unknown'
    ? register(ports, config, here.state, peer)
    : (theOnlyNamed(ports, config, wanted.text ?? '') ?? theOnlyOne(ports, config, here));
}

export type Standing =
  | { readonly kind: 'found'; readonly workspace: Workspace }
  | { readonly kind: 'unknown'; readonly state: CheckoutState }
  | { readonly kind: 'outside'; readonly why: Failed };

const workspaceOf = (ports: Ports, name: string, entry: WorkspaceEntry, inferred = false): Workspace => ({
  name,
  entry,
  path: ports.config.expand(entry.path),
  inferred,
  notes: [],
});

function named(ports: Ports, config: PersonConfig, name: string): Workspace {
  const entry = Object.hasOwn(config.workspaces, name) ? config.workspaces[name] : undefined;
  if (entry !== undefined) return workspaceOf(ports, name, entry);
  const near = nearest(name, Object.keys(config.workspaces));
  const hint = near === null ? '' : ` The nearest known one is ${near}.`;
  throw failed('WORKSPACE_NOT_FOUND', `There is no workspace ${name}.${hint}`, { workspace: name, nearest: near });
}

/** In a copy of a task it is the task's workspace; a copy is never registered. */
async function standingIn(ports: Ports, config: PersonConfig, cwd: string): Promise<Standing> {
  const inspected = await ports.git.inspect(cwd);
  if (!inspected.ok && inspected.failure.error_code !== 'PATH_NOT_FOUND') throw new Failed(inspected.failure);
  if (!inspected.ok) return { kind: 'outside', why: new Failed(inspected.failure) };
  const state = inspected.value;
  const fitting = await withPath(ports, config, state.root);
  const [only] = fitting;
  if (fitting.length > 1)
    throw failed('AMBIGUOUS', `Several workspaces have this path: ${fitting.map(({ name }) => name).join(', ')}.`, {
      candidates: fitting.map(({ name }) => name),
    });
  if (only !== undefined) return { kind: 'found', workspace: { ...only, seen: state } };
  const task = await ports.store.read((reads) => taskOfCopy(reads, state.root));
  if (task === null) return { kind: 'unknown', state };
  return { kind: 'found', workspace: named(ports, config, task.spec.settings.workspace.name) };
}

async function withPath(ports: Ports, config: PersonConfig, root: string): Promise<readonly Workspace[]> {
  const found: Workspace[] = [];
  for (const [name, entry] of Object.entries(config.workspaces)) {
    const workspace = workspaceOf(ports, name, entry);
    if (workspace.path === root || (await ports.machine.realPath(workspace.path)) === root) found.push(workspace);
  }
  return found;
}

function theOnlyNamed(ports: Ports, config: PersonConfig, text: string): Workspace | null {
  const [only, ...more] = Object.entries(config.workspaces).filter(([name]) => isNamed(text, name));
  return only === undefined || more.length > 0 ? null : workspaceOf(ports, only[0], only[1], true);
}

function theOnlyOne(ports: Ports, config: PersonConfig, here: Exclude<Standing, { kind: 'found' }>): Workspace {
  const all = Object.entries(config.workspaces);
  const [only] = all;
  if (here.kind === 'unknown')
    throw failed('WORKSPACE_NOT_FOUND', `${here.state.root} is not registered as a workspace.`, {
      path: here.state.root,
    });
  if (only === undefined) throw here.why;
  if (all.length === 1) return workspaceOf(ports, only[0], only[1], true);
  const candidates = all.map(([name]) => name);
  throw failed('AMBIGUOUS', `This folder is in no workspace. Name one with -w: ${candidates.join(', ')}.`, {
    candidates,
  });
}

async function register(ports: Ports, config: PersonConfig, state: CheckoutState, peer: Peer): Promise<Workspace> {
  if (peer.person.kind === 'agent')
    throw failed('UNAUTHORIZED', `${state.root} is not registered, and only a person may register it.`);
  const name = freeName(basename(state.root), Object.keys(config.workspaces));
  const added = await ports.config.add('workspaces', name, state.root);
  if (!added.ok && added.failure.error_code === 'ALREADY_EXISTS') return registeredMeanwhile(ports, state, peer);
  unwrap(added);
  const fresh = named(ports, unwrap(await ports.config.read()), name);
  return { ...fresh, seen: state, notes: [`${state.root} is now the workspace ${name}.`] };
}

/** Another request took the name a moment ago, for this very checkout or for another one. */
async function registeredMeanwhile(ports: Ports, state: CheckoutState, peer: Peer): Promise<Workspace> {
  const config = unwrap(await ports.config.read());
  const [same] = await withPath(ports, config, state.root);
  return same ?? register(ports, config, state, peer);
}

function freeName(folder: string, taken: readonly string[]): string {
  const plain = folder
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 60);
  const base = plain === '' || /^[rq]\d+$/.test(plain) ? `workspace-${plain}`.replace(/-$/, '') : plain;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
