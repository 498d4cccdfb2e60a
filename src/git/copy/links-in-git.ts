// Links in a repository that lead out of it: git writes through them (its logs, the message of a commit, what it fetched), and an agent that may commit may make one to any file of the person's.
import { lstat, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin, pathBelow } from '../../domain/place/within.ts';
import { repositoryOf } from './guard-git.ts';

/** Large, and written under names that nobody chooses; hooks and modules are held while an agent is at work. */
const passed = ['objects', 'lfs', 'annex', 'hooks', 'modules'];

/** By their paths in the repository of this checkout. */
export async function linksOut(checkout: string): Promise<readonly string[]> {
  const shared = await repositoryOf(checkout);
  return shared === null ? [] : linksIn(shared, shared);
}

async function linksIn(shared: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      const name = pathBelow(path, shared) ?? '';
      if (entry.isSymbolicLink()) return (await leadsOut(shared, path)) ? [name] : [];
      return entry.isDirectory() && !passed.includes(name) ? linksIn(shared, path) : [];
    }),
  );
  return found.flat();
}

/** One that leads to nothing may lead anywhere: git makes what it names. */
const leadsOut = async (shared: string, path: string): Promise<boolean> =>
  !isWithin(await realpath(path).catch(() => ''), shared);

/** Takes away the links, and nothing that is none by now. */
export async function dropLinks(checkout: string, names: readonly string[]): Promise<void> {
  const shared = await repositoryOf(checkout);
  for (const name of shared === null ? [] : names) {
    const path = join(shared ?? '', name);
    if ((await lstat(path).catch(() => null))?.isSymbolicLink()) await rm(path);
  }
}
