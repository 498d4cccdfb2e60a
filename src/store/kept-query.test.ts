import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { emptyCache } from './cache.ts';
import type { Handle } from './handle.ts';
import { keptQuery } from './kept-query.ts';
import { nodeSqliteDialect } from './sqlite/dialect.ts';
import type { Tables } from './tables.ts';

function openHandle(): Handle {
  const database = new DatabaseSync(':memory:');
  database.exec('create table counters (name text, value int)');
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
  return { db, dialect: 'sqlite', writes: true, unwritten: [], given: new Map(), cache: emptyCache(), listed: [] };
}

it('a query is built once for each store, and has the values of each call', async () => {
  let built = 0;
  const add = keptQuery((db, row: Tables['counters']) => db.insertInto('counters').values(row));
  const between = keptQuery((db, { least, most }: { least: number; most: number }) => {
    built += 1;
    const some = db.selectFrom('counters').select('name').where('value', '>=', least).where('value', '<=', most);
    return some.where('name', '!=', 'hidden').where('value', '>', 0).where('value', '>=', least).orderBy('name');
  });
  for (const handle of [openHandle(), openHandle()]) {
    for (const [name, value] of Object.entries({ a: 1, b: 2, hidden: 2, c: 3 })) {
      const { numAffectedRows } = await add(handle, { name, value });
      expect(numAffectedRows).toBe(1n);
    }
    const found = async (least: number, most: number) =>
      (await between(handle, { most, least })).rows.map(({ name }) => name).join('');
    expect([await found(1, 2), await found(2, 3), await found(3, 3), await found(1, 3)]).toEqual([
      ...['ab', 'bc', 'c', 'abc'],
    ]);
    await handle.db.destroy();
  }
  expect(built).toBe(2);
});
