// Of many commands that find no daemon, one starts it: an exclusive transaction on a side file, which the kernel frees with its holder.
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export type Starter = { release(): void };

const sqliteBusy = 5;

/** null: another command is starting the daemon right now. */
export function takeStartLock(path: string): Starter | null {
  createPrivate(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null;
    throw error;
  }
}

/** Never opens one that is there: closing it would drop a lock that this process may hold (POSIX). */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
