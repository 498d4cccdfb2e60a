// The store of many hosts: the same rows in a schema of a Postgres database.
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { failed } from '../../domain/error.ts';
import type { Store } from '../../ports/store.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { guardDialect } from '../guard-dialect.ts';
import { migrate } from '../migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { released } from '../migrations/released.ts';
import { keepNumbers } from '../numbers.ts';
import { SqlStore } from '../sql-store.ts';
import type { Tables } from '../tables.ts';
import { isWorthRepeating, postgresFailure } from './failure.ts';

type Options = {
  readonly url: string;
  /** Made where it is missing. */
  readonly schema?: string;
  /** Waits between the repeats of a transaction that met another. */
  readonly clock: Pick<Clock, 'wait'>;
  readonly log: Log;
  /** File in which the numbers given out are kept as well; none where absent. */
  readonly numbers?: string;
  /** Connections at most. */
  readonly connections?: number;
  /** Other than the released ones: in tests. */
  readonly migrations?: readonly Migration[];
};

const int8 = 20;

/** Throws `Failed(STORE_FAILED)` where the database cannot be reached, `STATE_NEWER`. Back-ups are the database's own affair. */
export async function openPostgresStore(options: Options): Promise<Store> {
  const { clock, log, numbers, schema = 'drover', migrations = released } = options;
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new Error(`not a schema's name: ${schema}`);
  const pool = openPool(options.url, schema, options.connections ?? 10);
  const tell = (error: Error) => log.warn('a connection to Postgres was lost', { message: error.message });
  pool.on('error', tell);
  pool.on('connect', (client) => client.on('error', tell));
  const db = new Kysely<Tables>({ dialect: guardDialect(new PostgresDialect({ pool }), postgresFailure) });
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db).catch(ignoreRace);
    const reached = await migrate(db, { dialect: 'postgres', migrations, before: async () => {}, begin: () => {} });
    return new SqlStore({
      db,
      dialect: 'postgres',
      log,
      describe: async () => ({
        kind: 'postgres',
        schema: reached,
        bytes: await bytesOf(db, schema),
        backups: [],
        since: null,
      }),
      check: async () => null,
      backUp: async () => {
        throw failed('UNSUPPORTED', 'The state is in Postgres, which has its own copies.', {
          hint: `Copy it with \`pg_dump --schema=${schema} --schema=graphile_worker\`, and put it back with \`pg_restore\` while every host is down.`,
        });
      },
      keep: keepNumbers(numbers, log),
      sync: null,
      afterClose: () => {},
      repeat: { isWorthIt: isWorthRepeating, pause: (repeats) => clock.wait(repeats * 5) },
    });
  } catch (error) {
    await db.destroy().catch(() => {});
    throw error;
  }
}

/** A host that stops in the middle of a transaction keeps its locks for 15 s at most. */
const openPool = (url: string, schema: string, max: number): pg.Pool =>
  new pg.Pool({
    connectionString: url,
    max,
    options: `-c search_path=${schema} -c idle_in_transaction_session_timeout=15000`,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
    allowExitOnIdle: true,
  });

/** Two that make the same schema at once: Postgres tells one of them that it exists. */
function ignoreRace(error: unknown): void {
  if (
    !(
      error instanceof Error &&
      'failure' in error &&
      (error.failure as { error_code?: unknown }).error_code === 'ALREADY_EXISTS'
    )
  )
    throw error;
}

async function bytesOf(db: Kysely<Tables>, schema: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind = 'r'`.execute(db);
  return rows[0]?.bytes ?? 0;
}
