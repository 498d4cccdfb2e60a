// Rows of everything that is driven: one table each kind, found by the id's form.
import type { AnyThing, ThingOf } from '../domain/any-thing.ts';
import { type HostId, type Instant, kindOf, type TaskId, type ThingId, type ThingKind } from '../domain/ids.ts';
import type { Message } from '../domain/session/message.ts';
import type { Session } from '../domain/session/session.ts';
import type { Thing } from '../domain/thing.ts';
import type { Reads, Transaction } from '../ports/store.ts';
import type { BoundedMap } from './bounded-map.ts';
import type { Handle } from './handle.ts';
import { keptQuery } from './kept-query.ts';
import { readOften, readRows, writeRow } from './lists.ts';
import { partsOf } from './parts-of.ts';
import type { MessageColumns, SessionColumns, ThingRow } from './tables.ts';

const tables = {
  task: 'tasks',
  criterion: 'criteria',
  run: 'runs',
  session: 'sessions',
  message: 'messages',
  chain: 'chains',
} as const;
const kinds = Object.keys(tables) as readonly ThingKind[];
type Filter = Parameters<Reads['things']>[0];
type Change = Parameters<Transaction['update']>[2];

const byKind = <Query>(make: (table: (typeof tables)[ThingKind]) => Query) =>
  Object.fromEntries(kinds.map((kind) => [kind, make(tables[kind])])) as Readonly<Record<ThingKind, Query>>;

const rowOf = byKind((table) =>
  keptQuery((db, { id }: { id: string }) => db.selectFrom(table).selectAll().where('id', '=', id)),
);

export async function findThing(handle: Handle, id: ThingId): Promise<AnyThing | null> {
  const kind = kindOf(id);
  const [row] = (await rowOf[kind](handle, { id })).rows;
  if (row === undefined) return null;
  const [spec, state] = textsOf(row);
  return toThing(kind, row, await readOften(handle, spec), await readOften(handle, state)) as AnyThing;
}

export async function listThings(handle: Handle, filter: Filter): Promise<readonly AnyThing[]> {
  const found: AnyThing[] = [];
  const parts = filter.tasks === undefined ? [filter] : partsOf(filter.tasks).map((tasks) => ({ ...filter, tasks }));
  for (const kind of filter.kind === undefined ? kinds : [filter.kind])
    for (const part of parts) found.push(...(await listKind(handle, kind, part)));
  found.sort((one, other) => other.createdAt - one.createdAt || compareIds(other.id, one.id));
  return filter.limit === undefined ? found : found.slice(0, filter.limit);
}

const childrenOf = byKind((table) =>
  keptQuery((db, { parent }: { parent: string }) => db.selectFrom(table).select(known).where('parent', '=', parent)),
);

/** In the order of their creation. */
export async function listChildren(handle: Handle, parent: ThingId): Promise<readonly AnyThing[]> {
  const kind = kindOf(parent);
  // A session has as many messages and hooks as it had turns: none of them is looked at to decide about it.
  if (kind === 'session' || kind === 'message') return [];
  const own =
    kind === 'task'
      ? [
          ...(await listFamily(handle, { kind: 'criterion', id: parent })),
          ...(await readOnce(handle, 'task', (await childrenOf.task(handle, { parent })).rows)),
        ]
      : [];
  const runs = await readOnce(handle, 'run', (await childrenOf.run(handle, { parent })).rows);
  return [...own, ...runs].sort((one, other) => one.createdAt - other.createdAt || compareIds(one.id, other.id));
}

export const known = ['id', 'task', 'version', 'host', 'fence'] as const;
type Known = Pick<ThingRow, (typeof known)[number]>;
type KeptKind = 'criterion' | 'run' | 'session' | 'task';

const keptOf = ({ cache }: Handle) => ({
  criterion: cache.ended.criteria,
  run: cache.ended.runs,
  session: cache.sessions,
  task: cache.tasks,
});

/** Of criteria and runs there are many, and who looks at a task looks at all of its. */
const isWorthKeeping = ({ kind, ended }: AnyThing): boolean => ended || kind === 'session' || kind === 'task';

const endedOf = keptQuery((db, { id }: { id: string }) => db.selectFrom('tasks').select('ended').where('id', '=', id));

/** Of a task that has ended nothing is kept: nobody decides about it any more, and who looks at it looks once. */
const isAtWork = async (handle: Handle, id: string): Promise<boolean> =>
  Number((await endedOf(handle, { id })).rows[0]?.ended ?? 0) === 0;

