// Files below a folder, reached without following a link on the way: what a repository names must not lead out of it.
import { readdir } from 'node:fs/promises';
import type { Brought, Inside } from '../ports/files.ts';
import { type Astray, type HeldFolder, partsOf, within } from './held-folder.ts';
import { copyTree } from './whole-trees.ts';

const readMost = 256 * 1024;
const mostFiles = 1000;

const leaves = (path: string): boolean =>
  path.startsWith('/') ||
  path.includes('\0') ||
  partsOf(path).length === 0 ||
  partsOf(path).some((part) => part === '..' || part.toLowerCase() === '.git');

type Text = { readonly path: string; readonly text: string };

export async function lookInside(root: string, path: string): Promise<Inside> {
  if (leaves(path)) return { kind: 'outside' };
  const found = await filesAt(root, path);
  if (typeof found === 'string') return { kind: found };
  const texts = await Promise.all(found.map((file) => textOf(root, file)));
  return { kind: 'files', files: texts.filter((text) => text !== null) };
}

export async function changedInside(root: string, path: string): Promise<number | null> {
  if (leaves(path)) return null;
  const parts = partsOf(path);
  const found = await within(root, parts.slice(0, -1), (folder) => folder.look(parts.at(-1) ?? ''));
  return found === null || typeof found === 'string' || !found.isFile() ? null : found.mtimeMs;
}

/** Regular files, the path itself or below it; what is neither file nor folder holds none. */
async function filesAt(root: string, path: string): Promise<string[] | Astray> {
  const parts = partsOf(path);
  const name = parts.at(-1) ?? '';
  return within(root, parts.slice(0, -1), async (folder) => {
    const found = await folder.look(name);
    if (found === null) return 'missing';
    if (found.isSymbolicLink()) return 'link';
    if (found.isFile()) return [parts.join('/')];
    if (!found.isDirectory()) return [];
    const inner = await folder.step(name);
    if (typeof inner === 'string') return inner;
    await using held = inner;
    return (await below(held, parts.join('/'), [])).sort();
  });
}

/** Links and what is no file are left out. */
async function below(folder: HeldFolder, path: string, found: string[]): Promise<string[]> {
  for (const entry of await readdir(folder.itself, { withFileTypes: true })) {
    if (found.length >= mostFiles) return found;
    const name = `${path}/${entry.name}`;
    if (entry.isFile()) found.push(name);
    if (!entry.isDirectory() || entry.name === '.git') continue;
    const inner = await folder.step(entry.name);
    if (typeof inner === 'string') continue;
    await using held = inner;
    await below(held, name, found);
  }
  return found;
}

/** The beginning; null: it went meanwhile. */
async function textOf(root: string, path: string): Promise<Text | null> {
  const parts = partsOf(path);
  const found = await within(root, parts.slice(0, -1), async (folder) => {
    const opened = await folder.file(parts.at(-1) ?? '');
    if (typeof opened === 'string') return opened;
    await using file = opened;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(readMost), 0, readMost, 0);
    return { path, text: buffer.subarray(0, bytesRead).toString('utf8') };
  });
  return typeof found === 'string' ? null : found;
}

/** The same place below another folder. A link that stands on either way stops it; what stood there is replaced. */
export async function bringInside(root: string, path: string, into: string): Promise<Brought> {
  if (leaves(path)) return 'outside';
  const files = await filesAt(root, path);
  if (typeof files === 'string') return files;
  for (const file of files)
    if ((await copyTree({ root, path: file }, { root: into, path: file })) === 'link') return 'link';
  return 'brought';
}

const deepest = 16;

/** Files and folders whose own name has this word in it; below such a folder nothing is looked for. Links are neither. */
export async function namedBelow(root: string, path: string, word: string): Promise<readonly string[]> {
  const found: string[] = [];
  const look = async (folder: HeldFolder, at: string, depth: number): Promise<void> => {
    for (const entry of await readdir(folder.itself, { withFileTypes: true })) {
      const name = at === '' ? entry.name : `${at}/${entry.name}`;
      if (!entry.isDirectory() && !entry.isFile()) continue;
      if (entry.name.includes(word)) found.push(name);
      else if (entry.isDirectory() && depth < deepest) {
        const inner = await folder.step(entry.name);
        if (typeof inner === 'string') continue;
        await using held = inner;
        await look(held, name, depth + 1);
      }
    }
  };
  await within(root, partsOf(path), (folder) => look(folder, partsOf(path).join('/'), 0));
  return found.sort();
}
