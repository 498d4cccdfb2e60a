import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CompiledQuery, Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { nodeSqliteDialect } from './dialect.ts';

class Counting extends DatabaseSync {
  readonly seen: string[] = [];

  override prepare(sql: string): StatementSync {
    this.seen.push(sql);
    return super.prepare(sql);
  }
}

it('a statement is prepared once, and once more after 500 others', async () => {
  const database = new Counting(':memory:');
  const db = new Kysely<Record<string, never>>({ dialect: nodeSqliteDialect(database) });
  const ask = (number: number) => db.executeQuery(CompiledQuery.raw(`select ${number}`));
  const times = (number: number) => database.seen.filter((sql) => sql === `select ${number}`).length;
  for (let number = 0; number < 500; number += 1) await ask(number);
  await ask(0);
  expect(times(0)).toBe(1);
  await ask(500);
  await ask(0);
  expect([times(0), times(500)]).toEqual([2, 1]);
  await db.destroy();
});
