// What is known of a flow's files, in the state folder: where they stand, and as what they were written last, so that what somebody else wrote is told from ours.
import type { EffectPorts } from '../../ports/effect.ts';

/** Of the nodes that have a file, by their ids: where it is, and what it called them when it was found. */
export type Places = Readonly<Record<string, { readonly path: string; readonly title: string }>>;

/** `at`: where the folder was, links resolved. */
export type KnownPlaces = { readonly at: string; readonly nodes: Places };

/** By path two: of what stood there, and of what was to stand there. */
export type Hashes = Readonly<Record<string, readonly string[]>>;

const placesIn = (shelf: string): string => `${shelf}/places.json`;

/** Null: nothing was written yet. */
export const readPlaces = ({ files }: EffectPorts, shelf: string): Promise<KnownPlaces | null> =>
  readJson<KnownPlaces>(files, placesIn(shelf));

export async function keepPlaces(
  { files }: EffectPorts,
  shelf: string,
  before: KnownPlaces | null,
  now: KnownPlaces,
): Promise<void> {
  // Nearly always nothing has moved, and of many nodes it is long.
  if (before?.at === now.at && before.nodes === now.nodes) return;
  const text = JSON.stringify(now);
  if (JSON.stringify(before) !== text) await files.write(placesIn(shelf), text);
}

/** So many for all nodes: what one of them costs does not grow with their number. */
const pages = 64;

/** Null: what stands beside the nodes. */
const pageOf = ({ sha256 }: EffectPorts, node: string | null): string =>
  node === null ? 'besides' : `nodes-${Number.parseInt(sha256(node).slice(0, 8), 16) % pages}`;

export type HashPages = ReadonlyMap<string, Hashes>;

/** Those on which the files of these nodes are. */
export async function readHashes(
  ports: EffectPorts,
  shelf: string,
  nodes: readonly (string | null)[],
): Promise<HashPages> {
  const names = [...new Set(nodes.map((node) => pageOf(ports, node)))];
  const read = names.map(async (name) => [name, (await readJson<Hashes>(ports.files, inShelf(shelf, name))) ?? {}]);
  return new Map((await Promise.all(read)) as [string, Hashes][]);
}

const inShelf = (shelf: string, page: string): string => `${shelf}/known/${page}.json`;

type Written = { readonly node: string | null; readonly path: string; readonly hashes: readonly string[] };

/** Only pages on which something is new are written. */
export async function keepHashes(ports: EffectPorts, shelf: string, known: HashPages, written: readonly Written[]) {
  const byPage = Map.groupBy(written, ({ node }) => pageOf(ports, node));
  const pages = [...byPage].map(([name, all]) => {
    const before = known.get(name) ?? {};
    return { name, before, now: { ...before, ...Object.fromEntries(all.map(({ path, hashes }) => [path, hashes])) } };
  });
  const isNew = pages.filter(({ before, now }) => JSON.stringify(before) !== JSON.stringify(now));
  await Promise.all(isNew.map(({ name, now }) => ports.files.write(inShelf(shelf, name), JSON.stringify(now))));
}

/** Undefined: it was not written yet. */
export const hashesOf = (known: HashPages, path: string): readonly string[] | undefined =>
  [...known.values()].find((page) => page[path] !== undefined)?.[path];

async function readJson<T>(files: EffectPorts['files'], path: string): Promise<T | null> {
  const bytes = await files.read(path);
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as T);
}
