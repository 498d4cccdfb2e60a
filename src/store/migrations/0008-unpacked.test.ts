import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { eighth } from './0008-unpacked.ts';

const tables: Readonly<Record<string, readonly string[]>> = {
  ...{ tasks: ['spec', 'state'], criteria: ['spec', 'state'], runs: ['spec', 'state'], questions: ['draft', 'state'] },
  ...{ intents: ['input', 'result'], evidence: ['body'], copies: ['body'], conversations: ['body'] },
};
const packed = (text: string) => Buffer.from(text);

/** A row of that table as it is after the migration. */
function migrated(table: string, row: readonly (string | Buffer | null)[]): readonly unknown[] {
  const db = new DatabaseSync(':memory:');
  try {
    for (const [name, columns] of Object.entries(tables)) db.exec(`create table ${name} (${columns.join(', ')})`);
    db.function('unpack', (value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : value));
    db.prepare(`insert into ${table} values (${row.map(() => '?').join(', ')})`).run(...row);
    for (const statement of eighth.statements('integer')) db.exec(statement);
    return Object.values(db.prepare(`select * from ${table}`).get() ?? {});
  } finally {
    db.close();
  }
}

it.each(Object.entries(tables).filter(([table]) => table !== 'intents'))(
  'rows of %s are plain in %j',
  (table, columns) => {
    expect(migrated(table, columns.map(packed))).toEqual(columns);
    // One of its columns may have been long by itself.
    for (const [at] of columns.entries())
      expect(
        migrated(
          table,
          columns.map((column, index) => (index === at ? packed(column) : column)),
        ),
      ).toEqual(columns);
  },
);

it.each([
  ['that is not settled has its input', packed('{"a":1}'), null, ['{"a":1}', null]],
  [
    'that is done has neither',
    packed('{"a":1}'),
    packed('{"kind":"done","output":7}'),
    ['null', '{"kind":"done","output":null}'],
  ],
  ['that is done, in plain', '{"a":1}', '{"kind":"done","output":7}', ['null', '{"kind":"done","output":null}']],
  ['that failed has why', '{"a":1}', packed('{"kind":"failed","why":"x"}'), ['null', '{"kind":"failed","why":"x"}']],
])('an effect %s', (_, input, result, expected) => {
  expect(migrated('intents', [input, result])).toEqual(expected);
});

it('in Postgres nothing was packed', () => {
  expect(eighth.statements('bigint').join()).not.toContain('unpack');
});
