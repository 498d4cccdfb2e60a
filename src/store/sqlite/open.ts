// The embedded store: one file, one owner, write-ahead log, every commit on the disk before it is said to be done, but for what may wait for the next.
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fdatasync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { promisify } from 'node:util';
import { Kysely } from 'kysely';
import { failed } from '../../domain/error.ts';
import type { Instant } from '../../domain/ids.ts';
import type { Backup, Store } from '../../ports/store.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { guardDialect } from '../guard-dialect.ts';
import { migrate } from '../migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { released } from '../migrations/released.ts';
import { unpack } from '../migrations/unpack.ts';
import { keepNumbers } from '../numbers.ts';
import { SqlStore } from '../sql-store.ts';
import type { Tables } from '../tables.ts';
import { backUp, copyDatabase, lastBackup, listBackups } from './backup.ts';
import { checkDatabase } from './check.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { sqliteFailure } from './failure.ts';

type Options = {
  /** The database file; its folder is made (0700) where it is missing. */
  readonly path: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** File in which the numbers given out are kept as well; none where absent. */
  readonly numbers?: string;
  /** What stands beside it and was made with it: an empty or missing file is not begun anew where there is anything. */
  readonly remains?: () => readonly string[];
  /** Puts an open file on the disk; other than the system's in tests. */
  readonly sync?: (file: number) => Promise<void>;
  /** Other than the released ones: in tests. */
  readonly migrations?: readonly Migration[];
};

/** For whoever has the file locked. */
const patienceMs = 5000;

/** An unclean end is looked into only where that takes a moment. */
const checkedUpTo = 64 * 1024 * 1024;

/** Throws `Failed(STORE_FAILED)` where another owns the file, `STATE_NEWER`, `STATE_CORRUPT` (details: `backup`), `DISK_FULL`, `STATE_READ_ONLY`. */
export async function openSqliteStore(options: Options): Promise<Store> {
  const { path, clock, log, numbers, remains = () => [], sync = putOnDisk, migrations = released } = options;
  const toFailure = (error: unknown) => sqliteFailure(error, path, () => lastBackup(path));
  const opened: { ownership?: Ownership; database?: DatabaseSync } = {};
  try {
    prepareFile(path);
    opened.ownership = ownDatabase(path);
    const unclean = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
    const database = openDatabase(path);
    opened.database = database;
    if (unclean && statSync(path).size <= checkedUpTo) check(database, path);
    const { ownership } = opened;
    const db = new Kysely<Tables>({ dialect: guardDialect(nodeSqliteDialect(database), toFailure) });
    const before = async (schema: number) =>
      log.info('backed up before migrating', { backup: await backUp(path, schema, clock.now()) });
    const begin = () => refuseToBegin(path, remains());
    const empty = () => db.connection().execute(async () => emptyLog(database, path));
    const logFile = new LogFile(`${path}-wal`, { sync, empty, isTrusted: !unclean || isEmptied(database, path) });
    const schema = await migrate(db, { dialect: 'sqlite', migrations, before, begin });
    return new SqlStore({
      db,
      dialect: 'sqlite',
      log,
      describe: async () => {
        const { size: bytes, birthtimeMs } = statSync(path);
        return { kind: 'sqlite', schema, bytes, backups: listBackups(path), since: Math.round(birthtimeMs) as Instant };
      },
      check: () => checkDatabase(path),
      backUp: (to) => {
        const at = clock.now();
        return copyTo(path, to, schema, at).catch((error) => {
          throw sqliteFailure(error, to ?? path, () => lastBackup(path));
        });
      },
      keep: keepNumbers(numbers, log),
      sync: hasLog(database)
        ? () =>
            logFile.sync().catch((error) => {
              throw toFailure(error);
            })
        : null,
      afterClose: () => {
        logFile.close();
        ownership.release();
      },
      repeat: null,
    });
  } catch (error) {
    if (opened.database?.isOpen) opened.database.close();
    opened.ownership?.release();
    throw toFailure(error);
  }
}

