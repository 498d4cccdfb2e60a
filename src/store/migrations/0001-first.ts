// Schema 1: the first released one.
import type { Migration } from './migration.ts';

const thing = (int: string) => `
  id text primary key, task text not null, parent text, key text not null, host text not null,
  version ${int} not null, fence ${int} not null, effects ${int} not null, ended ${int} not null,
  spec text not null, state text not null, created_at ${int} not null, updated_at ${int} not null`;

export const first: Migration = {
  schema: 1,
  statements: (int) => [
    `create table counters (name text primary key, value ${int} not null)`,
    `insert into counters (name, value) values ('position', 0)`,
    `create table tasks (${thing(int)}, workspace text not null, priority ${int} not null)`,
    'create index tasks_by_workspace on tasks (workspace, created_at)',
    'create index tasks_by_time on tasks (created_at)',
    'create index tasks_driven on tasks (host) where ended = 0',
    ...['criteria', 'runs'].flatMap((name) => [
      `create table ${name} (${thing(int)}, foreign key (task) references tasks (id))`,
      `create unique index ${name}_by_key on ${name} (parent, key)`,
      `create index ${name}_by_task on ${name} (task)`,
      `create index ${name}_driven on ${name} (host) where ended = 0`,
    ]),
    `create table facts (position ${int} primary key, thing text not null, task text not null, number ${int} not null,
      at ${int} not null, kind text not null, data text not null, unique (thing, number))`,
    'create index facts_by_task on facts (task, position)',
    `create table intents (id text primary key, thing text not null, number ${int} not null, name text not null, input text not null,
      decided_at ${int} not null, tries ${int} not null, fence ${int} not null, result text, unique (thing, number))`,
    'create index intents_unsettled on intents (thing) where result is null',
    `create table notices (thing text not null, seq ${int} not null, at ${int} not null, "by" text not null, kind text not null,
      body text not null, primary key (thing, seq))`,
    `create table wakes (thing text primary key, host text not null, due ${int} not null, again ${int}, revision ${int} not null)`,
    'create index wakes_by_host on wakes (host)',
    `create table timers (thing text primary key, due ${int} not null)`,
    'create index timers_by_due on timers (due)',
    `create table slots (workspace text primary key, fence ${int} not null)`,
    `create table slot_claims (task text primary key, workspace text not null, priority ${int} not null, asked_at ${int} not null,
      turn ${int} not null, slot ${int})`,
    'create unique index slot_claims_held on slot_claims (workspace, slot)',
    `create table leases (task text primary key, workspace text not null, fence ${int} not null, released_at ${int}, body text not null)`,
    'create index leases_open on leases (workspace) where released_at is null',
    `create table questions (id text primary key, number ${int} not null, thing text not null, task text not null, key text not null,
      open ${int} not null, draft text not null, asked_at ${int} not null, state text not null, unique (thing, key))`,
    'create index questions_by_task on questions (task)',
    'create index questions_open on questions (number) where open = 1',
    'create table conversations (task text not null, agent text not null, body text not null, primary key (task, agent))',
    `create table copies (task text primary key, removed_at ${int}, created_at ${int} not null, body text not null)`,
    `create table evidence (task text not null, number ${int} not null, body text not null, primary key (task, number))`,
    `create table hosts (id text primary key, seen_at ${int} not null, pool text)`,
  ],
};
