// Schema 3: long texts of the embedded store may be packed, until schema 8. Nothing moves; an older program, which cannot read them, leaves the file alone.
import type { Migration } from './migration.ts';

export const third: Migration = { schema: 3, statements: () => [] };
