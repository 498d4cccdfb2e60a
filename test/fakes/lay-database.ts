// A database in which nothing has happened yet, made once for each worker: its tables take as long as many a test of them.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock } from '../../src/keeper/system-clock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { instantDisk } from './instant-disk.ts';

let made: Promise<Buffer> | null = null;

/** Gives the path. One that is there stays. */
export async function layDatabase(path: string): Promise<string> {
  made ??= make();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) writeFileSync(path, await made, { mode: 0o600 });
  return path;
}

async function make(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  const path = join(folder, 'drover.db');
  const log = { info() {}, warn() {}, bug: String };
  await (await openSqliteStore({ path, clock: systemClock, log, sync: instantDisk })).close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}
