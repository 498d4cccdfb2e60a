// Task files that an agent has put into the session folder of its own copy: out of it, so that they are no part of its change, and onto a shelf of the task, where they are read as data.
import { basename, dirname } from 'node:path';
import { ifKind } from '../../domain/any-thing.ts';
import type { EffectInput } from '../../domain/effect/effect.ts';
import type { Gathered } from '../../domain/effect/tree.ts';
import { isWithin } from '../../domain/place/within.ts';
import type { EffectContext, EffectPorts } from '../../ports/effect.ts';
import type { Tree } from '../../ports/git.ts';
import { textAt } from './text-at.ts';

type Wanted = Pick<EffectInput<'snapshot'>, 'hub' | 'copy' | 'base'> & {
  readonly gather: NonNullable<EffectInput<'snapshot'>['gather']>;
  /** Files and folders that are part of no change. */
  readonly outside: readonly string[];
};

const longest = 32 * 1024;
/** At once; the next turn's are the next. */
const most = 50;
const plain = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}\.json$/;
/** Beside where the text of a file would be: why it is not there. */
const why = '.why';

/** What is on the shelf is found again after a crash, and the newest of a name counts. */
export async function gatherTaskFiles(
  ports: EffectPorts,
  wanted: Wanted,
  thing: EffectContext['thing'],
): Promise<Gathered> {
  const { hub, copy, base, gather, outside } = wanted;
  const shelf = `${shelfOf(thing.task)}/${ifKind(thing, 'criterion')?.spec.label ?? thing.id}`;
  const paths = await ports.files.named({ root: copy, path: gather.from }, '.json');
  const session = dirname(gather.from);
  const beside = (await ports.files.named({ root: copy, path: session }, '')).filter((path) => path !== gather.from);
  const tree = paths.length + beside.length === 0 ? null : ports.git.tree(hub, base);
  // What the repository has itself is nobody's to add.
  const own = new Set(await tree?.paths());
  const found = paths.map((path) => ({ path, name: path.slice(gather.from.length + 1) }));
  for (const { path, name } of found.filter((each) => plain.test(each.name) && !own.has(each.path)).slice(0, most))
    await shelve(ports, { root: copy, path }, `${shelf}/${name}`);
  const { added, refused } = await readShelf(ports, shelf);
  const others = beside.filter((path) => isWithinAny(outside, path) && ![...own].some((one) => isWithin(one, path)));
  const ofRepository = [...own].filter((path) => isWithin(path, session) && isWithinAny(outside, path));
  const left = [
    ...(await seenAs(ports, copy, others, notTaken)),
    ...(tree === null ? [] : await changedIn(ports, copy, tree, ofRepository)),
  ];
  const ownLeft = (await leftBy(ports, thing, copy, left.slice(0, mostLeft))).map(({ path, why }) => ({
    path: path.slice(session.length + 1),
    why,
  }));
  return { added, refused: [...refused, ...ownLeft] };
}

const notTaken = 'is no task file, and nothing else of the session folder is part of the change';
const changedHere = 'is a file of the repository, and how it was changed here is no part of the change';

const isWithinAny = (folders: readonly string[], path: string): boolean =>
  folders.some((folder) => isWithin(path, folder));

/** A file that stays in the copy and counts for nothing. `hash`: of what it says. */
type Left = { readonly path: string; readonly hash: string; readonly why: string };

const mostLeft = 200;
const longestLeft = 1024 * 1024;

const seenAs = (
  { files, sha256 }: EffectPorts,
  copy: string,
  paths: readonly string[],
  why: string,
): Promise<readonly Left[]> =>
  Promise.all(
    paths.map(async (path) => ({ path, hash: sha256((await textAt(files, copy, path, longestLeft)) ?? ''), why })),
  );

/** Of these files of the repository those that are not as it has them. */
async function changedIn(
  ports: EffectPorts,
  copy: string,
  tree: Tree,
  paths: readonly string[],
): Promise<readonly Left[]> {
  await tree.ahead?.(paths);
  const seen = await seenAs(ports, copy, paths, changedHere);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const before = await Promise.all(
    paths.map(async (path) => ports.sha256(decoder.decode((await tree.read(path)) ?? undefined))),
  );
  return seen.filter(({ hash }, at) => hash !== before[at]);
}

/** It stays there for later turns: told is what nobody else of the task had left there before. */
async function leftBy(
  { files }: EffectPorts,
  thing: EffectContext['thing'],
  copy: string,
  left: readonly Left[],
): Promise<readonly Left[]> {
  if (left.length === 0) return [];
  const note = `flows/${thing.task}/left/${basename(copy)}.json`;
  const bytes = await files.read(note);
  const known = new Map<string, readonly [hash: string, by: string]>(
    bytes === null
      ? []
      : Object.entries(JSON.parse(new TextDecoder().decode(bytes)) as Record<string, [string, string]>),
  );
  const fresh = left.filter(({ path, hash }) => known.get(path)?.[0] !== hash);
  for (const { path, hash } of fresh) known.set(path, [hash, thing.id]);
  if (fresh.length > 0) await files.write(note, JSON.stringify(Object.fromEntries(known)));
  return left.filter(({ path }) => known.get(path)?.[1] === thing.id);
}

export const shelfOf = (task: string): string => `flows/${task}/added`;

async function shelve(
  { files }: EffectPorts,
  at: { readonly root: string; readonly path: string },
  to: string,
): Promise<void> {
  const text = await textAt(files, at.root, at.path, longest);
  await files.write(text === null ? `${to}${why}` : to, text ?? 'is longer than 32 KiB, or no file');
  await files.drop(at);
}

async function readShelf({ files, taskFiles }: EffectPorts, shelf: string): Promise<Gathered> {
  const all = await Promise.all(
    (await files.list(shelf)).map(async ({ name }) => ({
      path: `.task/${name}`,
      text: new TextDecoder().decode((await files.read(`${shelf}/${name}`)) ?? undefined),
    })),
  );
  const kept = all.toSorted((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true }));
  const read = taskFiles.read(kept.filter(({ path }) => !path.endsWith(why)));
  const refused = kept.filter(({ path }) => path.endsWith(why));
  return {
    added: read.added,
    refused: [...read.refused, ...refused.map(({ path, text }) => ({ path: path.slice(0, -why.length), why: text }))],
  };
}