/** Those that were found, in their order. A row is the same as long as its version is, but for its host and its fence: what was kept of it then is not read and parsed again. */
export async function readOnce<Kind extends KeptKind>(
  handle: Handle,
  kind: Kind,
  found: readonly Known[],
  keeps = true,
): Promise<readonly ThingOf<Kind>[]> {
  const kept = keptOf(handle)[kind] as BoundedMap<ThingOf<Kind>>;
  const things = new Map<string, ThingOf<Kind>>();
  for (const row of found) {
    const before = kept.get(nameOf(row));
    if (before !== null) things.set(row.id, { ...before, host: row.host as HostId, fence: row.fence });
  }
  const unread = found.map(({ id }) => id).filter((id) => !things.has(id));
  const table: 'criteria' | 'runs' | 'sessions' | 'tasks' = tables[kind];
  const rows: ThingRow[] = [];
  for (const part of partsOf(unread))
    rows.push(...(await handle.db.selectFrom(table).selectAll().where('id', 'in', part).execute()));
  for (const [at, thing] of (await toThings(handle, kind, rows)).entries()) {
    things.set(thing.id, thing);
    // What a transaction sees may be its own, and be rolled back.
    if (keeps && !handle.writes && isWorthKeeping(thing)) kept.add(nameOf(thing), thing, lengthOf(rows[at]));
  }
  return found.flatMap(({ id }) => things.get(id) ?? []);
}

const ofTask = (task: string): string => `${task} `;

const nameOf = ({ task, id, version }: Pick<Known, 'task' | 'id' | 'version'>): string =>
  `${ofTask(task)}${id}@${version}`;

function forgetTask({ cache: { ended, families } }: Handle, id: string): void {
  for (const kept of [ended.criteria, ended.runs, families]) kept.forget(ofTask(id));
}

const lengthOf = (row: ThingRow | undefined): number => (row?.spec.length ?? 0) + (row?.state.length ?? 0);

async function listKind(handle: Handle, kind: ThingKind, filter: Filter): Promise<readonly AnyThing[]> {
  const { db } = handle;
  const family = familyOf(kind, filter);
  if (family !== null) return listFamily(handle, family);
  const { task, tasks, parent, workspace, ended, since, limit } = filter;
  let query = db.selectFrom(tables[kind]);
  if (task !== undefined) query = query.where('task', '=', task);
  if (tasks !== undefined) query = query.where('task', 'in', tasks);
  if (parent === null) query = query.where('parent', 'is', null);
  else if (parent !== undefined) query = query.where('parent', '=', parent);
  if (ended !== undefined) query = query.where('ended', '=', ended ? 1 : 0);
  if (since !== undefined) query = query.where('updated_at', '>=', since);
  if (workspace !== undefined)
    query = query.where('task', 'in', db.selectFrom('tasks').select('id').where('workspace', '=', workspace));
  query = query
    .orderBy('created_at', 'desc')
    .orderBy((eb) => eb.fn<number>('length', ['id']), 'desc')
    .orderBy('id', 'desc');
  const some = limit === undefined ? query : query.limit(limit);
  if (kind === 'task' || kind === 'run' || kind === 'criterion') {
    const keeps = kind === 'task' || task === undefined || (await isAtWork(handle, task));
    return readOnce(handle, kind, await some.select(known).execute(), keeps);
  }
  return toThings(handle, kind, await some.selectAll().execute());
}

/** All criteria of a parent, or all runs of a task. */
type Family = { readonly kind: 'criterion' | 'run'; readonly id: string };

const familyQueries = (table: 'criteria' | 'runs', column: 'parent' | 'task') => {
  const all = (db: Handle['db'], id: string) => db.selectFrom(table).where(column, '=', id);
  // A value that is put in later would keep them from the indexes of what has ended and of what has not.
  const ended = (db: Handle['db'], id: string, is: 0 | 1) =>
    all(db, id).where(({ eb, lit }) => eb('ended', '=', lit(is)));
  const over = (db: Handle['db'], id: string) => ended(db, id, 1);
  return {
    living: keptQuery((db, { id }: { id: string }) => ended(db, id, 0).selectAll()),
    sums: keptQuery((db, { id }: { id: string }) =>
      over(db, id).select(({ fn, selectFrom }) => [
        fn.countAll<number | string>().as('count'),
        fn.sum<number | string | null>('version').as('versions'),
        fn.sum<number | string | null>('fence').as('fences'),
        selectFrom('tasks').select('ended').where('id', '=', id).as('isOver'),
      ]),
    ),
    over: keptQuery((db, { id, since }: { id: string; since: number }) =>
      over(db, id).select(known).where('updated_at', '>=', since),
    ),
  };
};

const families = { criterion: familyQueries('criteria', 'parent'), run: familyQueries('runs', 'task') };

