// Which tests a change wrote: new ones, and those whose own text is another than on the base.
import { fileOf } from '../../domain/evidence/test-id.ts';
import type { Change } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { decode } from '../sources.ts';
import { findBlocks, testBlocks } from './test-blocks.ts';

/** Of these. One whose text cannot be found counts as edited. */
export async function editedTests(
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
  ids: readonly string[],
): Promise<readonly string[]> {
  const groups = [...Map.groupBy(ids, fileOf)];
  const edited = groups.map(async ([path, own]) => {
    const change = changes.find((each) => each.path === path);
    if (change === undefined) return [];
    const old = findBlocks(testBlocks(path, decode(await base.read(change.from ?? path)) ?? ''));
    const now = findBlocks(testBlocks(path, decode(await tree.read(path)) ?? ''));
    const textOf = (find: typeof now, id: string) => find(id).map(({ text }) => text);
    return own.filter((id) => now(id).length === 0 || textOf(now, id).join() !== textOf(old, id).join());
  });
  return (await Promise.all(edited)).flat();
}
