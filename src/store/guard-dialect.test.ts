import { type Driver, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import { guardDialect } from './guard-dialect.ts';

class Broken extends DummyDriver {
  readonly #at: keyof Driver;

  constructor(at: keyof Driver) {
    super();
    this.#at = at;
  }

  override init = () => this.#may('init');
  override acquireConnection = async () => {
    await this.#may('acquireConnection');
    return super.acquireConnection();
  };
  override beginTransaction = () => this.#may('beginTransaction');
  override commitTransaction = () => this.#may('commitTransaction');
  override destroy = () => this.#may('destroy');

  async #may(act: keyof Driver): Promise<void> {
    if (act === this.#at) throw new Error(`of the database, at ${act}`);
  }
}

const guarded = (at: keyof Driver) =>
  new Kysely<Record<string, never>>({
    dialect: guardDialect(
      {
        createDriver: () => new Broken(at),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: (db) => new PostgresIntrospector(db),
      },
      (error) => `ours: ${(error as Error).message}`,
    ),
  });

describe('an error of the database', () => {
  it.each(['init', 'acquireConnection', 'beginTransaction', 'commitTransaction'] as const)(
    'becomes one of ours at %s',
    async (at) => {
      const done = guarded(at)
        .transaction()
        .execute(async () => undefined);
      await expect(done).rejects.toBe(`ours: of the database, at ${at}`);
    },
  );

  it('becomes one of ours as the connection is closed', async () => {
    const db = guarded('destroy');
    await db.transaction().execute(async () => undefined);
    await expect(db.destroy()).rejects.toBe('ours: of the database, at destroy');
  });
});
