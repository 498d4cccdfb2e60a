// The state folder on disk: private, whole or not at all, never left by a path.

import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, readdir, rename, statfs, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ageReads, keepsAccessTimes, readIn } from '../../disk/access-times.ts';
import { codeOf } from '../../disk/code-of.ts';
import { type Astray, type HeldFolder, partsOf, within } from '../../disk/held-folder.ts';
import { bringInside, changedInside, lookInside, namedBelow } from '../../disk/inside.ts';
import { readPieces } from '../../disk/read-pieces.ts';
import { shareFolder } from '../../disk/share-folder.ts';
import { copyTree, removeFrom, removeTree } from '../../disk/whole-trees.ts';
import { Failed, fail, failed } from '../../domain/error.ts';
import { isWithin } from '../../domain/place/within.ts';
import type { Files } from '../../ports/files.ts';

/** So much goes through memory of the system's alone, and is faster than a trip through the threads. */
const small = 64 * 1024;

/** `unique`: for names that nothing else has. */
export function createStateFiles(root: string, unique: () => string): Files {
  const inside = (path: string): string => {
    const absolute = resolve(root, path);
    if (!isWithin(absolute, root)) throw failed('PATH_NOT_FOUND', `${path} leads out of the state folder`);
    return absolute;
  };
  const atDoor = async <T>(work: () => Promise<T>, where = root): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explain(error, where);
    }
  };
  /** `path` as steps from the root, and what it is called there. */
  const way = (path: string) => {
    const parts = partsOf(relative(root, inside(path)));
    const name = parts.at(-1);
    if (name === undefined) throw failed('PATH_NOT_FOUND', 'the path names the state folder itself');
    return { parts, folders: parts.slice(0, -1), name };
  };
  const strict = <T>(found: T | Astray, path: string): T | null => {
    if (found === 'link') throw failed('PATH_NOT_FOUND', `${path} leads out of the state folder`);
    return found === 'missing' ? null : (found as T);
  };
  /** Where it was to be made, only the state folder itself can be missing. */
  const there = (made: true | null, path: string): void => {
    if (made === null) throw failed('STATE_READ_ONLY', `there is no state folder for ${path}`);
  };
  /** With the folder of an absolute file: in the state folder by no link at all; elsewhere it is the person's, and so are links to its folder. Null: none is there, so. */
  const at = async <T>(absolute: string, work: (folder: HeldFolder, name: string) => Promise<T | Astray>) => {
    const ours = absolute !== root && isWithin(absolute, root);
    const [from, parts] = ours
      ? [root, partsOf(relative(root, absolute))]
      : [dirname(absolute), [absolute.slice(dirname(absolute).length)]];
    const name = (parts.at(-1) ?? '').replace(/^\/+/, '');
    const found = await within(from, parts.slice(0, -1), (folder) => work(folder, name));
    return found === 'missing' || found === 'link' ? null : (found as T);
  };
  /** Tried out once. */
  let tells: Promise<boolean> | null = null;
  return {
    path: (...parts) => inside(join(...parts)),
    write: (path, content, executable) =>
      atDoor(async () => {
        const { folders, name } = way(path);
        const put = (folder: HeldFolder) =>
          writeWhole(folder, name, content, `${name}.${unique()}`, executable === true ? 0o700 : 0o600);
        there(strict(await within(root, folders, put, 0o700), path), path);
        return inside(path);
      }),
    read: (path) =>
      atDoor(async () => {
        const { folders, name } = way(path);
        const read = async (folder: HeldFolder) => {
          const bytes = folder.short(name, small);
          return bytes === 'long' ? readWhole(await folder.file(name)) : bytes;
        };
        return strict(await within(root, folders, read), path);
      }),
    exists: (path) => isThere(inside(path)),
    there: isThere,
    realFolder,
    remove: (path) =>
      atDoor(async () => {
        const { folders, name } = way(path);
        strict(await within(root, folders, (folder) => removeFrom(folder, name)), path);
      }),
    makeFolder: (path) =>
      atDoor(async () => {
        const { parts } = way(path);
        there(strict(await within(root, parts, async (): Promise<true> => true, 0o700), path), path);
        return inside(path);
      }),
    list: (path) => atDoor(async () => strict(await within(root, way(path).parts, listFolder), path) ?? []),
    tail: (absolute, limit) =>
      atDoor(async () => (await at(absolute, (folder, name) => readTail(folder, name, limit)))?.text ?? null),
    inPieces: (at, read) => atDoor(() => readPieces(at.root, at.path, read), at.root),
    copy: (from, to) => atDoor(async () => (await copyTree(from, to)) === 'copied'),
    lookInside: (from, path) => atDoor(() => lookInside(from, path)),
    changedInside: (from, path) => atDoor(() => changedInside(from, path)),
    bringInside: (from, path, into) => atDoor(() => bringInside(from, path, into)),
    link: (target, at) => atDoor(() => linkBelow(target, at)),
    share: (from, at) => atDoor(() => shareFolder(from, at)),
    put: (at, content, shared) =>
      atDoor(async () => {
        const parts = partsOf(at.path);
        const name = parts.at(-1) ?? '';
        const write = async (folder: HeldFolder) => {
          const mode = shared === true ? ((await folder.look(name))?.mode ?? 0o644) & 0o777 : 0o600;
          if (shared !== true) return writeWhole(folder, name, content, `${name}.${unique()}`, mode);
          // One name, so that what a kill left is replaced: nobody else tidies up in a person's folder.
          const half = `.${name}.drover`;
          const write = () => writeWhole(folder, name, content, half, mode);
          return write().catch((error) => {
            if (codeOf(error) !== 'EEXIST') throw error;
            rmSync(folder.at(half), { force: true });
            return write();
          });
        };
        return (await within(at.root, parts.slice(0, -1), write, shared === true ? 0o755 : 0o700)) === true;
      }, at.root),
    drop: (at) => atDoor(() => removeTree(at.root, at.path), at.root),
    named: (at, word) => atDoor(() => namedBelow(at.root, at.path, word), at.root),
    forgetReads: (absolute) =>
      atDoor(async () => {
        tells ??= keepsAccessTimes(root);
        if (!(await tells)) return false;
        await ageReads(absolute);
        return true;
      }),
    readSince: (absolute, before) => atDoor(() => readIn(absolute, before)),
    hasRoom: async (absolute) => (await Promise.all([absolute, root, tmpdir()].map(hasRoom))).every((enough) => enough),
    hash: (absolute) => atDoor(async () => hashFile(await at(absolute, (folder, name) => folder.file(name)))),
  };
}

