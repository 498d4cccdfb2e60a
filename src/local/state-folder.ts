// Whether a state folder can be worked in at all; looked at before anything is written there.
import { lstatSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { takeStartLock } from './start-lock.ts';

/** Null: it is one's own, or can be made. A link to a folder of one's own is one. */
export function whyNoStateFolder(folder: string, uid: number | undefined = process.getuid?.()): string | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === false) return `${folder} is not a folder`;
  if (found !== undefined) return whyNotOf(folder, found.uid, uid);
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return `${folder} is a link that leads nowhere`;
  // What root makes in somebody's home is in that person's way from then on.
  const parent = nearest(folder);
  return uid === 0 ? whyNotOf(parent, statSync(parent).uid, uid) : null;
}

const whyNotOf = (folder: string, owner: number, uid: number | undefined): string | null =>
  uid === undefined || owner === uid
    ? null
    : `${folder} belongs to another user (uid ${owner}, and this is uid ${uid})`;

function nearest(folder: string): string {
  const parent = dirname(folder);
  return parent === folder || statSync(parent, { throwIfNoEntry: false }) !== undefined ? parent : nearest(parent);
}

/** A file system without locks says of a file that nobody else knows that somebody holds it. */
export function hasLocks(folder: string, take: typeof takeStartLock = takeStartLock): boolean {
  const path = join(folder, `${process.pid}.lock-probe`);
  try {
    const taken = take(path);
    taken?.release();
    return taken !== null;
  } finally {
    rmSync(path, { force: true });
  }
}
