// A change of the person's file: read, edited, checked and replaced whole while no other process writes.
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../disk/code-of.ts';
import { Failed, type Failure, fail, failed, ok, type Result } from '../domain/error.ts';
import type { PersonConfig } from '../ports/config.ts';
import { checkSource, parseSource, type Source } from './document.ts';
import { loadFile, textOf } from './load-file.ts';
import { personConfig } from './person.ts';
import { personSchema } from './schema.ts';

/** `check`: what must hold afterwards. What stood in the file before must be valid too, or nothing is written. */
export async function changeFile(
  path: string,
  edit: (source: Source) => Result<unknown>,
  check: (config: PersonConfig) => Promise<Result<void>> = async () => ok(undefined),
): Promise<Result<void>> {
  try {
    return await withLock(`${path}.lock`, async () => {
      const loaded = await loadFile(path);
      if (!loaded.ok) return loaded;
      const edited = edit(loaded.value.source);
      return edited.ok ? await store(loaded.value.source, check) : edited;
    });
  } catch (error) {
    return { ok: false, failure: writeFailure(error, path) };
  }
}

/** The whole text, where the file still says what it said before. It need not have been valid: so it is mended. */
export async function replaceFile(path: string, text: string, before: string | null): Promise<Result<void>> {
  const source = parseSource(path, text);
  const checked = source.ok ? checkSource(source.value, personSchema) : source;
  if (!checked.ok) return checked;
  try {
    return await withLock(`${path}.lock`, async () => {
      const now = await textOf(path);
      if (!now.ok) return now;
      if (now.value !== before)
        return fail('NOT_READY', `${path} was changed by somebody meanwhile; it was left as it is.`, { path });
      await writeWhole(path, text);
      return ok(undefined);
    });
  } catch (error) {
    return { ok: false, failure: writeFailure(error, path) };
  }
}

async function store(
  { path, document }: Source,
  check: (config: PersonConfig) => Promise<Result<void>>,
): Promise<Result<void>> {
  const text = document.toString({ lineWidth: 0 });
  const again = parseSource(path, text);
  const content = again.ok ? checkSource(again.value, personSchema) : again;
  if (!content.ok) return content;
  const checked = await check(personConfig(content.value, { path, exists: true }));
  if (checked.ok) await writeWhole(path, text);
  return checked;
}

/** A failure of the system (or of sqlite opening the lock) is a value; anything else is a bug and goes on its way. */
function writeFailure(error: unknown, path: string): Failure {
  if (error instanceof Failed) return error.failure;
  const code = codeOf(error);
  if (code === null) throw error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return fail('DISK_FULL', `${path} was not changed: the disk is full`).failure;
  return fail('STATE_READ_ONLY', `${path} cannot be written: ${code}`, { path }).failure;
}

// One writer at a time among all processes: an exclusive transaction on a side file, which the kernel lets go of with its holder.

const patienceMs = 30_000;

/** Throws `Failed(STATE_READ_ONLY)` where the lock is not had within 30 s; file system errors come out as they are. */
async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
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

// A file is replaced whole or not at all. A link stays a link: what it points at is replaced.

/** Mode 0600 for a new file; an old one keeps its own. */
async function writeWhole(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await writeSynced(draft, text, mode);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

async function writeSynced(path: string, text: string, mode: number): Promise<void> {
  await using file = await open(path, 'wx', mode);
  await file.writeFile(text);
  await file.chmod(mode);
  await file.sync();
}

/** The rename itself is on disk then. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}
