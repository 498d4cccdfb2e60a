// Schema 6: how many tasks may be at work on a host, and of each claim how many slots its workspace had when it was asked.
import type { Migration } from './migration.ts';

export const sixth: Migration = {
  schema: 6,
  statements: (int) => [
    `alter table hosts add column at_most ${int}`,
    // null: by hand, or asked for before this was kept; neither counts for its host.
    `alter table slot_claims add column slots ${int}`,
  ],
};
