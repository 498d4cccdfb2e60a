// This computer, as requests look at it.

import { execFile } from 'node:child_process';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, readlink, realpath, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Computer } from '../../commands/ports.ts';
import { defined } from '../../domain/defined.ts';
import type { Tree } from '../../ports/git.ts';
import type { LocalPorts, Memory } from '../../ports/system.ts';

export const createComputer = (stateFolder: string): Computer => ({
  ownerOf,
  parentOf,
  isAlive: async (pid, startedAt) => {
    const found = await startOf(pid);
    return found !== null && (startedAt === null || found === startedAt);
  },
  version,
  diskFree: async () => {
    const { bavail, bsize } = await statfs(stateFolder);
    return bavail * bsize;
  },
  realPath: (absolute) => realpath(absolute).catch(() => null),
  createFile: (absolute, text) => createWhole(absolute, text),
  createFolder: (absolute) =>
    mkdir(absolute, { mode: 0o700 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    ),
  folder: openFolder,
  fileState,
  readBytes,
  isStopped: async (pid) => readStat(pid)?.charAt(0) === 'T',
});

type Stat = {
  readonly parent: number;
  readonly session: number;
  readonly terminal: number;
  readonly startedAt: number;
};

/** Fifty numbers and a name. */
const longestStat = 2048;

/** Of /proc/PID/stat what follows the program's name: the first letter is its state. Read in place: it is memory, and a trip through the threads takes twenty times as long. */
function readStat(pid: number): string | null {
  try {
    const text = readAtOnce(`/proc/${pid}/stat`, Buffer.allocUnsafe(longestStat));
    return text.slice(text.lastIndexOf(')') + 2);
  } catch {
    return null;
  }
}

/** What one read gives. */
function readAtOnce(path: string, room: Buffer): string {
  const file = openSync(path, 'r');
  try {
    return room.toString('latin1', 0, readSync(file, room));
  } finally {
    closeSync(file);
  }
}

/** Fields 4, 6, 7 and 22 of /proc/PID/stat; the start is in clock ticks since boot. */
async function statOf(pid: number): Promise<Stat | null> {
  const text = readStat(pid);
  if (text === null) return null;
  const fields = text.split(' ').map(Number);
  return { parent: fields[1] ?? 0, session: fields[3] ?? 0, terminal: fields[4] ?? 0, startedAt: fields[19] ?? 0 };
}

const startOf = async (pid: number): Promise<number | null> => (await statOf(pid))?.startedAt ?? null;

/** The nearest ancestor that leads the session of a terminal: a person's shell. One without a terminal ends with its command and owns nothing. */
async function ownerOf(pid: number): Promise<{ pid: number; startedAt: number } | null> {
  for (let at = (await statOf(pid))?.parent ?? 0; at > 1; ) {
    const found = await statOf(at);
    if (found === null) return null;
    if (found.session === at && found.terminal !== 0) return { pid: at, startedAt: found.startedAt };
    at = found.parent;
  }
  return null;
}

async function parentOf(pid: number): Promise<{ pid: number; startedAt: number } | null> {
  const parent = (await statOf(pid))?.parent ?? 0;
  const found = parent > 1 ? await statOf(parent) : null;
  return found === null ? null : { pid: parent, startedAt: found.startedAt };
}

async function version(
  program: string,
  env: Readonly<Record<string, string>>,
  argv: readonly string[] = ['--version'],
): Promise<string | null> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...argv], { env: { ...env }, timeout: 5_000 });
    return (stdout || stderr).trim().split('\n')[0] ?? '';
  } catch {
    return null;
  }
}

async function createWhole(absolute: string, text: string): Promise<boolean> {
  try {
    const file = await open(absolute, 'wx', 0o644);
    await file.writeFile(text).finally(() => file.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** In place for the same reason: `ps` looks at a hundred transcripts, which lie beside the database that is read in place too. */
async function fileState(absolute: string): Promise<{ bytes: number; changedAt: number } | null> {
  try {
    const found = statSync(absolute);
    return found.isFile() ? { bytes: found.size, changedAt: Math.round(found.mtimeMs) } : null;
  } catch {
    return null;
  }
}

async function readBytes(absolute: string, from: number, length: number): Promise<Uint8Array> {
  const file = await open(absolute, 'r').catch(() => null);
  if (file === null) return new Uint8Array(0);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const leftOut = new Set(['.git', 'node_modules', '.venv', 'venv', 'target', 'vendor', 'dist', 'build', '__pycache__']);
/** More than this is no folder to look through for manifests. */
const mostPaths = 50_000;

function openFolder(root: string): Tree {
  let known: Promise<readonly string[]> | null = null;
  return {
    id: root,
    paths: () => {
      known ??= walk(root);
      return known;
    },
    async read(path) {
      const found = await lstat(join(root, path)).catch(() => null);
      return found?.isFile() === true ? readFile(join(root, path)) : null;
    },
    link: (path) => readlink(join(root, path)).catch(() => null),
  };
}

async function walk(root: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined && paths.length < mostPaths; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !leftOut.has(entry.name)) folders.push(path);
      if (entry.isFile()) paths.push(path);
    }
  }
  return paths.toSorted();
}

// Whether anything listens at a port of this machine: tried, for all addresses and for loopback alone.

const bind = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, exclusive: true, ...defined({ host }) }, () => server.close(() => resolve(true)));
  });

export const memory: Memory = { free: () => process.availableMemory() };

export const localPorts: LocalPorts = {
  isFree: async (port) => (await bind(port)) && (await bind(port, '127.0.0.1')),
};
