// Schema 11: long lists stand in parts. Those from before stand as they are and are read as they are; a program that knows no parts reads none.
import type { Migration } from './migration.ts';

export const eleventh: Migration = {
  schema: 11,
  statements: () => [],
};
