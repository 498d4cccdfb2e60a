// Exclusive ownership of a database file: a transaction held open on a side file, which the kernel frees with the process.
// Nobody in this process may open the side file otherwise: closing any descriptor of it would drop the lock (POSIX).
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { failed } from '../domain/error.ts';

export type Ownership = { readonly release: () => void };

/** The side file beside `drover.db` is `drover.lock`. Throws `Failed(STORE_FAILED)` at once if another process, or another opener in this one, owns it. */
export function ownDatabase(path: string): Ownership {
  const side = `${path.replace(/\.db$/, '')}.lock`;
  createPrivate(side);
  const lock = new DatabaseSync(side, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw failed('STORE_FAILED', `Another daemon owns ${path}.`, { path, lock: side, owned: true });
  }
  return { release: () => lock.isOpen && lock.close() };
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5;

/** Only where it is not there yet. */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
