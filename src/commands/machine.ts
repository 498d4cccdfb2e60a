// This computer as requests look at it: processes, programs' versions, disk, and the few files outside the state folder that a person asked for.
import { execFile } from 'node:child_process';
import { lstat, mkdir, open, readdir, readFile, realpath, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tree } from '../ports/git.ts';
import type { Machine } from './ports.ts';

/** `state`: the folder whose disk counts. */
export const createMachine = (state: string): Machine => ({
  ownerOf,
  isAlive: async (pid, startedAt) => {
    const now = await look(pid);
    if (now === null) return signalled(pid) && process.platform !== 'linux';
    return startedAt === null || now.startedAt === startedAt;
  },
  version,
  diskFree: async () => {
    const { bavail, bsize } = await statfs(state);
    return bavail * bsize;
  },
  realPath: (absolute) => realpath(absolute).catch(() => null),
  createFile: (absolute, text) => unlessThere(() => writeNew(absolute, text)),
  createFolder: (absolute) => unlessThere(async () => void (await mkdir(absolute, { mode: 0o700 }))),
  folder,
});

type Process = {
  readonly parent: number;
  readonly session: number;
  readonly terminal: boolean;
  readonly startedAt: number;
};

/** From /proc; null where there is no such process, or no /proc. */
async function look(pid: number): Promise<Process | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number) => Number(fields[index] ?? Number.NaN);
  return { parent: at(1), session: at(3), terminal: at(4) !== 0, startedAt: at(19) };
}

/** A program that asks ends at once, and so may the shell an agent runs it in: what lasts is the terminal's own shell. */
async function ownerOf(pid: number): Promise<{ readonly pid: number; readonly startedAt: number } | null> {
  const seen = new Set<number>();
  for (let at = pid; at > 1 && !seen.has(at); ) {
    seen.add(at);
    const now = await look(at);
    if (now === null) return null;
    if (now.terminal && now.session === at) return { pid: at, startedAt: now.startedAt };
    at = now.parent;
  }
  return null;
}

function signalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function version(
  program: string,
  env: Readonly<Record<string, string>>,
  argv: readonly string[] = ['--version'],
): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, [...argv], { env, timeout: 10_000, maxBuffer: 64 * 1024 }, (error, stdout, stderr) => {
      const line = `${stdout}\n${stderr}`.trim().split('\n')[0]?.trim() ?? '';
      resolve(error !== null || line === '' ? null : line);
    });
  });
}

async function writeNew(absolute: string, text: string): Promise<void> {
  const file = await open(absolute, 'wx', 0o644);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function unlessThere(make: () => Promise<void>): Promise<boolean> {
  try {
    await make();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const leftOut = new Set(['.git', 'node_modules', '.venv', 'venv', 'target', '__pycache__', '.tox', 'vendor']);
const mostPaths = 20_000;
const mostBytes = 4 * 1024 * 1024;

/** Top folders first, so that manifests are found in folders of any size; links are left out. */
function folder(root: string): Tree {
  let paths: Promise<readonly string[]> | null = null;
  return {
    id: root,
    paths: () => {
      paths ??= list(root);
      return paths;
    },
    read: async (path) => {
      const there = await lstat(join(root, path)).catch(() => null);
      return there?.isFile() === true && there.size <= mostBytes ? readFile(join(root, path)) : null;
    },
  };
}

async function list(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const waiting = [''];
  for (let at = waiting.shift(); at !== undefined && files.length < mostPaths; at = waiting.shift()) {
    const entries = await readdir(join(root, at), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !leftOut.has(entry.name)) waiting.push(path);
      if (entry.isFile()) files.push(path);
    }
  }
  return files;
}
