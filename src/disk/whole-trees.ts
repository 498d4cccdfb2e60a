// Removes and copies whole trees below a trusted folder, name by name: nothing outside is ever touched, whatever links stand in them.
import { constants, type Stats } from 'node:fs';
import { chmod, copyFile, lutimes, readlink, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { type Astray, type HeldFolder, type Name, partsOf, within } from './held-folder.ts';

const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;

/** With all that is in it; a link itself and not what it leads to. Nothing there, or only by a link: nothing is done. */
export async function removeTree(trusted: string, path: string): Promise<void> {
  const parts = partsOf(path);
  const name = parts.at(-1);
  if (name === undefined || parts.includes('..')) throw new Error(`${path} names nothing below ${trusted}`);
  await within(trusted, parts.slice(0, -1), (folder) => removeFrom(folder, name));
}

/** What stands at `name`, with all that is in it. */
export async function removeFrom(folder: HeldFolder, name: Name): Promise<void> {
  const found = await folder.look(name);
  if (found === null) return;
  if (!found.isDirectory()) return gone(unlink(folder.at(name)));
  const inner = await folder.step(name);
  if (inner === 'missing') return;
  // It was a folder a moment ago.
  if (inner === 'link') return gone(unlink(folder.at(name)));
  {
    await using held = inner;
    for (const each of await held.names()) await removeFrom(held, each);
  }
  await gone(rmdir(folder.at(name)));
}

/** Somebody else was quicker. */
const gone = (work: Promise<void>): Promise<void> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });

export type Place = { readonly root: string; readonly path: string };

/** A folder or file with its modes and times, links as links; what stands at the target is replaced. `link`: one stands on either way. */
export async function copyTree(from: Place, to: Place): Promise<'copied' | Astray> {
  const [source, target] = [partsOf(from.path), partsOf(to.path)];
  const [name, as] = [source.at(-1), target.at(-1)];
  if (name === undefined || as === undefined || [...source, ...target].includes('..')) return 'link';
  return within(from.root, source.slice(0, -1), async (folder) => {
    const found = await folder.look(name);
    if (found === null) return 'missing';
    if (found.isSymbolicLink()) return 'link';
    return within(
      to.root,
      target.slice(0, -1),
      async (into) => {
        // Aside first: what stands there is whole until the new one is.
        const half = `${as}.drover-half`;
        await removeFrom(into, half);
        await copyInto(folder, name, found, into, half);
        const before = await into.look(as);
        if (before !== null && (before.isDirectory() || found.isDirectory())) await removeFrom(into, as);
        await rename(into.at(half), into.at(as));
        return 'copied' as const;
      },
      0o777,
    );
  });
}

async function copyInto(from: HeldFolder, name: Name, found: Stats, into: HeldFolder, as: Name): Promise<void> {
  if (found.isSymbolicLink()) return symlink(await readlink(from.at(name), { encoding: 'buffer' }), into.at(as));
  if (found.isDirectory()) await copyFolder(from, name, into, as, found);
  else if (found.isFile()) await copyOne(from, name, into, as);
  else return;
  await lutimes(into.at(as), found.atime, found.mtime);
}

async function copyFolder(from: HeldFolder, name: Name, into: HeldFolder, as: Name, found: Stats): Promise<void> {
  const source = await from.step(name);
  if (typeof source === 'string') return;
  await using inner = source;
  const target = await into.step(as, 0o700);
  if (typeof target === 'string') return;
  {
    await using made = target;
    for (const each of await inner.names()) {
      const there = await inner.look(each);
      if (there !== null) await copyInto(inner, each, there, made, each);
    }
    await chmod(made.itself, found.mode & 0o777);
  }
}

/** By its descriptor: a link that takes its place meanwhile is not read. */
async function copyOne(from: HeldFolder, name: Name, into: HeldFolder, as: Name): Promise<void> {
  const opened = await from.file(name);
  if (typeof opened === 'string') return;
  await using file = opened;
  const source = process.platform === 'linux' ? `/proc/self/fd/${file.fd}` : from.at(name);
  await copyFile(source, into.at(as), COPYFILE_EXCL | COPYFILE_FICLONE);
}
