// Who listens on a socket file and does nothing, for somebody has stopped it: the kernel's list has the socket's inode, the process's descriptors lead there.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { isStopped } from './processes.ts';

/** Of a socket that listens, in `/proc/net/unix`. */
const listening = '00010000';

/** Pid of the stopped process that listens at `path`, as it was bound. null: it works, is another user's, or cannot be seen (no /proc). */
export function findStopped(path: string): number | null {
  const sockets = new Set(inodesAt(path).map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return null;
  return pids().find((pid) => isStopped(pid) && linksOf(pid).some((link) => sockets.has(link))) ?? null;
}

function inodesAt(path: string): readonly string[] {
  return read(() => readFileSync('/proc/net/unix', 'utf8').split('\n'))
    .map((line) => /^\S+ \S+ \S+ (\S+) \S+ \S+ +(\d+) (.*)$/.exec(line))
    .flatMap((row) => (row?.[1] === listening && row[3] === path ? [row[2] ?? ''] : []));
}

const pids = (): readonly number[] =>
  read(() => readdirSync('/proc'))
    .map(Number)
    .filter(Number.isInteger);

function linksOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return read(() => readdirSync(folder)).flatMap((name) => read(() => [readlinkSync(`${folder}/${name}`)]));
}

/** Nothing where it ends meanwhile, or may not be looked at. */
function read<Item>(look: () => readonly Item[]): readonly Item[] {
  try {
    return look();
  } catch {
    return [];
  }
}
