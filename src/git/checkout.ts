// A fresh folder with exactly one tree: the place where gates and hooks look.
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeTree } from '../disk/whole-trees.ts';
import { ok, type Result } from '../domain/error.ts';
import type { Hub } from '../ports/git.ts';
import { readAuthor } from './author.ts';
import { explainError } from './failure.ts';
import { copyHooks } from './hooks.ts';
import { commitAsDrover } from './keep.ts';
import { newRepository } from './new-repository.ts';
import { withScratch } from './scratch.ts';
import { placeOf } from './stand-in.ts';
import { inHub, type Tools } from './tools.ts';

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
