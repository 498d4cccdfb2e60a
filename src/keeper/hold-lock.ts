// One keeper per state folder, by a lock the kernel frees: an exclusive transaction held open on a side file.
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export type Lock = { release(): void };

const busy = 5;

/** null: another process holds it. Whatever way the holder dies, the lock is free at once. */
export function holdLock(path: string): Lock | null {
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === busy;
