// Files below a folder, reached without following a link on the way: what a repository names must not lead out of it.
import type { Stats } from 'node:fs';
import { copyFile, lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brought, Inside } from '../ports/files.ts';

const readMost = 256 * 1024;
const mostFiles = 1000;

const parts = (path: string): readonly string[] => path.split('/').filter((part) => part !== '' && part !== '.');
const leaves = (path: string): boolean =>
  path.startsWith('/') ||
  path.includes('\0') ||
  parts(path).length === 0 ||
  parts(path).some((part) => part === '..' || part.toLowerCase() === '.git');

const look = (path: string): Promise<Stats | null> =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });

/** The last part of the way, or why it is not gone. */
async function walk(root: string, path: string): Promise<Stats | 'link' | 'missing'> {
  let at = root;
  let found: Stats | null = null;
  for (const part of parts(path)) {
    at = join(at, part);
    found = await look(at);
    if (found === null) return 'missing';
    if (found.isSymbolicLink()) return 'link';
  }
  return found ?? 'missing';
}

export async function lookInside(root: string, path: string): Promise<Inside> {
  if (leaves(path)) return { kind: 'outside' };
  const found = await walk(root, path);
  if (found === 'link' || found === 'missing') return { kind: found };
  const clean = parts(path).join('/');
  const files = found.isDirectory() ? await below(root, clean) : found.isFile() ? [clean] : [];
  return {
    kind: 'files',
    files: await Promise.all(files.map(async (each) => ({ path: each, text: await beginning(join(root, each)) }))),
  };
}

/** Regular files; links and what is no file are left out. */
async function below(root: string, path: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [path];
  for (let folder = folders.pop(); folder !== undefined && found.length < mostFiles; folder = folders.pop())
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== '.git') folders.push(name);
      else if (entry.isFile()) found.push(name);
    }
  return found.sort();
}

async function beginning(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(readMost), 0, readMost, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await file.close();
  }
}

/** The same place below another folder. A link that stands on either way stops it; what stood there is replaced. */
export async function bringInside(root: string, path: string, into: string): Promise<Brought> {
  if (leaves(path)) return 'outside';
  const found = await walk(root, path);
  if (found === 'link' || found === 'missing') return found;
  const files = found.isDirectory() ? await below(root, path) : found.isFile() ? [path] : [];
  for (const file of files) if (!(await bringFile(root, file, into))) return 'link';
  return 'brought';
}

async function bringFile(root: string, file: string, into: string): Promise<boolean> {
  let at = into;
  for (const part of parts(file).slice(0, -1)) {
    at = join(at, part);
    const found = await look(at);
    if (found !== null && !found.isDirectory()) return false;
    if (found === null) await mkdir(at);
  }
  const target = join(into, file);
  await rm(target, { recursive: true, force: true });
  await copyFile(join(root, file), target);
  return true;
}
