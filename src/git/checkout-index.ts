// The same for `isolation: checkout`: the person's own folder, whose files went through the person's own line ends and filters.
import { join } from 'node:path';
import { ok, type Result } from '../domain/error.ts';
import type { Index } from './index-file.ts';
import { personalEnv } from './pins.ts';
import { gitFolder } from './repository.ts';
import { inCheckout, type Tools } from './tools.ts';

/** Objects go to the hub; the checkout's index and objects are not touched. Filters of the person's own configuration run, the repository's do not. */
export async function fillFromCheckout(tools: Tools, index: Index): Promise<Result<null>> {
  const git = await gitFolder(personalEnv(await tools.person()), index.folder);
  const env = {
    GIT_INDEX_FILE: index.file,
    GIT_OBJECT_DIRECTORY: join(index.hub.path, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(git, 'objects'),
  };
  const started = await inCheckout(tools, index.folder, 'read the head', ['read-tree', 'HEAD'], { env });
  if (!started.ok) return started;
  const added = await inCheckout(
    tools,
    index.folder,
    'read the files',
    ['-c', 'diff.ignoreSubmodules=all', 'add', '-A', '--', '.'],
    { env },
  );
  return added.ok ? ok(null) : added;
}
