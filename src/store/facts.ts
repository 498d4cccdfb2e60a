// What happened: numbered without gaps within its thing, and by position over all in the order of commits.
import { defined } from '../domain/defined.ts';
import type { Instant, TaskId, ThingId } from '../domain/ids.ts';
import type { Fact } from '../domain/thing.ts';
import type { Reads } from '../ports/store.ts';
import type { Handle, Saying } from './handle.ts';
import { fromJson, toJson } from './json.ts';
import { keptQuery } from './kept-query.ts';
import { partsOf } from './parts-of.ts';
import type { FactRow } from './tables.ts';

type Filter = Parameters<Reads['facts']>[0];

export async function listFacts(handle: Handle, filter: Filter): Promise<readonly Fact[]> {
  await writeFacts(handle);
  const { things, tasks } = filter;
  if (things === undefined && tasks === undefined) return readFacts(handle, filter);
  const found: Fact[] = [];
  for (const some of tasks === undefined ? [undefined] : partsOf(tasks))
    for (const each of things === undefined ? [undefined] : partsOf(things))
      found.push(...(await readFacts(handle, { ...filter, ...defined({ tasks: some, things: each }) })));
  found.sort((one, other) => one.position - other.position);
  return filter.last === true ? found.slice(Math.max(0, found.length - filter.limit)) : found.slice(0, filter.limit);
}

async function readFacts(handle: Handle, filter: Filter): Promise<readonly Fact[]> {
  const { last = false } = filter;
  let query = handle.db.selectFrom('facts').selectAll().limit(filter.limit);
  query = query.orderBy('position', last ? 'desc' : 'asc');
  if (filter.task !== undefined) query = query.where('task', '=', filter.task);
  if (filter.tasks !== undefined) query = query.where('task', 'in', filter.tasks);
  if (filter.thing !== undefined) query = query.where('thing', '=', filter.thing);
  if (filter.things !== undefined) query = query.where('thing', 'in', filter.things);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.after !== undefined) query = query.where('position', '>', filter.after);
  if (filter.since !== undefined) query = query.where('at', '>=', filter.since);
  const found = (await query.execute()).map(toFact);
  return last ? found.reverse() : found;
}

export async function lastPosition(handle: Handle): Promise<number> {
  await writeFacts(handle);
  const row = await handle.db
    .selectFrom('facts')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? 0;
}

/**
 * Writes what was said. The position's row is locked from here to the commit, which makes position order commit order,
 * and makes the highest number of a thing final: whoever said something before has committed it.
 */
export async function writeFacts(handle: Handle): Promise<void> {
  const sayings = handle.unwritten.splice(0);
  const count = sayings.reduce((sum, { said }) => sum + said.length, 0);
  if (count === 0) return;
  let position = (await takePositions(handle, count)) - count;
  const numbers = new Map<ThingId, number>();
  for (const saying of sayings) {
    let number = numbers.get(saying.thing) ?? (await lastNumber(handle, saying.thing));
    for (const row of rowsOf(saying)) {
      position += 1;
      number += 1;
      await insertRow(handle, { ...row, position, number });
    }
    numbers.set(saying.thing, number);
  }
}

const insertRow = keptQuery((db, row: FactRow) => db.insertInto('facts').values(row));

const moveOn = keptQuery((db, { count }: { count: number }) =>
  db
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('name', '=', 'position')
    .returning('value'),
);

async function takePositions(handle: Handle, count: number): Promise<number> {
  const [row] = (await moveOn(handle, { count })).rows;
  if (row === undefined) throw new Error('there is no counter of positions');
  return row.value;
}

const lastOf = keptQuery((db, { thing }: { thing: string }) =>
  db.selectFrom('facts').select('number').where('thing', '=', thing).orderBy('number', 'desc').limit(1),
);

const lastNumber = async (handle: Handle, thing: ThingId): Promise<number> =>
  (await lastOf(handle, { thing })).rows[0]?.number ?? 0;

const rowsOf = ({ thing, task, at, said }: Saying) =>
  said.map(({ kind, data }) => ({ thing, task, at, kind, data: toJson(data ?? {}) }));

const toFact = (row: FactRow): Fact => ({
  thing: row.thing as ThingId,
  task: row.task as TaskId,
  number: row.number,
  position: row.position,
  at: row.at as Instant,
  kind: row.kind,
  data: fromJson(row.data, `Fact ${row.position}`),
});
