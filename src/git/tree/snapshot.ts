// The copy's whole work tree as a tree object in the hub. The copy is only read, and only as files.
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { readCopyRefs } from '../copy/agent-refs.ts';
import { personalEnv, withPins } from '../process/environments.ts';
import { inHub, line, type Tools } from '../process/git.ts';
import { type Found, lookUpRepository } from '../process/repository.ts';
import { outcome, runGit } from '../process/run-git.ts';
import { type Index, indexEnv, withScratch } from '../process/scratch.ts';
import { localFilters } from '../process/settings.ts';
import { fillIndex } from './fill-index.ts';
import { keepTree } from './snap-ref.ts';

export type Snapshot = { readonly tree: string; readonly head: string | null };

export async function snapshot(
  tools: Tools,
  hub: Hub,
  copy: string,
  base: string,
  label: string,
  without: readonly string[] = [],
  seen?: Found,
): Promise<Result<Snapshot>> {
  return withScratch(hub, `look at ${copy}`, async (folder) => {
    const index = { hub, folder: copy, file: join(folder, 'index') };
    const looked = await writeWorkTree(tools, index, base, without, seen);
    if (!looked.ok) return looked;
    const { tree, isOfBase } = looked.value;
    const kept = isOfBase ? ok(undefined) : await keepTree(hub, label, tree);
    if (!kept.ok) return kept;
    return ok({ tree, head: (await readCopyRefs(hub, copy)).head });
  });
}

/** Fills the index (it then knows each file's state on disk) and writes its tree, where that is not the one it began with. `seen`: of the person's checkout, looked up a moment ago. */
export async function writeWorkTree(
  tools: Tools,
  index: Index,
  base: string,
  without: readonly string[] = [],
  seen?: Found,
): Promise<Result<{ readonly tree: string; readonly isOfBase: boolean }>> {
  const folder = await realpath(index.folder).catch(() => null);
  if (folder === null) return fail('PATH_NOT_FOUND', `There is no folder ${index.folder}.`, { path: index.folder });
  const filled =
    folder === index.hub.checkout
      ? await fillFromCheckout(tools, index, seen)
      : await fillIndex(tools, index, base, without);
  if (!filled.ok) return filled;
  if (filled.value !== null) return ok({ tree: filled.value, isOfBase: true });
  const tree = await inHub(index.hub, 'write the tree', ['write-tree', '--missing-ok'], { env: indexEnv(index) });
  return tree.ok ? ok({ tree: line(tree.value), isOfBase: false }) : tree;
}

// The same for `isolation: checkout`: the person's own folder, whose files went through the person's own line ends and filters.

/**
 * Objects go to the hub; the checkout's index and objects are not touched. Filters of the person's own configuration run, the repository's do not.
 * `seen`: the repository, where it was looked up a moment ago.
 */
async function fillFromCheckout(tools: Tools, index: Index, seen?: Found): Promise<Result<null>> {
  const env = personalEnv(await tools.person());
  const found = seen === undefined ? await lookUpRepository(env, index.folder) : ok(seen);
  if (!found.ok) return found;
  const { gitFolder, settings } = found.value;
  const own = {
    GIT_INDEX_FILE: index.file,
    GIT_OBJECT_DIRECTORY: join(index.hub.path, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(gitFolder, 'objects'),
  };
  const pinned = { ...withPins(env, localFilters(settings)), ...own };
  const call = async (doing: string, argv: readonly string[]) =>
    outcome(await runGit({ argv, env: pinned, cwd: index.folder }), doing);
  const started = await call('read the head', ['read-tree', 'HEAD']);
  if (!started.ok) return started;
  const added = await call('read the files', ['-c', 'diff.ignoreSubmodules=all', 'add', '-A', '--', '.']);
  return added.ok ? ok(null) : added;
}
