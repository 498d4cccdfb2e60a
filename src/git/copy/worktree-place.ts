// Where a copy that is a linked worktree hangs in the person's repository, read from files. What stands in the copy's own `.git` is an agent's word and not asked.
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Hub } from '../../ports/git.ts';

export type WorktreePlace = {
  /** The git folder that all worktrees of the checkout share. */
  readonly shared: string;
  /** What the repository keeps of this one worktree. */
  readonly own: string;
  /** The worktree's folder as the repository knows it. */
  readonly folder: string;
};

const idLine = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

const textOf = async (path: string): Promise<string | null> =>
  (await readFile(path, 'utf8').catch(() => null))?.replace(/\n$/, '') ?? null;

/** Null: the checkout is gone, or knows of no worktree there. */
export async function worktreePlace(hub: Hub, copy: string): Promise<WorktreePlace | null> {
  const shared = await sharedFolder(hub.checkout);
  const names = shared === null ? [] : await readdir(join(shared, 'worktrees')).catch(() => []);
  const parent = await realpath(dirname(copy)).catch(() => dirname(copy));
  const wanted = [copy, join(parent, basename(copy))];
  for (const name of names) {
    const own = join(shared ?? '', 'worktrees', name);
    const told = await textOf(join(own, 'gitdir'));
    const folder = told === null ? null : dirname(resolve(own, told));
    if (folder !== null && wanted.includes(folder)) return { shared: shared ?? '', own, folder };
  }
  return null;
}

/** The checkout may be a linked worktree itself. */
export async function sharedFolder(checkout: string): Promise<string | null> {
  const own = await ownGitFolder(checkout);
  const common = own === null ? null : await textOf(join(own, 'commondir'));
  return own === null || common === null ? own : resolve(own, common);
}

/** Where the HEAD of this work tree is. */
export async function ownGitFolder(checkout: string): Promise<string | null> {
  const git = join(checkout, '.git');
  const found = await lstat(git).catch(() => null);
  if (found === null || found.isDirectory()) return found === null ? null : git;
  const told = /^gitdir: (.+)$/.exec((await textOf(git)) ?? '')?.[1];
  return told === undefined ? null : resolve(checkout, told);
}

/** The commit that the worktree is at; null: unborn or unreadable. */
export async function worktreeHead({ shared, own }: WorktreePlace): Promise<string | null> {
  const text = (await textOf(join(own, 'HEAD'))) ?? '';
  const ref = /^ref: (refs\/heads\/\S+)$/.exec(text)?.[1];
  if (ref === undefined) return idLine.test(text) ? text : null;
  const loose = await textOf(join(shared, ref));
  if (loose !== null) return idLine.test(loose) ? loose : null;
  const packed = ((await textOf(join(shared, 'packed-refs'))) ?? '').split('\n').find((one) => one.endsWith(` ${ref}`));
  return packed?.split(' ')[0] ?? null;
}

/** What git reads of the repository in a worktree; its configuration (remotes with their credentials) and its hooks are not among it. */
const needed = ['HEAD', 'objects', 'refs', 'packed-refs', 'shallow'];

/** What a program in the copy is shown to read and not to write, so that git works there: of a clone the objects that it borrows, of a worktree what it shares, of the checkout itself its `.git`, whose configuration our own calls go by. */
export async function lentTo(hub: Hub, copy: string): Promise<readonly string[]> {
  const parts = copy === hub.checkout ? [join(copy, '.git')] : await sharedParts(hub, copy);
  const there = await Promise.all(parts.map((path) => lstat(path).catch(() => null)));
  return [join(hub.path, 'objects'), ...parts.filter((_, at) => there[at] !== null)];
}

async function sharedParts(hub: Hub, copy: string): Promise<readonly string[]> {
  const place = await worktreePlace(hub, copy);
  return place === null ? [] : [...needed.map((name) => join(place.shared, name)), place.own];
}