async function listFolder(
  folder: HeldFolder,
): Promise<readonly { readonly name: string; readonly changedAt: number }[]> {
  const found = (await readdir(folder.itself)).map(async (name) => ({ name, look: await folder.look(name) }));
  return (await Promise.all(found)).flatMap(({ name, look }) =>
    look === null ? [] : [{ name, changedAt: look.mtimeMs }],
  );
}

/** With less room than that a disk counts as full: whoever was cut off by it would be cut off again. */
const leastBytes = 16 * 1024 * 1024;
const leastFiles = 64;

/** What cannot be looked at is not known to be full. */
async function hasRoom(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  if (disk === null) return true;
  return disk.bavail * disk.bsize >= leastBytes && (disk.files === 0 || disk.ffree >= leastFiles);
}

function explain(error: unknown, root: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Failed(fail('DISK_FULL', `the disk that holds ${root} is full`).failure, error);
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return new Failed(fail('STATE_READ_ONLY', `${root} cannot be written`).failure, error);
  return error;
}

async function realFolder(absolute: string): Promise<string | null> {
  try {
    const real = realpathSync(absolute);
    return statSync(real).isDirectory() ? real : null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

const isThere = async (path: string): Promise<boolean> => existsSync(path);

async function writeWhole(
  folder: HeldFolder,
  name: string,
  content: string | Uint8Array,
  beside: string,
  mode: number,
): Promise<true> {
  const half = folder.at(beside);
  const write = content.length <= small ? writeSmall : writeLarge;
  try {
    await write(half, folder.at(name), content, mode);
    return true;
  } catch (error) {
    // What stands there already is not ours of now.
    if (codeOf(error) !== 'EEXIST') rmSync(half, { force: true });
    throw error;
  }
}

type Write = (half: string, path: string, content: string | Uint8Array, mode: number) => Promise<void>;

const sync = promisify(fsync);

/** It goes into memory of the system's at once; the disk alone is waited for. */
const writeSmall: Write = async (half, path, content, mode) => {
  const file = openSync(half, 'wx', mode);
  try {
    writeFileSync(file, content);
    await sync(file);
  } finally {
    closeSync(file);
  }
  renameSync(half, path);
};

const writeLarge: Write = async (half, path, content, mode) => {
  {
    await using file = await open(half, 'wx', mode);
    await file.writeFile(content);
    await file.sync();
  }
  await rename(half, path);
};

async function linkBelow(target: string, { root, path }: { readonly root: string; readonly path: string }) {
  const parts = partsOf(path);
  const name = parts.at(-1) ?? '';
  const put = async (folder: HeldFolder): Promise<true> => {
    await removeFrom(folder, name);
    await symlink(target, folder.at(name));
    return true;
  };
  return (await within(root, parts.slice(0, -1), put, 0o700)) === true;
}

async function readTail(folder: HeldFolder, name: string, limit: number): Promise<{ readonly text: string } | Astray> {
  const short = folder.short(name, Math.min(limit, small), limit <= small);
  if (short !== 'long') return typeof short === 'string' ? short : { text: short.toString('utf8') };
  const opened = await folder.file(name);
  if (typeof opened === 'string') return opened;
  await using file = opened;
  const { size } = await file.stat();
  const length = Math.min(size, limit);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
  return { text: buffer.subarray(0, bytesRead).toString('utf8') };
}

async function readWhole(opened: FileHandle | Astray): Promise<Buffer | Astray> {
  if (typeof opened === 'string') return opened;
  await using file = opened;
  return await file.readFile();
}

async function hashFile(opened: FileHandle | null): Promise<string | null> {
  if (opened === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of opened.createReadStream()) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
