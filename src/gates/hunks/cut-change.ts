// A whole change in hunks: of its production code what can be put back alone, and how much of it cannot.
import type { NoHunks } from '../../domain/evidence/hunk.ts';
import type { Change, GatePlan } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { isCode, shippedOf } from '../production.ts';
import { decode } from '../sources.ts';
import { type CutFile, type CutHunk, cutFile } from './cut-file.ts';

export type CutChange = { readonly hunks: readonly CutHunk[] } & NoHunks;

const mostBytes = 256 * 1024;

export async function cutChange(
  plan: Pick<GatePlan, 'tests' | 'guarded'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<CutChange> {
  const shipped = shippedOf(plan, changes);
  const code = shipped.filter(({ path }) => isCode(path));
  const there = code.filter(({ kind }) => kind !== 'deleted');
  const cut = await Promise.all(there.map((change) => cutOne(base, tree, change)));
  const known = cut.filter((each) => each !== null);
  return {
    hunks: known.flatMap(({ hunks }) => hunks),
    data: shipped.length - code.length,
    taken: known.reduce((sum, { taken }) => sum + taken, 0) + code.length - there.length,
    unread: cut.length - known.length,
  };
}

/** Null: it is not read. */
async function cutOne(base: Tree, tree: Tree, { path, from, kind, binary, bytes }: Change): Promise<CutFile | null> {
  if (binary || bytes > mostBytes || (await tree.link(path)) !== null) return null;
  const was = kind === 'added' ? null : decode(await base.read(from ?? path));
  const now = decode(await tree.read(path));
  return now === null || (kind !== 'added' && was === null) ? null : cutFile(path, was, now);
}