/** All runs or all criteria of a task, whichever way they stand; null: something else is asked for. */
function familyOf(kind: ThingKind, { task, parent, ...rest }: Filter): Family | null {
  if (Object.entries(rest).some(([name, value]) => name !== 'kind' && value !== undefined)) return null;
  if (kind === 'criterion' && task === undefined && parent != null) return { kind, id: parent };
  return kind === 'run' && task !== undefined && parent === undefined ? { kind, id: task } : null;
}

/** Newest first. */
async function listFamily(handle: Handle, family: Family): Promise<readonly AnyThing[]> {
  const { kind, id } = family;
  const living = await families[kind].living(handle, { id });
  const over = await endedIn(handle, family);
  return [...over, ...(await toThings(handle, kind, living.rows))].sort(
    (one, other) => other.createdAt - one.createdAt || compareIds(other.id, one.id),
  );
}

/** Fewer are found as soon; a thousand tasks that wait have a few each. */
const many = 32;

/**
 * A task of hundreds of nodes is looked at a dozen times for each, and of those that have ended nothing changes: the database counts them, and what is new since the last look is read.
 * Versions and fences only grow, so whoever has as many with the same sums has the same ones.
 */
async function endedIn(handle: Handle, { kind, id }: Family): Promise<readonly AnyThing[]> {
  const { cache, writes } = handle;
  const [sums] = (await families[kind].sums(handle, { id })).rows;
  const isAll = (things: readonly AnyThing[]) =>
    things.length === Number(sums?.count) &&
    sumOf(things, 'version') === Number(sums?.versions) &&
    sumOf(things, 'fence') === Number(sums?.fences);
  const keeps = Number(sums?.isOver ?? 0) === 0;
  const endedSince = async (since: number) =>
    readOnce(handle, kind, (await families[kind].over(handle, { id, since })).rows, keeps);
  const name = `${ofTask(id)}${kind}`;
  const before = cache.families.get(name) ?? [];
  if (isAll(before)) return before;
  const since = Math.max(0, ...before.slice(-1).map(({ updatedAt }) => updatedAt));
  const some = await endedSince(since);
  const ids = new Set<string>(some.map((thing) => thing.id));
  const merged: readonly AnyThing[] = [...before.filter((thing) => !ids.has(thing.id)), ...some];
  const all = isAll(merged) ? merged : await endedSince(0);
  const inOrder = all.toSorted((one, other) => one.updatedAt - other.updatedAt);
  if (keeps && !writes && inOrder.length >= many) cache.families.put(name, inOrder, inOrder.length);
  return inOrder;
}

const sumOf = (things: readonly AnyThing[], what: 'version' | 'fence'): number =>
  things.reduce((sum, thing) => sum + thing[what], 0);

export async function listUnended({ db }: Handle, host: HostId): Promise<readonly ThingId[]> {
  const ids: ThingId[] = [];
  for (const kind of kinds) {
    const rows = await db
      .selectFrom(tables[kind])
      .select('id')
      .where('ended', '=', 0)
      .where('host', '=', host)
      .execute();
    for (const { id } of rows) ids.push(id as ThingId);
  }
  return ids;
}

export async function insertThing(handle: Handle, thing: Thing): Promise<void> {
  const { db } = handle;
  const row = await toRow(handle, thing);
  const { kind } = thing;
  if (kind === 'task')
    await db
      .insertInto('tasks')
      .values({ ...row, ...taskColumns(thing) })
      .execute();
  else if (kind === 'session')
    await db
      .insertInto('sessions')
      .values({ ...row, ...sessionColumns(thing) })
      .execute();
  else if (kind === 'message')
    await db
      .insertInto('messages')
      .values({ ...row, ...messageColumns(thing) })
      .execute();
  else await db.insertInto(tables[kind]).values(row).execute();
}

type NewState = Pick<ThingRow, 'id' | 'state' | 'ended' | 'effects' | 'version' | 'updated_at'> & { expected: number };

const changeRow = byKind((table) =>
  keptQuery((db, { id, expected, ...change }: NewState) =>
    db.updateTable(table).set(change).where('id', '=', id).where('version', '=', expected),
  ),
);

export async function updateThing(handle: Handle, id: ThingId, expected: number, change: Change): Promise<boolean> {
  const { db } = handle;
  const { numAffectedRows } = await changeRow[kindOf(id)](handle, {
    id,
    expected,
    state: await writeRow(handle, change.state),
    ended: change.ended ? 1 : 0,
    effects: change.effects,
    version: expected + 1,
    updated_at: change.at,
  });
  const written = numAffectedRows === 1n;
  if (written && kindOf(id) === 'message') await markPending(db, id, change);
  if (written && change.ended && kindOf(id) === 'task') forgetTask(handle, id);
  if (written && change.ended) await db.deleteFrom('timers').where('thing', '=', id).execute();
  return written;
}

