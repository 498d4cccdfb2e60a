// One keeper per state folder, by a lock the kernel frees: an exclusive transaction held open on a side file.
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { KEEPER_PROTOCOL } from '../../contract/keeper/protocol.ts';

type Lock = { release(): void };

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

// Keepers of other protocols on the same state folder: where each listens, and whether it lives.

const bare = (base: string): string => base.replace(/\.sock$/, '');

/** `base`: the path that was agreed on, like `keeper.sock`, which the first protocol had; the others have `keeper.2`, so that no path grows longer. */
export const keeperSocket = (base: string, protocol: number = KEEPER_PROTOCOL): string =>
  protocol === 1 ? base : `${bare(base)}.${protocol}`;

export const keeperLock = (stateFolder: string, protocol: number): string =>
  join(stateFolder, protocol === 1 ? 'keeper.lock' : `keeper.${protocol}.lock`);

/** Older protocols whose socket file is there, newest first. */
export function olderProtocols(base: string, protocol: number): number[] {
  const name = basename(bare(base));
  const found = namesIn(dirname(base)).map((each) => (each === basename(base) ? 1 : numberOf(each, name)));
  return found.filter((each) => each >= 1 && each < protocol).sort((one, other) => other - one);
}

/** By the lock that the kernel frees, whatever way it died. */
export function isKeeperAlive(stateFolder: string, protocol: number): boolean {
  const path = keeperLock(stateFolder, protocol);
  if (!existsSync(path)) return false;
  const lock = holdLock(path);
  lock?.release();
  return lock === null;
}

function numberOf(file: string, name: string): number {
  const rest = file.startsWith(`${name}.`) ? file.slice(name.length + 1) : '';
  return /^[1-9]\d{0,5}$/.test(rest) ? Number(rest) : 0;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
