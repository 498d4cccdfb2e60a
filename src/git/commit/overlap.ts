// Where two works of one hub touch the same lines, and whether git could put them together: a trial merge between objects, of which no ref is made.

import { ok, type Result } from '../../domain/error.ts';
import { type Span, spansOf, touching } from '../../domain/place/touching.ts';
import type { Hub, Overlap, Work } from '../../ports/git.ts';
import { inHub } from '../process/git.ts';
import { changes } from '../tree/changes.ts';
import { commitTree, mergeTrees } from './merge.ts';

/** Comparisons that are remembered, and the files of one that are looked at. */
const most = { comparisons: 200, files: 50 };

/** Once for the same two, whoever is named first: no tree ever changes. */
export function rememberOverlaps(): typeof overlap {
  const known = new Map<string, Awaited<ReturnType<typeof overlap>>>();
  return async (hub, one, other) => {
    const key = [`${one.commit} ${one.tree}`, `${other.commit} ${other.tree}`].toSorted().join(' ');
    const found = known.get(`${hub.path} ${key}`) ?? (await overlap(hub, one, other));
    if (found.ok) known.set(`${hub.path} ${key}`, found);
    const [oldest = key] = known.keys();
    if (known.size > most.comparisons) known.delete(oldest);
    return found;
  };
}

export async function overlap(hub: Hub, one: Work, other: Work): Promise<Result<readonly Overlap[]>> {
  const ours = await changes(hub, `${one.commit}^{tree}`, one.tree);
  const theirs = await changes(hub, `${other.commit}^{tree}`, other.tree);
  if (!ours.ok) return ours;
  if (!theirs.ok) return theirs;
  const [mine, others] = [ours.value, theirs.value].map(
    (all) => new Set(all.flatMap(({ path, from }) => [path, from ?? path])),
  );
  const shared = [...(mine ?? [])].filter((path) => others?.has(path)).slice(0, most.files);
  if (shared.length === 0) return ok([]);
  const conflicts = await tryMerge(hub, one, other);
  if (!conflicts.ok) return conflicts;
  const found: Overlap[] = [];
  for (const path of [...new Set([...shared, ...conflicts.value])].toSorted()) {
    const lines = shared.includes(path) ? await bothTouch(hub, one, other, path) : ok([]);
    if (!lines.ok) return lines;
    const isConflict = conflicts.value.includes(path);
    if (isConflict || lines.value.length > 0) found.push({ path, lines: lines.value, conflicts: isConflict });
  }
  return ok(found);
}

/** The files that git cannot put together. */
async function tryMerge(hub: Hub, one: Work, other: Work): Promise<Result<readonly string[]>> {
  const ours = await commitTree(hub, one.tree, [one.commit]);
  if (!ours.ok) return ours;
  const theirs = await commitTree(hub, other.tree, [other.commit]);
  if (!theirs.ok) return theirs;
  const merged = await mergeTrees(hub, ours.value, theirs.value);
  return merged.ok ? ok(merged.value.conflicts) : merged;
}

/** Lines have one number in both only where both began from one commit; else the trial alone tells. */
async function bothTouch(hub: Hub, one: Work, other: Work, path: string): Promise<Result<readonly Span[]>> {
  if (one.commit !== other.commit) return ok([]);
  const ours = await spansIn(hub, one, path);
  const theirs = await spansIn(hub, other, path);
  if (!ours.ok) return ours;
  return theirs.ok ? ok(touching(ours.value, theirs.value)) : theirs;
}

async function spansIn(hub: Hub, { commit, tree }: Work, path: string): Promise<Result<readonly Span[]>> {
  const how = ['-p', '-U0', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color', '-r'];
  const argv = ['diff-tree', ...how, '--end-of-options', `${commit}^{tree}`, tree, '--', `:(top,literal)${path}`];
  const told = await inHub(hub, 'compare a file', argv);
  return told.ok ? ok(spansOf(told.value.toString('latin1'))) : told;
}
