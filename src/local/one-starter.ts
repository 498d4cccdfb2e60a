// Of many commands that find no daemon, one starts it: an exclusive transaction on a side file, which the kernel frees with its holder.
import { DatabaseSync } from 'node:sqlite';

export type Starter = { release(): void };

const sqliteBusy = 5;

/** null: another command is starting the daemon right now. */
export function oneStarter(path: string): Starter | null {
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
