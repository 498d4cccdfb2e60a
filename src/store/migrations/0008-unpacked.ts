// Schema 8: rows are plain JSON again, and an effect that is settled keeps neither its input nor what came of it; only why it failed stays.
import type { Migration } from './migration.ts';

/** What the embedded store packed since schema 3. Postgres never did. */
const packed: Readonly<Record<string, readonly string[]>> = {
  tasks: ['spec', 'state'],
  criteria: ['spec', 'state'],
  runs: ['spec', 'state'],
  intents: ['input', 'result'],
  questions: ['draft', 'state'],
  evidence: ['body'],
  copies: ['body'],
  conversations: ['body'],
};

/** `unpack` is `unpack.ts`, as a function of the database. */
const unpacked = Object.entries(packed).map(([table, columns]) => {
  const cells = columns.map((column) => `${column} = unpack(${column})`);
  const where = columns.map((column) => `typeof(${column}) = 'blob'`);
  return `update ${table} set ${cells.join(', ')} where ${where.join(' or ')}`;
});

export const eighth: Migration = {
  schema: 8,
  statements: (int) => [
    `update intents set input = 'null' where result is not null`,
    ...(int === 'integer' ? unpacked : []),
    `update intents set result = '{"kind":"done","output":null}' where result like '{"kind":"done"%'`,
  ],
};
