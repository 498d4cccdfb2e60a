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

it.each([
  [
    'select count(*), sum(version), sum(fence) from criteria where parent = ? and ended = 1',
    'COVERING INDEX criteria_over',
  ],
  ['select count(*), sum(version), sum(fence) from runs where task = ? and ended = 1', 'COVERING INDEX runs_over'],
  [
    'select id from criteria where parent = ? and ended = 1 and updated_at >= ?',
    'INDEX criteria_over (parent=? AND updated_at',
  ],
  ['select * from criteria where parent = ? and ended = 0', 'INDEX criteria_living'],
  ['select * from runs where task = ? and ended = 0', 'INDEX runs_living'],
  ['select * from evidence where task = ? and tree = ? order by number', 'INDEX evidence_by_tree (task=? AND tree=?)'],
  [
    'select * from evidence where task = ? and tree is null order by number',
    'INDEX evidence_by_tree (task=? AND tree=?)',
  ],
])('what every node of a flow asks is found in an index: %s', (query, index) => {
  const db = opened();
  for (const statement of released.flatMap(({ statements }) => statements('integer'))) db.exec(statement);
  const steps = db.prepare(`explain query plan ${query}`).all() as { readonly detail: string }[];
  expect(steps.map(({ detail }) => detail)).toEqual([expect.stringContaining(index)]);
  db.close();
});

it('in Postgres numbers are large ones everywhere', () => {
  const made = released.flatMap(({ statements }) => statements('bigint'));
  expect(made.filter((statement) => /\binteger\b/.test(statement))).toEqual([]);
});
