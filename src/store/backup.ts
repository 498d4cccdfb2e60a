// Copies of the database made before its schema changes: `drover.db.backup-SCHEMA-TIME`.
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Instant } from '../domain/ids.ts';

/** Whole or not at all: written beside and renamed. */
export function backUp(database: DatabaseSync, path: string, schema: number, now: Instant): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const target = `${path}.backup-${schema}-${time}`;
  const partial = `${target}.partial`;
  rmSync(partial, { force: true });
  try {
    database.prepare('vacuum into ?').run(partial);
    chmodSync(partial, 0o600);
    renameSync(partial, target);
  } finally {
    rmSync(partial, { force: true });
  }
  return target;
}

/** The path of the newest, or null. Never throws: it is asked for while something else is failing. */
export function lastBackup(path: string): string | null {
  try {
    const prefix = `${basename(path)}.backup-`;
    const names = readdirSync(dirname(path)).filter((name) => name.startsWith(prefix) && !name.endsWith('.partial'));
    const newest = names.sort((one, other) => timeOf(one).localeCompare(timeOf(other))).at(-1);
    return newest === undefined ? null : join(dirname(path), newest);
  } catch {
    return null;
  }
}

const timeOf = (name: string): string => name.slice(name.lastIndexOf('-') + 1);
