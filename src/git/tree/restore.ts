// Makes a copy's work tree equal to a tree; what differed is kept first, ignored files stay.
import { join } from 'node:path';
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { commitAsDrover, preserve } from '../hub/preserve.ts';
import { inHub, type Tools } from '../process/git.ts';
import { indexEnv, withScratch } from '../process/scratch.ts';
import { changes } from './changes.ts';
import { writeWorkTree } from './snapshot.ts';

export async function restore(
  tools: Tools,
  hub: Hub,
  copy: string,
  tree: string,
  label: string,
  without: readonly string[] = [],
): Promise<Result<{ readonly changed: readonly string[] }>> {
  return withScratch(hub, `restore ${copy}`, async (folder) => {
    const index = { hub, folder: copy, file: join(folder, 'index') };
    const looked = await writeWorkTree(tools, index, tree, without);
    if (!looked.ok) return looked;
    const now = looked.value.tree;
    if (now === tree) return ok({ changed: [] });
    const differing = await changes(hub, tree, now);
    if (!differing.ok) return differing;
    const commit = await commitAsDrover(hub, now, [], `What was in ${copy} before it was restored`);
    const kept = commit.ok ? await preserve(hub, label, commit.value) : commit;
    if (!kept.ok) return kept;
    const written = await inHub(hub, `restore ${copy}`, ['read-tree', '-u', '--reset', tree], {
      cwd: copy,
      env: indexEnv(index),
    });
    if (!written.ok) return written;
    return ok({
      changed: [
        ...new Set(differing.value.flatMap(({ path, from }) => (from === null ? [path] : [from, path]))),
      ].sort(),
    });
  });
}
