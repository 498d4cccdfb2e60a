// One tree with some paths taken from another: for "the tests of the base on the tree of the attempt" and the like.
import { join } from 'node:path';
import { ok, type Result } from '../domain/error.ts';
import type { Hub } from '../ports/git.ts';
import { joinZero } from './names.ts';
import { withScratch } from './scratch.ts';
import { inHub, line, type Tools } from './tools.ts';

export async function compose(
  { trees }: Tools,
  hub: Hub,
  onto: string,
  from: string,
  paths: readonly string[],
): Promise<Result<string>> {
  return withScratch(hub, 'compose a tree', async (folder) => {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    const there = new Map((await trees.list(hub, from)).map((entry) => [entry.path, entry]));
    const none = '0'.repeat(onto.length);
    const gone = paths.filter((path) => !there.has(path)).map((path) => `0 ${none} 0\t${path}`);
    const taken = paths
      .flatMap((path) => there.get(path) ?? [])
      .map(({ mode, id, path }) => `${mode} ${id} 0\t${path}`);
    const started = await inHub(hub, 'read a tree', ['read-tree', '--end-of-options', onto], { env });
    if (!started.ok) return started;
    const changed = await inHub(hub, 'compose a tree', ['update-index', '-z', '--index-info'], {
      env,
      input: joinZero([...gone, ...taken]),
    });
    if (!changed.ok) return changed;
    const tree = await inHub(hub, 'write a tree', ['write-tree', '--missing-ok'], { env });
    return tree.ok ? ok(line(tree.value)) : tree;
  });
}