async function markPending(db: Handle['db'], id: ThingId, { state, ended }: Change): Promise<void> {
  const pending = !ended && isPending(state) ? 1 : 0;
  await db.updateTable('messages').set({ pending }).where('id', '=', id).where('pending', '!=', pending).execute();
}

export async function touchThing({ db }: Handle, id: ThingId, at: Instant): Promise<void> {
  await db
    .updateTable(tables[kindOf(id)])
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute();
}

export async function raiseFence({ db }: Handle, id: ThingId): Promise<number> {
  const row = await db
    .updateTable(tables[kindOf(id)])
    .set((eb) => ({ fence: eb('fence', '+', 1) }))
    .where('id', '=', id)
    .returning('fence')
    .executeTakeFirstOrThrow();
  return row.fence;
}

/** False where it is another host's by now, or has ended. */
export async function moveToHost({ db }: Handle, id: ThingId, from: HostId, to: HostId): Promise<boolean> {
  const row = await db
    .updateTable(tables[kindOf(id)])
    .set({ host: to })
    .where('id', '=', id)
    .where('host', '=', from)
    .where('ended', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const fenceOf = byKind((table) => {
  const plain = (db: Handle['db'], id: string) => db.selectFrom(table).select('fence').where('id', '=', id);
  return {
    sqlite: keptQuery((db, { id }: { id: string }) => plain(db, id)),
    postgres: keptQuery((db, { id }: { id: string }) => plain(db, id).forUpdate()),
  };
});

/** Null where there is no such thing. In Postgres the row stays locked until the end of the transaction. */
export async function lockedFence(handle: Handle, id: ThingId): Promise<number | null> {
  const [row] = (await fenceOf[kindOf(id)][handle.dialect](handle, { id })).rows;
  return row?.fence ?? null;
}

const compareIds = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);

export async function toThings<Kind extends ThingKind>(
  handle: Handle,
  kind: Kind,
  rows: readonly ThingRow[],
): Promise<readonly ThingOf<Kind>[]> {
  const read = await readRows(handle, rows.flatMap(textsOf));
  // What a row holds follows from its kind.
  return rows.map((row, index) => toThing(kind, row, read[2 * index], read[2 * index + 1]) as Thing as ThingOf<Kind>);
}

const textsOf = ({ id, spec, state }: ThingRow) =>
  [
    { text: spec, where: `The specification of ${id}` },
    { text: state, where: `The state of ${id}` },
  ] as const;

function toThing(kind: ThingKind, row: ThingRow, spec: unknown, state: unknown): Thing {
  return {
    id: row.id as ThingId,
    kind,
    task: row.task as TaskId,
    parent: row.parent as ThingId | null,
    key: row.key,
    host: row.host as HostId,
    version: row.version,
    fence: row.fence,
    effects: row.effects,
    ended: row.ended === 1,
    spec,
    state,
    createdAt: row.created_at as Instant,
    updatedAt: row.updated_at as Instant,
  };
}

async function toRow(handle: Handle, thing: Thing): Promise<ThingRow> {
  const { id, task, parent, key, host, version, fence, effects } = thing;
  return {
    id,
    task,
    parent,
    key,
    host,
    version,
    fence,
    effects,
    ended: thing.ended ? 1 : 0,
    spec: await writeRow(handle, thing.spec),
    state: await writeRow(handle, thing.state),
    created_at: thing.createdAt,
    updated_at: thing.updatedAt,
  };
}

type TaskColumns = {
  readonly priority?: unknown;
  readonly settings?: { readonly workspace?: { readonly name?: unknown } };
};

/** What queries ask of a task; the id is `WORKSPACE-NUMBER` where its specification does not say. */
function taskColumns({ id, spec }: Thing): { workspace: string; priority: number } {
  const { priority, settings } = spec as TaskColumns;
  const name = settings?.workspace?.name;
  return {
    workspace: typeof name === 'string' ? name : id.replace(/-\d+$/, ''),
    priority: typeof priority === 'number' ? priority : 0,
  };
}

function sessionColumns({ spec }: Thing): SessionColumns {
  const { repository, key, run, credential } = spec as Session['spec'];
  return { repository, name_key: key, run, credential };
}

const messageColumns = ({ id, parent, state, ended }: Thing): MessageColumns => ({
  session: parent ?? '',
  number: Number(id.slice(1)),
  pending: !ended && isPending(state) ? 1 : 0,
});

/** It waits in the inbox, or is being delivered. */
const isPending = (state: unknown): boolean => ['queued', 'delivering'].includes((state as Message['state']).kind);
