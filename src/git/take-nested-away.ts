// Repositories inside a copy that an agent had: git follows them (a submodule's, or whoever stands in them). They are moved aside; files of the base stay.
import { lstat, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Base, Hub, Tree } from '../ports/git.ts';
import { decodeName } from './names.ts';
import type { Tools } from './tools.ts';

/** What git obeys in a repository without a work tree. */
const obeyed = ['config', 'config.worktree', 'commondir', 'hooks'];

/** `take` is told the name from the copy on, before. No link is followed. */
export async function takeNestedAway(
  { trees }: Tools,
  hub: Hub,
  copy: string,
  base: Base,
  aside: string,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const tree = trees.open(hub, base.tree);
  const level: Buffer[] = [Buffer.alloc(0)];
  for (let folder = level.pop(); folder !== undefined; folder = level.pop()) {
    const entries = await readdir(under(copy, folder), { withFileTypes: true, encoding: 'buffer' });
    const isTop = folder.length === 0;
    const foreign = isTop ? [] : await foreignOf(tree, copy, folder, entries);
    for (const entry of entries) {
      const name = decodeName(entry.name);
      const path = inFolder(folder, entry.name);
      const isRepository = name.toLowerCase() === '.git';
      if ((isRepository && !isTop) || foreign.includes(name)) {
        await take(decodeName(path));
        await moveAside(copy, path, aside);
      } else if (entry.isDirectory() && !isRepository) level.push(path);
    }
  }
}

type Entry = { readonly name: Buffer; isDirectory(): boolean };

const inFolder = (folder: Buffer, name: Buffer): Buffer =>
  folder.length === 0 ? name : Buffer.concat([folder, Buffer.from('/'), name]);
const under = (root: string, path: Buffer): Buffer => Buffer.concat([Buffer.from(`${root}/`), path]);

async function moveAside(copy: string, path: Buffer, aside: string): Promise<void> {
  await mkdir(aside, { recursive: true, mode: 0o700 });
  let number = 1;
  while ((await lstat(join(aside, String(number))).catch(() => null)) !== null) number += 1;
  await rename(under(copy, path), join(aside, String(number)));
}

/** Of a folder that git would take for a repository: what it obeys there and the base has not. */
async function foreignOf(
  tree: Tree,
  copy: string,
  folder: Buffer,
  entries: readonly Entry[],
): Promise<readonly string[]> {
  const has = (name: string) => entries.find((entry) => decodeName(entry.name) === name);
  if (has('HEAD') === undefined || (!(has('objects') && has('refs')) && !has('commondir'))) return [];
  const there = obeyed.filter((name) => has(name) !== undefined);
  const judged = await Promise.all(
    there.map(async (name) => [name, await isOfBase(tree, copy, inFolder(folder, Buffer.from(name)))] as const),
  );
  return judged.filter(([, known]) => !known).map(([name]) => name);
}

async function isOfBase(tree: Tree, copy: string, path: Buffer): Promise<boolean> {
  const found = await lstat(under(copy, path));
  if (found.isDirectory()) {
    const names = await readdir(under(copy, path), { encoding: 'buffer' });
    return (await Promise.all(names.map((name) => isOfBase(tree, copy, inFolder(path, name))))).every(Boolean);
  }
  const content = found.isFile() ? await tree.read(decodeName(path)) : null;
  return content !== null && Buffer.from(content).equals(await readFile(under(copy, path)));
}
