// A fresh folder with exactly one tree: the place where gates and hooks look.
import { constants } from 'node:fs';
import { access, chmod, copyFile, lstat, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { removeTree } from '../../disk/whole-trees.ts';
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { readAuthor } from '../commit/author.ts';
import { newRepository } from '../copy/clone.ts';
import { commitAsDrover } from '../hub/preserve.ts';
import { placeOf } from '../hub/stand-in.ts';
import { personalEnv, pinnedEnv } from '../process/environments.ts';
import { inHub, type Tools } from '../process/git.ts';
import { lookUpRepository } from '../process/repository.ts';
import { explainError, outcome, runGit } from '../process/run-git.ts';
import { withScratch } from '../process/scratch.ts';
import { valueFor } from '../process/settings.ts';

type Options = { readonly repository: boolean; readonly hooksFrom: string | null; readonly parentTree?: string };

export async function checkout(
  tools: Tools,
  hub: Hub,
  tree: string,
  path: string,
  options: Options,
): Promise<Result<void>> {
  const half = `${path}.making`;
  try {
    await removeTree(dirname(half), basename(half));
    const made = options.repository
      ? await asRepository(tools, hub, tree, options.parentTree ?? tree, half)
      : await asFiles(hub, tree, half);
    if (!made.ok) return made;
    if (options.repository && options.hooksFrom !== null) {
      const hooks = await copyHooks(tools, options.hooksFrom, half);
      if (!hooks.ok) return hooks;
    }
    await removeTree(dirname(path), basename(path));
    await rename(half, path);
    return ok(undefined);
  } catch (error) {
    return explainError(error, `write the files of ${path}`);
  }
}

async function asFiles(hub: Hub, tree: string, path: string): Promise<Result<void>> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  return withScratch(hub, `write the files of ${path}`, async (folder) => {
    const env = { GIT_WORK_TREE: path, GIT_INDEX_FILE: join(folder, 'index') };
    const written = await inHub(hub, `write the files of ${path}`, ['read-tree', '-m', '-u', tree], { cwd: path, env });
    return written.ok ? ok(undefined) : written;
  });
}

/** At a commit of `parent`, with `tree` staged: hooks see what is about to be committed. */
async function asRepository(tools: Tools, hub: Hub, tree: string, parent: string, path: string): Promise<Result<void>> {
  const commit = await commitAsDrover(hub, parent, [], 'What the tree to be checked is compared with');
  if (!commit.ok) return commit;
  const author = await readAuthor(tools, await placeOf(hub));
  return newRepository(hub, path, {
    branch: 'drover-check',
    commit: commit.value,
    refs: [],
    author: author.ok ? author.value : null,
    staged: tree,
  });
}

// The person's commit-time hooks: which there are, and bringing them into a checkout where they run as a gate.

const commitTime = ['pre-commit', 'prepare-commit-msg', 'commit-msg'];

export async function hooks(tools: Tools, hub: Hub): Promise<Result<readonly string[]>> {
  const place = await hooksFolder(tools, hub.checkout);
  if (!place.ok) return place;
  const runs = await Promise.all(commitTime.map((name) => isProgram(join(place.value.folder, name))));
  return ok(commitTime.filter((_, at) => runs[at]));
}

type Place = { readonly folder: string; readonly root: string };

/** `core.hooksPath` (relative to the top folder, `~` opened), else the repository's own. */
async function hooksFolder(tools: Tools, checkout: string): Promise<Result<Place>> {
  const env = personalEnv(await tools.person());
  const found = await lookUpRepository(env, checkout, tools.settings);
  if (!found.ok) return found;
  const { root, gitFolder, settings } = found.value;
  const configured = settings.filter(({ scope }) => scope !== 'command');
  const path = valueFor(configured, 'core.hookspath');
  if (path === null) return ok({ folder: join(gitFolder, 'hooks'), root });
  return ok({ folder: resolve(root, path.replace(/^~(?=\/)/, env.HOME ?? '~')), root });
}

async function isProgram(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return (
    found?.isFile() === true &&
    (await access(path, constants.X_OK).then(
      () => true,
      () => false,
    ))
  );
}

/** A hooks folder inside the work tree (husky's `.husky/_`) keeps its place, for its scripts look around from there; any other becomes `.git/hooks`. */
async function copyHooks(tools: Tools, checkout: string, into: string): Promise<Result<void>> {
  const place = await hooksFolder(tools, checkout);
  if (!place.ok) return place;
  const inside = relative(place.value.root, place.value.folder);
  const own = inside === '' || inside.startsWith('..') || isAbsolute(inside) || inside.split('/')[0] === '.git';
  await copyPrograms(place.value.folder, own ? join(into, '.git', 'hooks') : join(into, inside));
  if (own) return ok(undefined);
  const argv = ['config', '--file', join(into, '.git', 'config'), 'core.hooksPath', inside];
  const set = await runGit({ argv, env: pinnedEnv(process.env.PATH ?? '/usr/bin:/bin') });
  const done = outcome(set, 'set the hooks folder');
  return done.ok ? ok(undefined) : done;
}

/** Regular files of the folder and of folders beside them; what the tree itself has is left as the tree has it. */
async function copyPrograms(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true }).catch(() => [])) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyPrograms(source, target);
    const found = entry.isSymbolicLink()
      ? await stat(source).catch(() => null)
      : entry.isFile()
        ? await lstat(source)
        : null;
    if (!found?.isFile() || (await stat(target).catch(() => null)) !== null) continue;
    await mkdir(to, { recursive: true });
    await copyFile(source, target);
    await chmod(target, found.mode & 0o777);
  }
}
