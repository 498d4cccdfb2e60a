// The embedded store: one file, one owner, write-ahead log, every commit on the disk before it is said to be done.
import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { failed } from '../domain/error.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Store } from '../ports/store.ts';
import { backUp, lastBackup } from './backup.ts';
import { guardDialect } from './guard-dialect.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { released } from './migrations/released.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import { type Ownership, ownDatabase } from './own-database.ts';
import { SqlStore } from './sql-store.ts';
import { sqliteFailure } from './sqlite-failure.ts';
import type { Tables } from './tables.ts';

type Options = {
  /** The database file; its folder is made (0700) where it is missing. */
  readonly path: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** Other than the released ones: in tests. */
  readonly migrations?: readonly Migration[];
};

/** An unclean end is looked into only where that takes a moment. */
const checkedUpTo = 64 * 1024 * 1024;

/** Throws `Failed(STORE_FAILED)` where another owns the file, `STATE_NEWER`, `STATE_CORRUPT` (details: `backup`), `DISK_FULL`, `STATE_READ_ONLY`. */
export async function openSqliteStore({ path, clock, log, migrations = released }: Options): Promise<Store> {
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
    const before = (schema: number) =>
      log.info('backed up before migrating', { backup: backUp(database, path, schema, clock.now()) });
    const schema = await migrate(db, { dialect: 'sqlite', migrations, before });
    return new SqlStore({
      ...{ db, dialect: 'sqlite', log },
      describe: async () => ({ kind: 'sqlite', schema, bytes: statSync(path).size, backup: lastBackup(path) }),
      afterClose: () => ownership.release(),
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
  const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function check(database: DatabaseSync, path: string): void {
  const found = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0];
  if (found === 'ok') return;
  const backup = lastBackup(path);
  const where = backup === null ? '' : ` The last backup is ${backup}.`;
  throw failed('STATE_CORRUPT', `${path} is damaged (${String(found)}).${where}`, { path, backup });
}
