// The copy's whole work tree as a tree object in the hub. The copy is only read, and only as files.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { readCopyRefs } from '../copy/agent-refs.ts';
import type { Tools } from '../process/git.ts';
import type { Found } from '../process/repository.ts';
import { type Index, withScratch, writeIndex } from '../process/scratch.ts';
import { writeCheckout } from './checkout-tree.ts';
import { type FillOptions, fillIndex, type Written } from './fill-index.ts';
import type { KnownWork } from './known-work.ts';
import { keepTree } from './snap-ref.ts';

export type Snapshot = { readonly tree: string; readonly head: string | null; readonly aside?: readonly string[] };

export async function snapshot(
  tools: Tools,
  hub: Hub,
  copy: string,
  base: string,
  label: string,
  without: readonly string[] = [],
  { seen, work }: { readonly seen?: Found; readonly work?: KnownWork } = {},
): Promise<Result<Snapshot>> {
  return withScratch(hub, `look at ${copy}`, async (folder) => {
    const index = { hub, folder: copy, file: join(folder, 'index') };
    const look = work?.(index, base, without);
    const looked = await writeWorkTree(tools, index, base, without, { ...defined({ seen }), known: look?.known });
    if (!looked.ok) return looked;
    const { tree, isOfBase, aside } = looked.value;
    if (!isOfBase) look?.keep(tree);
    const kept = isOfBase ? ok(undefined) : await keepTree(hub, label, tree);
    if (!kept.ok) return kept;
    return ok({ tree, head: (await readCopyRefs(hub, copy)).head, ...(aside.length > 0 && { aside }) });
  });
}

/** Fills the index (it then knows each file's state on disk) and writes its tree, where that is not the one it began with. `seen`: of the person's checkout, looked up a moment ago. `known`: asked for the tree before the index is filled. `asFiles`: what is in the folder of a submodule counts. */
export async function writeWorkTree(
  tools: Tools,
  index: Index,
  base: string,
  without: readonly string[] = [],
  { seen, ...how }: FillOptions & { readonly seen?: Found } = {},
): Promise<Result<Written & { readonly aside: readonly string[] }>> {
  const folder = realPath(index.folder);
  if (folder === null) return fail('PATH_NOT_FOUND', `There is no folder ${index.folder}.`, { path: index.folder });
  const isOwn = folder === index.hub.checkout;
  const filled = isOwn ? ok({ written: null, aside: [] }) : await fillIndex(tools, index, base, without, how);
  if (!filled.ok) return filled;
  const { written, aside } = filled.value;
  if (written !== null) return ok({ ...written, aside });
  const tree = isOwn ? await writeCheckout(tools, index, seen) : await writeIndex(index);
  return tree.ok ? ok({ tree: tree.value, isOfBase: false, aside }) : tree;
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
