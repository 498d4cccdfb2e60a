// Schema 4: what a channel keeps between restarts (who is paired, what was heard, what was sent), by channel, kind and key.
import type { Migration } from './migration.ts';

export const fourth: Migration = {
  schema: 4,
  statements: (int) => [
    `create table channel_rows (
      channel text not null, kind text not null, key text not null, at ${int} not null, body text not null,
      primary key (channel, kind, key))`,
  ],
};