/** Folder and file exist, are ours alone, and can be written. */
function prepareFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  accessSync(dirname(path), constants.W_OK);
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: patienceMs, enableForeignKeyConstraints: true });
  try {
    database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 1000');
    // With a log sqlite itself syncs at check points alone, and the store does after each commit that must be on the disk.
    database.exec(`pragma synchronous = ${hasLog(database) ? 'normal' : 'full'}`);
    // For migration 8.
    database.function('unpack', unpack<SQLInputValue>);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Not where the file system cannot share memory. */
const hasLog = (database: DatabaseSync): boolean =>
  database.prepare('pragma journal_mode').get()?.journal_mode === 'wal';

/** In a thread of libuv, so that the daemon works on. The length of the file goes along, as whoever reads it needs that. */
const putOnDisk = promisify(fdatasync);

type LogOptions = {
  readonly sync: (file: number) => Promise<void>;
  /** Its commits are in the database, and that is on the disk, when it resolves. */
  readonly empty: () => Promise<void>;
  readonly isTrusted: boolean;
};

/**
 * The write-ahead log, which holds all commits since the last check point, in their order. It is there from the first access until the database is closed.
 * What a sync could not write the system may have thrown away, and of the next sync it says that all is well (https://lwn.net/Articles/752063/): after a failure the log is
 * written into the database anew before anything counts as being on the disk. So is one that somebody left who did not end well: what their last sync came to nobody knows.
 */
class LogFile {
  readonly #path: string;
  readonly #sync: (file: number) => Promise<void>;
  readonly #empty: () => Promise<void>;
  #handle: number | null = null;
  #isTrusted: boolean;

  constructor(path: string, { sync, empty, isTrusted }: LogOptions) {
    this.#path = path;
    this.#sync = sync;
    this.#empty = empty;
    this.#isTrusted = isTrusted;
  }

  async sync(): Promise<void> {
    if (this.#isTrusted) {
      this.#handle ??= openSync(this.#path, 'r');
      this.#isTrusted = false;
      await this.#sync(this.#handle);
    } else await this.#empty();
    this.#isTrusted = true;
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}

/** Where it cannot be now, the first commit tries again and tells why. */
function isEmptied(database: DatabaseSync, path: string): boolean {
  try {
    emptyLog(database, path);
    return true;
  } catch {
    return false;
  }
}

/** Waits for nobody: whoever reads an older state keeps the log, and the next call tries again. */
function emptyLog(database: DatabaseSync, path: string): void {
  database.exec('pragma busy_timeout = 0');
  try {
    const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() ?? {};
    if (busy !== 0) throw failed('STORE_FAILED', `The log of ${path} could not be put on the disk: it is being read.`);
  } finally {
    database.exec(`pragma busy_timeout = ${patienceMs}`);
  }
}

function check(database: DatabaseSync, path: string): void {
  const found = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0];
  if (found === 'ok') return;
  const backup = lastBackup(path);
  const where = backup === null ? '' : ` The last backup is ${backup}.`;
  throw failed('STATE_CORRUPT', `${path} is damaged (${String(found)}).${where}`, { path, backup });
}

/** `to` null: beside it, among those that are kept by themselves. */
async function copyTo(path: string, to: string | null, schema: number, at: Instant): Promise<Backup> {
  if (to !== null) refusePlace(to);
  const made = to === null ? await backUp(path, schema, at) : await copyDatabase(path, to).then(() => to);
  return { path: made, schema, at, bytes: statSync(made).size };
}

function refusePlace(to: string): void {
  if (existsSync(to)) throw failed('ALREADY_EXISTS', `${to} is there already.`, { path: to });
  const folder = dirname(to);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw failed('PATH_NOT_FOUND', `There is no folder ${folder}.`, { path: folder });
}

/** Hubs, copies and backups without a database: somebody lost it, and to begin without a word would hide that. */
function refuseToBegin(path: string, remains: readonly string[]): void {
  if (remains.length === 0) return;
  const backups = listBackups(path);
  const kept = backups.length === 0 ? 'No copy of it is kept.' : `The last copy is ${backups[0]?.path}.`;
  throw failed('STATE_MISSING', `${path} is missing or empty, and these are there: ${remains.join(', ')}. ${kept}`, {
    path,
    backups: backups.map((backup) => backup.path),
  });
}

// Exclusive ownership of a database file: a transaction held open on a side file, which the kernel frees with the process.
// Nobody in this process may open the side file otherwise: closing any descriptor of it would drop the lock (POSIX).

type Ownership = { readonly release: () => void };

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
