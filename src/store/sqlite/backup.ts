// Copies of the database: `drover.db.backup-SCHEMA-TIME` beside it, made every day and before its schema changes, the newest few kept; and one wherever a person wants it.
import { chmodSync, closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Instant } from '../../domain/ids.ts';
import type { Backup } from '../../ports/store.ts';

/** So many are kept of those that are made by themselves. */
const kept = 7;

/** In one step, so that no write meanwhile makes it begin again. */
const allPages = 2 ** 31 - 1;

/** Beside the database, by its own name; the oldest of these go. */
export async function backUp(path: string, schema: number, now: Instant): Promise<string> {
  const target = `${path}.backup-${schema}-${stampOf(now)}`;
  await copyDatabase(path, target);
  for (const old of listBackups(path).slice(kept)) rmSync(old.path, { force: true });
  return target;
}

/** For the name of a file: `20261122T215300Z`. */
export const stampOf = (now: Instant): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');

/** As it stands at one moment, while it is at work. Whole or not at all: written beside, synced and renamed. */
export async function copyDatabase(path: string, target: string): Promise<void> {
  const partial = `${target}.partial`;
  const source = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    rmSync(partial, { force: true });
    closeSync(openSync(partial, 'wx', 0o600));
    await backup(source, partial, { rate: allPages });
    chmodSync(partial, 0o600);
    syncFile(partial);
    renameSync(partial, target);
  } finally {
    source.close();
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${partial}${end}`, { force: true });
  }
}

/** What is renamed after it is whole, also when the power goes. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const form = /^(.+)\.backup-(\d+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Newest first. Never throws: it is asked for while something else is failing. */
export function listBackups(path: string): readonly Backup[] {
  try {
    const all = readdirSync(dirname(path)).flatMap((name) => {
      const [, of, schema, ...time] = form.exec(name) ?? [];
      if (of !== basename(path)) return [];
      const [year, month, day, hour, minute, second] = time.map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const at = Date.UTC(year, month - 1, day, hour, minute, second) as Instant;
      const file = join(dirname(path), name);
      return [{ path: file, schema: Number(schema), at, bytes: statSync(file).size }];
    });
    return all.sort((one, other) => other.at - one.at);
  } catch {
    return [];
  }
}

/** The path of the newest, or null. */
export const lastBackup = (path: string): string | null => listBackups(path)[0]?.path ?? null;
