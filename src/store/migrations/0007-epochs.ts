// Schema 7: the epochs of each host, and from which run on each of them counts.
import type { Migration } from './migration.ts';

export const seventh: Migration = {
  schema: 7,
  statements: (int) => [
    `create table epochs (host text not null, after_run ${int} not null, id text not null, primary key (host, after_run))`,
  ],
};
