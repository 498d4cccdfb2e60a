// All migrations in order; a released one is never edited.
import { first } from './0001-first.ts';
import { second } from './0002-sessions.ts';
import type { Migration } from './migration.ts';

export const released: readonly Migration[] = [first, second];
