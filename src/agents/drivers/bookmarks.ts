// Bookmarks: how far a run's output was read, what was known then and what had been told, in files of the run's own folder named after the byte.
// What lies before the highest of them may be cut away, for a reader begins there. Only a bookmark that is whole has such a name.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Happening } from '../../domain/run/turn.ts';
import type { Live } from '../../ports/agent.ts';

/** `saved`: the driver's own, plain but for sets. */
export type Bookmark = { readonly at: number; readonly saved: unknown; readonly told: readonly Happening[] };

/** Raised when what a driver saves changes so that an older one cannot be read: it is passed over then, and its run is known by what is left of it. */
const version = 1;
/** Happenings that are kept whole, before which only those count that change what a session or a turn came to. */
const recent = 1000;

export const bookmarksFolder = (folder: string): string => join(folder, 'bookmarks');

/** The highest; null where there is none yet. */
export async function latestBookmark({ folder }: Pick<Live, 'folder'>): Promise<Bookmark | null> {
  for (const at of await bookmarksIn(folder)) {
    const text = await readFile(join(bookmarksFolder(folder), String(at)), 'utf8').catch(() => null);
    const found = text === null ? null : decode(text);
    if (found?.version === version) return { at, saved: found.saved, told: found.told };
  }
  return null;
}

/** What cannot be written is not kept: nothing is cut away then. A bookmark never takes the place of a higher one. */
export async function leaveBookmark({ folder }: Pick<Live, 'folder'>, { at, saved, told }: Bookmark): Promise<void> {
  const path = join(bookmarksFolder(folder), String(at));
  const half = `${path}.${process.pid}.new`;
  try {
    await mkdir(bookmarksFolder(folder), { recursive: true, mode: 0o700 });
    await writeFile(half, encode({ version, saved, told: shorten(told) }), { mode: 0o600 });
    await rename(half, path);
    // The last but one is left to who has just looked.
    for (const old of (await bookmarksIn(folder)).slice(2))
      await rm(join(bookmarksFolder(folder), String(old)), { force: true });
  } catch {
    await rm(half, { force: true }).catch(() => undefined);
  }
}

async function bookmarksIn(folder: string): Promise<readonly number[]> {
  const names = await readdir(bookmarksFolder(folder)).catch(() => []);
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => other - one);
}

const spoken = new Set<Happening['kind']>(['text', 'thought', 'retrying', 'unknown']);

export const shorten = (told: readonly Happening[]): readonly Happening[] =>
  told.filter(({ kind }, index) => index >= told.length - recent || !spoken.has(kind));

const setKey = '$set';

const encode = (value: unknown): string =>
  JSON.stringify(value, (_key, each) => (each instanceof Set ? { [setKey]: [...each] } : each));

function decode(text: string): { version: number; saved: unknown; told: readonly Happening[] } | null {
  try {
    return JSON.parse(text, (_key, each) => (Array.isArray(each?.[setKey]) ? new Set(each[setKey]) : each));
  } catch {
    return null;
  }
}
