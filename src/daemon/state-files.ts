// The state folder on disk: private, whole or not at all, never left by a path.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, cp, lstat, mkdir, open, readFile, realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Failed, fail, failed } from '../domain/error.ts';
import type { Files } from '../ports/files.ts';
import { bringInside, lookInside } from './inside.ts';

export function createStateFiles(root: string, unique: () => string): Files {
  const inside = (path: string): string => {
    const absolute = resolve(root, path);
    if (absolute !== root && !absolute.startsWith(root + sep))
      throw failed('PATH_NOT_FOUND', `${path} leads out of the state folder`);
    return absolute;
  };
  const atDoor = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explain(error, root);
    }
  };
  return {
    path: (...parts) => inside(join(...parts)),
    write: (path, content) =>
      atDoor(async () => {
        await staysInside(root, dirname(inside(path)));
        return writeWhole(inside(path), content, unique());
      }),
    read: (path) =>
      atDoor(async () => {
        await staysInside(root, inside(path));
        return readFile(inside(path)).catch(absent);
      }),
    exists: (path) => isThere(inside(path)),
    there: isThere,
    remove: (path) =>
      atDoor(async () => {
        if (inside(path) === root) throw failed('PATH_NOT_FOUND', 'the state folder itself is not removed');
        await staysInside(root, dirname(inside(path)));
        await rm(inside(path), { recursive: true, force: true });
      }),
    makeFolder: (path) =>
      atDoor(async () => {
        await staysInside(root, inside(path));
        await mkdir(inside(path), { recursive: true, mode: 0o700 });
        return inside(path);
      }),
    tail: (absolute, limit) => atDoor(() => readTail(absolute, limit)),
    copy: (from, to) => atDoor(() => copyOver(from, to)),
    lookInside: (from, path) => atDoor(() => lookInside(from, path)),
    bringInside: (from, path, into) => atDoor(() => bringInside(from, path, into)),
    link: (target, at) =>
      atDoor(async () => {
        await mkdir(dirname(at), { recursive: true });
        await rm(at, { recursive: true, force: true });
        await symlink(target, at);
      }),
    hash: (absolute) => atDoor(() => hashFile(absolute)),
  };
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

function explain(error: unknown, root: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Failed(fail('DISK_FULL', `the disk that holds ${root} is full`).failure, error);
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return new Failed(fail('STATE_READ_ONLY', `${root} cannot be written`).failure, error);
  return error;
}

/** Links that stand on the way are followed: what is there already must lie in the state folder. */
async function staysInside(root: string, absolute: string): Promise<void> {
  const home = await realpath(root).catch(absent);
  for (let at = absolute; home !== null && at.length >= root.length; at = dirname(at)) {
    const real = await realpath(at).catch(absent);
    if (real === null) continue;
    if (real === home || real.startsWith(home + sep)) return;
    throw failed('PATH_NOT_FOUND', `${absolute} leads out of the state folder`);
  }
}

const absent = (error: unknown): null => {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function writeWhole(path: string, content: string | Uint8Array, unique: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const half = `${path}.${unique}`;
  try {
    const file = await open(half, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, path);
  } catch (error) {
    await rm(half, { force: true }).catch(() => {});
    throw error;
  }
  return path;
}

async function readTail(path: string, limit: number): Promise<string | null> {
  const file = await open(path, 'r').catch(absent);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const length = Math.min(size, limit);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await file.close();
  }
}

async function copyOver(from: string, to: string): Promise<boolean> {
  const found = await lstat(from).catch(absent);
  if (found === null || found.isSymbolicLink()) return false;
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return true;
}

async function hashFile(path: string): Promise<string | null> {
  if (!(await isThere(path))) return null;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
