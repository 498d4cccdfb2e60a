// Task files that an agent has put into the session folder of its own copy: out of it, so that they are no part of its change, and onto a shelf of the task, where they are read as data.
import { dirname } from 'node:path';
import { ifKind } from '../../domain/any-thing.ts';
import type { EffectInput } from '../../domain/effect/effect.ts';
import type { Gathered } from '../../domain/effect/tree.ts';
import type { RefusedFile } from '../../domain/flow/added.ts';
import type { EffectContext, EffectPorts } from '../../ports/effect.ts';
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
  // What the repository has itself is nobody's to add.
  const own = new Set(paths.length + beside.length === 0 ? [] : await ports.git.tree(hub, base).paths());
  const found = paths.map((path) => ({ path, name: path.slice(gather.from.length + 1) }));
  for (const { path, name } of found.filter((each) => plain.test(each.name) && !own.has(each.path)).slice(0, most))
    await shelve(ports, { root: copy, path }, `${shelf}/${name}`);
  const { added, refused } = await readShelf(ports, shelf);
  const others = beside.filter((path) => isWithin(outside, path) && ![...own].some((one) => isWithin([path], one)));
  return { added, refused: [...refused, ...others.slice(0, most).map((path) => notTaken(path, session))] };
}

const isWithin = (folders: readonly string[], path: string): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

const notTaken = (path: string, session: string): RefusedFile => ({
  path: path.slice(session.length + 1),
  why: 'is no task file, and nothing else of the session folder is part of the change',
});

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
