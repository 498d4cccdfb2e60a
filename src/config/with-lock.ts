// One writer at a time among all processes: an exclusive transaction on a side file, which the kernel lets go of with its holder.
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { failed } from '../domain/error.ts';

const patienceMs = 30_000;

/** Throws `Failed(STATE_READ_ONLY)` where the lock is not had within 30 s; file system errors come out as they are. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  using lock = openLock(file);
  for (const deadline = Date.now() + patienceMs; !taken(lock.database); await wait(5 + Math.random() * 20))
    if (Date.now() > deadline) throw failed('STATE_READ_ONLY', `${file} has been held by another writer for 30 s`);
  return await work();
}

function openLock(file: string) {
  makePrivate(file);
  const database = new DatabaseSync(file, { timeout: 0 });
  return { database, [Symbol.dispose]: () => database.close() };
}

/** Never opens one that is there: closing it would drop a lock that this process may hold (POSIX). Earlier versions left it open to others. */
function makePrivate(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) closeSync(openSync(file, 'a', 0o600));
  else if ((found.mode & 0o077) !== 0) chmodSync(file, 0o600);
}

const sqliteBusy = 5;

/** Never waits inside the library: that would stop this process's other work. */
function taken(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false;
    throw error;
  }
}
