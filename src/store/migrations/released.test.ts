// A released migration is never edited: what it makes today is what its release wrote.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { released } from './released.ts';

const opened = () => {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  db.function('unpack', { deterministic: true }, (text) => text);
  return db;
};
const schemaOf = (...statements: readonly string[]) => {
  const db = opened();
  try {
    for (const statement of statements) db.exec(statement);
    const rows = db
      .prepare(`select type, name, tbl_name, sql from sqlite_schema where name not like 'sqlite_%' and name <> 'meta'`)
      .all() as { readonly name: string; readonly sql: string | null }[];
    return rows
      .map((row) => ({ ...row, sql: row.sql?.replaceAll(/\s+/g, ' ').replaceAll('"', '') }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  } finally {
    db.close();
  }
};

it.each(released.map(({ schema }) => schema))('schema %i, its tables, columns and indexes', (schema) => {
  const made = released.filter((each) => each.schema <= schema).flatMap(({ statements }) => statements('integer'));
  const written = readFileSync(join(import.meta.dirname, `../fixtures/schema-${schema}.sql`), 'utf8');
  expect(schemaOf(...made)).toEqual(schemaOf(written));
});

it('each is numbered by its place, and a database begins with no position given out', () => {
  expect(released.map(({ schema }) => schema)).toEqual(released.map((_, index) => index + 1));
  const db = opened();
  for (const statement of released.flatMap(({ statements }) => statements('integer'))) db.exec(statement);
  expect(
    db
      .prepare('select name, value from counters')
      .all()
      .map((row) => ({ ...row })),
  ).toEqual([...[{ name: 'position', value: 0 }]]);
  db.close();
});

it('in Postgres numbers are large ones everywhere', () => {
  const made = released.flatMap(({ statements }) => statements('bigint'));
  expect(made.filter((statement) => /\binteger\b/.test(statement))).toEqual([]);
});
