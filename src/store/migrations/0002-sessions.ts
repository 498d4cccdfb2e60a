// Schema 2: sessions and their inboxes, chains, remembered permissions; a run may belong to a session, a chain or to nobody.
import type { Migration } from './migration.ts';

const thing = (int: string) => `
  id text primary key, task text not null, parent text, key text not null, host text not null,
  version ${int} not null, fence ${int} not null, effects ${int} not null, ended ${int} not null,
  spec text not null, state text not null, created_at ${int} not null, updated_at ${int} not null`;

const columns = 'id, task, parent, key, host, version, fence, effects, ended, spec, state, created_at, updated_at';

/** Sqlite takes no foreign key from a table, so the rows move to a new one. */
const freeRuns = (int: string): readonly string[] => [
  `create table runs_2 (${thing(int)})`,
  `insert into runs_2 (${columns}) select ${columns} from runs`,
  'drop table runs',
  'alter table runs_2 rename to runs',
  'create unique index runs_by_key on runs (parent, key)',
  'create index runs_by_task on runs (task)',
  'create index runs_driven on runs (host) where ended = 0',
  'create index runs_by_time on runs (created_at)',
];

export const second: Migration = {
  schema: 2,
  statements: (int) => [
    ...freeRuns(int),
    `create table sessions (${thing(int)}, repository text not null, name_key text not null, run text not null, credential text not null)`,
    'create unique index sessions_by_name on sessions (repository, name_key) where ended = 0',
    'create index sessions_by_run on sessions (run)',
    'create index sessions_by_credential on sessions (credential)',
    'create index sessions_by_time on sessions (created_at)',
    'create index sessions_driven on sessions (host) where ended = 0',
    `create table messages (${thing(int)}, session text not null, number ${int} not null, pending ${int} not null)`,
    'create index messages_by_session on messages (session, number)',
    'create index messages_pending on messages (session, number) where pending = 1',
    'create index messages_open on messages (session, number) where ended = 0',
    'create index messages_driven on messages (host) where ended = 0',
    `create table chains (${thing(int)})`,
    'create index chains_by_time on chains (created_at)',
    'create index chains_driven on chains (host) where ended = 0',
    `create table permissions (repository text not null, pattern text not null, "by" text not null, at ${int} not null,
      primary key (repository, pattern))`,
  ],
};
