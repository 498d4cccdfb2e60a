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

it('what sqlite would make a new plan for each time it is bound is written out', async () => {
  type Row = { id: string; ended: number; fence: number };
  const db = new Kysely<{ rows: Row }>({ dialect: nodeSqliteDialect(new DatabaseSync(':memory:')) });
  const rows = db.selectFrom('rows').select('id').where('id', '=', 'a');
  const textOf = ({ sql, parameters }: CompiledQuery) => [sql, ...parameters];
  expect(textOf(rows.where('ended', '=', 0).limit(1).compile())).toEqual([
    'select "id" from "rows" where "id" = ? and "ended" = 0 limit 1',
    'a',
  ]);
  expect(textOf(rows.where('fence', '=', 2).limit(20).compile())).toEqual([
    'select "id" from "rows" where "id" = ? and "fence" = ? limit ?',
    ...['a', 2, 20],
  ]);
  expect(textOf(db.insertInto('rows').values({ id: 'a', ended: 0, fence: 1 }).compile())).toEqual([
    'insert into "rows" ("id", "ended", "fence") values (?, ?, ?)',
    ...['a', 0, 1],
  ]);
  await db.destroy();
});
