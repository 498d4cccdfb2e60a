// Schema 5: tasks that a task made are found by it, and each once.
import type { Migration } from './migration.ts';

export const fifth: Migration = {
  schema: 5,
  statements: () => ['create unique index tasks_by_key on tasks (parent, key) where parent is not null'],
};
