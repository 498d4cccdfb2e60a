// Where two works of one hub touch the same lines, and whether git could put them together: a trial merge between objects, of which no ref is made.

import { ok, type Result } from '../../domain/error.ts';
import { type OldLines, oldLinesIn, touching } from '../../domain/place/touching.ts';
import type { Hub, Merged, Overlap, Work } from '../../ports/git.ts';
import { inHub } from '../process/git.ts';
import { changes } from '../tree/changes.ts';
import { commitTree, merge } from './merge.ts';

/** Answers that are remembered, and the files of one comparison that are looked at. */
const most = { answers: 3_000, files: 50 };

/** Of each work once what it changed, and of two, whoever is named first, where they meet: no tree ever changes. */
export function rememberOverlaps() {
  const pathsOf = onceEach(changedPaths);
  const compare = onceEach((hub, one: Work, other: Work) => overlap(hub, one, other, pathsOf));
  return (hub: Hub, one: Work, other: Work): Promise<Result<readonly Overlap[]>> =>
    keyOf(one) < keyOf(other) ? compare(hub, one, other) : compare(hub, other, one);
}

const keyOf = ({ commit, tree }: Work): string => `${commit} ${tree}`;

/** What failed is asked again. */
function onceEach<Value, Works extends readonly Work[]>(
  ask: (hub: Hub, ...works: Works) => Promise<Result<Value>>,
): typeof ask {
  const known = new Map<string, Result<Value>>();
  return async (hub: Hub, ...works: Works): Promise<Result<Value>> => {
    const key = [hub.path, ...works.map(keyOf)].join(' ');
    const found = known.get(key) ?? (await ask(hub, ...works));
    if (found.ok) known.set(key, found);
    const [oldest = key] = known.keys();
    if (known.size > most.answers) known.delete(oldest);
    return found;
  };
}

type Changed = {
  /** Also as they were called before. */
  readonly paths: ReadonlySet<string>;
  /** Folders of those, and the folders that these lie in. */
  readonly folders: ReadonlySet<string>;
  /** Folders that something was moved out of: git may move what is new there after it. */
  readonly left: ReadonlySet<string>;
};

async function changedPaths(hub: Hub, { commit, tree }: Work): Promise<Result<Changed>> {
  const found = await changes(hub, `${commit}^{tree}`, tree);
  if (!found.ok) return found;
  const paths = new Set(found.value.flatMap(({ path, from }) => [path, from ?? path]));
  const left = found.value.flatMap(({ from, path }) =>
    from === null || folderOf(from) === folderOf(path) ? [] : foldersOf(from),
  );
  return ok({ paths, folders: new Set([...paths].flatMap(foldersOf)), left: new Set(left) });
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const foldersOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

/** Without a file that both changed: what is a file in one is a folder in the other, or one moved a folder that the other works in. */
const meetOtherwise = (one: Changed, other: Changed): boolean =>
  [...one.paths, ...one.left].some((path) => other.folders.has(path));

async function overlap(
  hub: Hub,
  one: Work,
  other: Work,
  pathsOf: typeof changedPaths,
): Promise<Result<readonly Overlap[]>> {
  const ours = await pathsOf(hub, one);
  const theirs = await pathsOf(hub, other);
  if (!ours.ok) return ours;
  if (!theirs.ok) return theirs;
  const shared = [...ours.value.paths].filter((path) => theirs.value.paths.has(path)).slice(0, most.files);
  if (shared.length === 0 && !meetOtherwise(ours.value, theirs.value) && !meetOtherwise(theirs.value, ours.value))
    return ok([]);
  const merged = await mergeWorks(hub, one, other);
  if (!merged.ok) return merged;
  const isTheirOwn = (path: string) => ours.value.paths.has(path) || theirs.value.paths.has(path);
  const conflicts = new Set(merged.value.conflicts.map((path) => (isTheirOwn(path) ? path : withoutSide(path))));
  const found: Overlap[] = [];
  for (const path of [...new Set([...shared, ...conflicts])].toSorted()) {
    const lines = shared.includes(path) ? await bothTouch(hub, one, other, path) : ok([]);
    if (!lines.ok) return lines;
    const isConflict = conflicts.has(path);
    if (isConflict || lines.value.length > 0) found.push({ path, lines: lines.value, conflicts: isConflict });
  }
  return ok(found);
}

/** Where both cannot have one name git calls one side after its commit, which is ours and of the trial alone. */
const withoutSide = (path: string): string => path.replace(/~[0-9a-f]{40,64}(?:_\d+)?(?=\/|$)/, '');

export async function mergeWorks(hub: Hub, one: Work, other: Work): Promise<Result<Merged>> {
  const ours = await commitTree(hub, one.tree, [one.commit]);
  if (!ours.ok) return ours;
  const theirs = await commitTree(hub, other.tree, [other.commit]);
  if (!theirs.ok) return theirs;
  return merge(hub, ours.value, theirs.value);
}

/** Lines have one number in both only where both began from one commit; else the trial alone tells. */
async function bothTouch(hub: Hub, one: Work, other: Work, path: string): Promise<Result<readonly OldLines[]>> {
  if (one.commit !== other.commit) return ok([]);
  const ours = await oldLinesOf(hub, one, path);
  const theirs = await oldLinesOf(hub, other, path);
  if (!ours.ok) return ours;
  return theirs.ok ? ok(touching(ours.value, theirs.value)) : theirs;
}

async function oldLinesOf(hub: Hub, { commit, tree }: Work, path: string): Promise<Result<readonly OldLines[]>> {
  const how = ['-p', '-U0', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color', '-r'];
  const argv = ['diff-tree', ...how, '--end-of-options', `${commit}^{tree}`, tree, '--', `:(top,literal)${path}`];
  const told = await inHub(hub, 'compare a file', argv);
  return told.ok ? ok(oldLinesIn(told.value.toString('latin1'))) : told;
}
