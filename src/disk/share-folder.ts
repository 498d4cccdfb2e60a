// A folder of dependencies lent to a checkout. What in it leads out of it, as packages of one repository do, leads into this checkout and not into the one that was set up.
import { lstat, readdir, readlink, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isWithin } from '../domain/place/within.ts';
import { type HeldFolder, partsOf, within } from './held-folder.ts';
import { removeFrom } from './whole-trees.ts';

/** `from`: of a set-up that is sealed. False: there is nothing to lend, or a link stands on the way. Replaces what stands there. */
export async function shareFolder(
  from: string,
  { root, path }: { readonly root: string; readonly path: string },
): Promise<boolean> {
  const entries = await entriesOf(from);
  if (entries === null) return false;
  const parts = partsOf(path);
  const name = parts.at(-1) ?? '';
  const put = async (folder: HeldFolder): Promise<boolean> => {
    await removeFrom(folder, name);
    if (entries.some(({ leads }) => leads === 'out')) return lendEach(folder, name, from, entries);
    await symlink(from, folder.at(name));
    return true;
  };
  return (await within(root, parts.slice(0, -1), put, 0o700)) === true;
}

async function lendEach(above: HeldFolder, at: string, from: string, entries: readonly Entry[]): Promise<boolean> {
  const opened = await above.step(at, 0o700);
  if (typeof opened === 'string') return false;
  await using folder: HeldFolder = opened;
  for (const { name, link, below } of entries) {
    if (below === null) await symlink(link ?? join(from, name), folder.at(name));
    else await lendEach(folder, name, join(from, name), below);
  }
  return true;
}

type Entry = {
  readonly name: string;
  /** As it is written; null: no link. */
  readonly link: string | null;
  readonly leads: 'in' | 'out';
  /** Of `@scope` and `.bin`, whose links count as the folder's own. */
  readonly below: readonly Entry[] | null;
};

async function entriesOf(from: string): Promise<readonly Entry[] | null> {
  const found = await lstat(from).catch(() => null);
  if (found === null || !found.isDirectory()) return null;
  const leads = (link: string | null, folder: string): Entry['leads'] =>
    link !== null && !isWithin(resolve(folder, link), from) ? 'out' : 'in';
  return Promise.all(
    (await readdir(from)).map(async (name): Promise<Entry> => {
      const link = await readlink(join(from, name)).catch(() => null);
      if (link !== null || !(name === '.bin' || name.startsWith('@')))
        return { name, link, leads: leads(link, from), below: null };
      const inner = await readdir(join(from, name)).catch(() => null);
      if (inner === null) return { name, link: null, leads: 'in', below: null };
      const below = await Promise.all(
        inner.map(async (each): Promise<Entry> => {
          const found = await readlink(join(from, name, each)).catch(() => null);
          return { name: each, link: found, leads: leads(found, join(from, name)), below: null };
        }),
      );
      return { name, link: null, leads: below.some((each) => each.leads === 'out') ? 'out' : 'in', below };
    }),
  );
}
