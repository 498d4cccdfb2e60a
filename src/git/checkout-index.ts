// The same for `isolation: checkout`: the person's own folder, whose files went through the person's own line ends and filters.
import { join } from 'node:path';
import { ok, type Result } from '../domain/error.ts';
import { outcome } from './failure.ts';
import type { Index } from './index-file.ts';
import { personalEnv, withPins } from './pins.ts';
import { type Found, lookUpRepository } from './repository.ts';
import { runGit } from './run-git.ts';
import { localFilters } from './settings.ts';
import type { Tools } from './tools.ts';

/**
 * Objects go to the hub; the checkout's index and objects are not touched. Filters of the person's own configuration run, the repository's do not.
 * `seen`: the repository, where it was looked up a moment ago.
 */
export async function fillFromCheckout(tools: Tools, index: Index, seen?: Found): Promise<Result<null>> {
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
