// A copy of the database, while it is at work.
import type { Command } from '../ports.ts';

export const backUp: Command<'service.backup'> = async ({ store }, { file }) => {
  const { path, schema, bytes } = await store.backUp(file ?? null);
  return { path, schema, bytes };
};
