// Of a repository that a program in the sandbox may commit to: what git runs or is led by is read there and not written, for outside our own git and the person's go by it.
import { lstat, mkdir, readdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Failed, failed, ok, type Result } from '../../domain/error.ts';
import { isWithin, pathBelow } from '../../domain/place/within.ts';
import type { GuardedGit } from '../../ports/git.ts';
import { personalEnv } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { readSmall } from '../process/small-file.ts';
import { ownGitFolder, sharedFolder } from './worktree-place.ts';

type Open = readonly { readonly name: string; readonly path: string }[];

/** See `Git.guard`. */
export async function guardGit(
  tools: Tools,
  folders: readonly string[],
  checkouts: readonly string[],
  commits: string | null,
): Promise<Result<GuardedGit>> {
  const named = await Promise.all(folders.map(async (name) => ({ name, path: await real(name) })));
  const own = commits === null ? null : await repositoryOf(commits);
  const open = [...named, ...(own === null ? [] : [{ name: own, path: own }])];
  try {
    const held = new Set<string>();
    for (const checkout of checkouts)
      for (const path of await heldIn(tools, await real(checkout), open)) held.add(path);
    return ok({
      writable: [
        ...new Set([...(own === null ? [] : [own]), ...[...held].flatMap((path) => foldersAbove(path, open))]),
      ],
      readable: [...held].flatMap((path) => underEachName(path, open)),
    });
  } catch (error) {
    if (error instanceof Failed) return { ok: false, failure: error.failure };
    throw error;
  }
}

const real = (path: string): Promise<string> => realpath(path).catch(() => path);

const isOpen = (path: string, open: Open): boolean => open.some((one) => isWithin(path, one.path));

/** A folder that is open under two names can be written in by both. */
const underEachName = (path: string, open: Open): readonly string[] =>
  open.flatMap((one) => (isWithin(path, one.path) ? [join(one.name, pathBelow(path, one.path) ?? '')] : []));

/** Each is laid by itself, for what is laid cannot be moved aside, and what only holds it can. */
function foldersAbove(path: string, open: Open): readonly string[] {
  const tops = open.map(({ name }) => name);
  return underEachName(path, open).flatMap((name) => {
    const all: string[] = [];
    for (let at = dirname(name); tops.some((top) => isWithin(at, top) && at !== top); at = dirname(at)) all.push(at);
    return all;
  });
}

/** Where the repository of a checkout is that knows of it: a work tree's own word is not taken, for it may name any folder. Null: there is none. */
export async function repositoryOf(checkout: string): Promise<string | null> {
  const root = await real(checkout);
  const own = await ownGitFolder(root);
  if (own === null || own === join(root, '.git')) return own;
  const told = (await readSmall(join(own, 'gitdir')))?.replace(/\n$/, '');
  if (told === undefined || (await real(resolve(own, told))) !== join(root, '.git')) return null;
  const shared = await sharedFolder(root);
  return shared === null ? null : real(shared);
}

/** Paths, links resolved, that are open and must not be written. */
async function heldIn(tools: Tools, root: string, open: Open): Promise<readonly string[]> {
  const git = join(root, '.git');
  const found = await lstat(git).catch(() => null);
  if (found === null) return [];
  const shared = await repositoryOf(root);
  const parts = found.isDirectory() ? [] : [git];
  if (shared !== null && isOpen(shared, open))
    parts.push(...(await partsOf(shared)), ...(await included(tools, root, open)));
  const here = parts.filter((path) => isOpen(path, open));
  for (const path of here) await refuseLink(path);
  return here;
}

/** What a link leads to can be held, and another one be put in the place of the link. */
async function refuseLink(path: string): Promise<void> {
  if ((await lstat(path)).isSymbolicLink())
    throw failed('UNSUPPORTED', `${path} is a link: no sandbox keeps an agent from putting another in its place.`, {
      path,
    });
}

/** As git takes a repository that lacks them: they are there from now on, so that nobody else makes them. */
const laid = {
  config: '',
  commondir: '.\n',
  'info/attributes': '',
  'info/exclude': '',
  'objects/info/alternates': '',
};
const folders = ['hooks', 'info', 'objects/info'];
/** Held where they are there: empty they would be more than nothing to git. `remotes` and `branches` are read for a remote that its configuration does not name. */
const held = ['hooks', 'info/grafts', 'info/sparse-checkout', 'remotes', 'branches', 'config.worktree'];

/** Submodules are held as a whole, of each linked worktree what joins it to the repository. */
async function partsOf(shared: string): Promise<readonly string[]> {
  const worktrees = await childrenOf(join(shared, 'worktrees'));
  for (const name of folders) await lay(() => mkdir(join(shared, name), { recursive: true }));
  for (const [name, text] of Object.entries(laid)) await layFile(join(shared, name), text);
  if ((await readSmall(join(shared, 'commondir')))?.trim() !== '.')
    throw failed('UNSUPPORTED', `${join(shared, 'commondir')} leads elsewhere.`, { path: shared });
  // Git heeds it where it is told to, and the configuration that tells it cannot be written.
  if (/worktreeconfig/i.test((await readSmall(join(shared, 'config'))) ?? ''))
    for (const place of [shared, ...worktrees]) await layFile(join(place, 'config.worktree'), '');
  const parts = [
    ...[...Object.keys(laid), ...held].map((name) => join(shared, name)),
    ...worktrees.flatMap((own) => ['commondir', 'gitdir', 'config.worktree'].map((name) => join(own, name))),
    ...(await childrenOf(join(shared, 'modules'))),
  ];
  const there = await Promise.all(parts.map((path) => lstat(path).catch(() => null)));
  return parts.filter((_, at) => there[at] !== null);
}

const childrenOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).map((name) => join(folder, name));

const layFile = (path: string, text: string): Promise<void> => lay(() => writeFile(path, text, { flag: 'wx' }));

/** Where we may not make it, an agent of the same user may not either. */
async function lay(make: () => Promise<unknown>): Promise<void> {
  await make().catch((error: NodeJS.ErrnoException) => {
    if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error;
  });
}

/** Files that its configuration takes in, and that lie where they can be written. */
async function included(tools: Tools, root: string, open: Open): Promise<readonly string[]> {
  const settings = await tools.settings(personalEnv(await tools.person()), root);
  const named = settings.flatMap(({ key, value, origin }) =>
    /^include(?:if\..+)?\.path$/s.test(key) && !value.startsWith('~')
      ? [resolve(root, dirname(origin.replace(/^file:/, '')), value)]
      : [],
  );
  for (const path of named.filter((one) => isOpen(one, open)))
    if ((await lstat(path).catch(() => null)) === null)
      throw failed(
        'UNSUPPORTED',
        `The git configuration takes in ${path}, which is not there: an agent could make it.`,
        {
          path,
        },
      );
  return named;
}
