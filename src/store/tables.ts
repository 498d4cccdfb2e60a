// The rows as the database keeps them: one schema for both dialects, JSON as text, instants in milliseconds, truth as 0 and 1.

type ThingRow = {
  id: string;
  task: string;
  parent: string | null;
  key: string;
  host: string;
  version: number;
  fence: number;
  effects: number;
  ended: number;
  spec: string;
  state: string;
  created_at: number;
  updated_at: number;
};

type FactRow = {
  position: number;
  thing: string;
  task: string;
  number: number;
  at: number;
  kind: string;
  data: string;
};

type IntentRow = {
  id: string;
  thing: string;
  number: number;
  name: string;
  input: string;
  decided_at: number;
  tries: number;
  fence: number;
  result: string | null;
};

type QuestionRow = {
  id: string;
  number: number;
  thing: string;
  task: string;
  key: string;
  open: number;
  draft: string;
  asked_at: number;
  state: string;
};

export type SlotClaimRow = {
  task: string;
  workspace: string;
  priority: number;
  asked_at: number;
  turn: number;
  slot: number | null;
  /** How many its workspace may have at once; null: it does not count for its host. */
  slots: number | null;
};

/** What queries ask of a session. */
export type SessionColumns = { repository: string; name_key: string; run: string; credential: string };

/** `number`: the order in the inbox; `pending`: it waits, or is being delivered. */
export type MessageColumns = { session: string; number: number; pending: number };

export type Tables = {
  meta: { name: string; value: string };
  counters: { name: string; value: number };
  tasks: ThingRow & { workspace: string; priority: number };
  criteria: ThingRow;
  runs: ThingRow;
  sessions: ThingRow & SessionColumns;
  messages: ThingRow & MessageColumns;
  chains: ThingRow;
  permissions: { repository: string; pattern: string; by: string; at: number };
  facts: FactRow;
  intents: IntentRow;
  notices: { thing: string; seq: number; at: number; by: string; kind: string; body: string };
  wakes: { thing: string; host: string; due: number; again: number | null; revision: number };
  timers: { thing: string; due: number };
  slots: { workspace: string; fence: number };
  slot_claims: SlotClaimRow;
  leases: { task: string; workspace: string; fence: number; released_at: number | null; body: string };
  questions: QuestionRow;
  conversations: { task: string; agent: string; body: string };
  copies: { task: string; removed_at: number | null; created_at: number; body: string };
  /** Long lists of other rows, which name them. */
  lists: { hash: string; body: string };
  /** `tree`: null in rows of older versions. */
  evidence: { task: string; number: number; body: string; tree: string | null };
  channel_rows: { channel: string; kind: string; key: string; at: number; body: string };
  epochs: { host: string; after_run: number; id: string };
  /** Its column `pool` is of an older version. */
  hosts: { id: string; seen_at: number; at_most: number | null };
};

export type { FactRow, IntentRow, QuestionRow, ThingRow };
