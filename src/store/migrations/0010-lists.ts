// Schema 10: long lists of rows stand once, by the hash of their text. Rows from before hold theirs until they are written again.
import type { Migration } from './migration.ts';

export const tenth: Migration = {
  schema: 10,
  statements: () => ['create table lists (hash text primary key, body text not null)'],
};
