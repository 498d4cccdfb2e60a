import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { takeStartLock } from './start-lock.ts';

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
