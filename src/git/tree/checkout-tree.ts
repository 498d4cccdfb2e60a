// The person's own checkout as a tree of the hub: its files went through the person's own line ends and filters, and those that stand as they did at an earlier look are not read again.
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { readCopyRefs } from '../copy/agent-refs.ts';
import { copyIndex } from '../copy/first-index.ts';
import { type Env, type Pin, personalEnv, withPins } from '../process/environments.ts';
import { isId, type Tools } from '../process/git.ts';
import { type Found, lookUpRepository } from '../process/repository.ts';
import { outcome, runGit } from '../process/run-git.ts';
import { type Index, writeIndex } from '../process/scratch.ts';
import { localFilters } from '../process/settings.ts';
import { isThere, readSmall } from '../process/small-file.ts';

/** What has changed under the times it had is seen, whatever the person's settings say. */
const watchful: readonly Pin[] = [
  ['core.trustctime', 'true'],
  ['core.checkStat', 'default'],
  ['core.ignoreStat', 'false'],
];

/**
 * Objects go to the hub; the checkout's index and objects are not touched. Filters of the person's own configuration run, the repository's do not.
 * `seen`: the repository, where it was looked up a moment ago.
 */
export async function writeCheckout(tools: Tools, index: Index, seen?: Found): Promise<Result<string>> {
  const env = personalEnv(await tools.person());
  const [found, { head }] = await Promise.all([
    seen === undefined ? lookUpRepository(env, index.folder, tools.settings) : ok(seen),
    readCopyRefs(index.hub, index.folder),
  ]);
  if (!found.ok) return found;
  const own = envOf(env, index, found.value);
  const kept = head === null ? null : await takeIndex(index, head);
  let filled = await fill(own, index, head, kept);
  // What was kept may be what is wrong.
  if (!filled.ok && kept !== null) {
    await rm(placeOf(index), { recursive: true, force: true });
    await rm(index.file, { force: true });
    filled = await fill(own, index, head, null);
  }
  return filled.ok ? treeOf(own, index, head, filled.value) : filled;
}

type Filled = { readonly kept: Kept; readonly isChanged: boolean };

/** `head` null: unborn, or git alone knows it. */
async function fill(own: Env, index: Index, head: string | null, kept: Kept): Promise<Result<Filled>> {
  // Merged into what is there, each file that is the same keeps what is known of it.
  const from = head ?? ((await isUnborn(own, index)) ? '--empty' : 'HEAD');
  const argv = ['read-tree', ...(kept === null ? [] : ['-m']), from];
  const begun = kept === 'same' ? ok(null) : await run(own, index, 'read the head', argv);
  if (!begun.ok) return begun;
  const before = statSync(index.file);
  const all = ['-c', 'diff.ignoreSubmodules=all', 'add', '-A', '--', '.'];
  const added = await run(own, index, 'read the files', all);
  // Git writes another file in its place where the index changes.
  return added.ok ? ok({ kept, isChanged: statSync(index.file).ino !== before.ino }) : added;
}

/** Before its first commit. What else is wrong with a head is git's to say. */
async function isUnborn(env: Env, { folder }: Index): Promise<boolean> {
  const named = await runGit({ argv: ['rev-parse', '--verify', '--quiet', 'HEAD'], env, cwd: folder });
  return named.code === 1;
}

async function treeOf(
  own: Env,
  index: Index,
  head: string | null,
  { kept, isChanged }: Filled,
): Promise<Result<string>> {
  const digest = digestOf(await readFile(index.file));
  const known = await knownTree(index, digest, kept === 'same' && !isChanged);
  if (known !== null) return ok(known);
  const spare = { ...index, file: `${index.file}.spare` };
  await copyIndex(index.file, spare.file);
  const keeping = head === null || kept === 'same' ? null : keepIndex(own, spare, head);
  const [tree] = await Promise.all([writeIndex(index), keeping]);
  if (tree.ok) await rememberTree(index, digest, tree.value);
  return tree;
}

const envOf = (env: Env, { hub }: Index, { gitFolder, settings }: Found): Env => ({
  ...withPins(env, [...localFilters(settings), ...watchful]),
  GIT_OBJECT_DIRECTORY: join(hub.path, 'objects'),
  GIT_ALTERNATE_OBJECT_DIRECTORIES: join(gitFolder, 'objects'),
});

const run = async (env: Env, { folder, file }: Index, doing: string, argv: readonly string[]) =>
  outcome(await runGit({ argv, env: { ...env, GIT_INDEX_FILE: file }, cwd: folder }), doing);

// The index of a checkout's commit, with what was last known of its files, kept in the hub for the next look.

const digestOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

const placeOf = ({ hub, folder }: Index): string => join(hub.path, 'checkouts', digestOf(folder));

/** Of the commit that is wanted, or, second best, of another. Null: none is kept. */
type Kept = 'same' | 'other' | null;

/** Laid out at `index.file`. */
async function takeIndex(index: Index, commit: string): Promise<Kept> {
  const there = namesIn(placeOf(index)).filter(isId);
  const best = there.find((name) => name === commit) ?? there[0];
  if (best === undefined) return null;
  // Somebody may have put another in its place meanwhile.
  return copyIndex(join(placeOf(index), best), index.file).then(
    () => (best === commit ? 'same' : 'other'),
    () => null,
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** `filled`: an index with all that stands in the checkout. What is not of the commit goes; the result is in the place of all others. */
async function keepIndex(env: Env, filled: Index, commit: string): Promise<void> {
  const narrowed = await run(env, filled, 'read the head', ['read-tree', '-m', commit]);
  if (!narrowed.ok) return;
  const place = placeOf(filled);
  const half = join(place, `${randomUUID()}.half`);
  await mkdir(place, { recursive: true });
  await copyIndex(filled.file, half);
  await rename(half, join(place, commit));
  for (const name of await readdir(place))
    if (isId(name) && name !== commit) await rm(join(place, name), { force: true });
}

// The trees that were written from indexes: the same bytes give the same tree.

/** More than anybody goes back and forth between. */
const mostTrees = 16;

/** `isCommitted`: of the commit the checkout stands at, whose tree is there as long as the commit is. Null: it was not written before, or is not in the hub any more. */
async function knownTree(index: Index, filled: string, isCommitted: boolean): Promise<string | null> {
  const lines = (await readSmall(join(placeOf(index), 'trees')))?.split('\n') ?? [];
  const tree = lines.find((one) => one.startsWith(`${filled} `))?.slice(filled.length + 1) ?? '';
  return isId(tree) && (isCommitted || (await isLoose(index.hub, tree))) ? tree : null;
}

const isLoose = ({ path }: Hub, id: string): Promise<boolean> =>
  isThere(join(path, 'objects', id.slice(0, 2), id.slice(2)));

async function rememberTree(index: Index, filled: string, tree: string): Promise<void> {
  const file = join(placeOf(index), 'trees');
  const lines = (await readSmall(file))?.split('\n') ?? [];
  await mkdir(placeOf(index), { recursive: true });
  if (lines.length <= mostTrees) await appendFile(file, `${filled} ${tree}\n`);
  else await writeFile(file, `${filled} ${tree}\n`);
}
