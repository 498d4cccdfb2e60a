// Brings a database to the newest schema, in one transaction; a newer one than this program knows is left alone.
import { type Kysely, sql } from 'kysely';
import { failed } from '../domain/error.ts';
import type { Migration } from './migrations/migration.ts';
import type { Tables } from './tables.ts';

type Work = {
  readonly dialect: 'sqlite' | 'postgres';
  readonly migrations: readonly Migration[];
  /** Called with the schema there is, before anything is changed. */
  readonly before: (schema: number) => Promise<void>;
  /** Called where there is nothing yet, before anything is made; may throw. */
  readonly begin: () => void;
};

/** Returns the schema there is now. Throws `Failed(STATE_NEWER)`. */
export async function migrate(db: Kysely<Tables>, { dialect, migrations, before, begin }: Work): Promise<number> {
  const newest = migrations.at(-1)?.schema ?? 0;
  const current = await schemaOf(db, dialect);
  if (current > newest)
    throw failed('STATE_NEWER', `The state has schema ${current}; this program knows ${newest}.`, {
      schema: current,
      known: newest,
    });
  if (current === newest) return current;
  if (current > 0) await before(current);
  else begin();
  await db.transaction().execute(async (tx) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(7160, 1)`.execute(tx);
    await advance(tx, { dialect, migrations });
  });
  return newest;
}

/** Looked at again inside: another host may have been first. */
async function advance(
  tx: Kysely<Tables>,
  { dialect, migrations }: Pick<Work, 'dialect' | 'migrations'>,
): Promise<void> {
  await sql`create table if not exists meta (name text primary key, value text not null)`.execute(tx);
  const current = await schemaOf(tx, dialect);
  for (const { schema, statements, states = {} } of migrations) {
    if (schema <= current) continue;
    for (const statement of statements(dialect === 'sqlite' ? 'integer' : 'bigint'))
      await sql.raw(statement).execute(tx);
    if (states.tasks !== undefined) await rewrite(tx, 'tasks', states.tasks);
    if (states.chains !== undefined) await rewrite(tx, 'chains', states.chains);
    const value = String(schema);
    await tx
      .insertInto('meta')
      .values({ name: 'schema', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }
}

/** One after another, for a state may be large. */
async function rewrite(
  tx: Kysely<Tables>,
  table: 'tasks' | 'chains',
  change: (state: unknown) => unknown,
): Promise<void> {
  for (const { id } of await tx.selectFrom(table).select('id').execute()) {
    const { state } = await tx.selectFrom(table).select('state').where('id', '=', id).executeTakeFirstOrThrow();
    await tx
      .updateTable(table)
      .set({ state: JSON.stringify(change(JSON.parse(state))) })
      .where('id', '=', id)
      .execute();
  }
}

/** 0: there is nothing yet. */
async function schemaOf(db: Kysely<Tables>, dialect: 'sqlite' | 'postgres'): Promise<number> {
  const there =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = 'meta'`
      : sql`select 1 where to_regclass('meta') is not null`;
  if ((await there.execute(db)).rows.length === 0) return 0;
  const row = await db.selectFrom('meta').select('value').where('name', '=', 'schema').executeTakeFirst();
  return Number(row?.value ?? 0);
}
