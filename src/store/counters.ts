// Counts that are given out once each, from which run on each epoch counts, and the name that a put back backup brings.
import type { HostId } from '../domain/ids.ts';
import type { Epoch } from '../domain/run/epoch.ts';
import type { Handle } from './handle.ts';

const prefix = 'next:';

export async function nextOf({ db, given }: Handle, counter: string): Promise<number> {
  const { value } = await db
    .insertInto('counters')
    .values({ name: `${prefix}${counter}`, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })))
    .returning('value')
    .executeTakeFirstOrThrow();
  given.set(counter, value);
  return value;
}

export async function skipTo({ db, given }: Handle, counter: string, value: number): Promise<void> {
  given.set(counter, value);
  await db
    .insertInto('counters')
    .values({ name: `${prefix}${counter}`, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }).where('counters.value', '<', value))
    .execute();
}

export async function numbersOf({ db }: Handle): Promise<Readonly<Record<string, number>>> {
  const rows = await db.selectFrom('counters').selectAll().where('name', 'like', `${prefix}%`).execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name.slice(prefix.length), value]));
}

export async function listEpochs({ db }: Handle, host: string): Promise<readonly Epoch[]> {
  const rows = await db.selectFrom('epochs').selectAll().where('host', '=', host).orderBy('after_run').execute();
  return rows.map(({ id, after_run }) => ({ id, after: after_run }));
}

export async function beginEpoch(handle: Handle, host: string, id: string): Promise<void> {
  const { run = 0 } = await numbersOf(handle);
  await handle.db.deleteFrom('epochs').where('host', '=', host).where('after_run', '>=', run).execute();
  await handle.db.insertInto('epochs').values({ host, after_run: run, id }).execute();
}

export async function hostOfBackup({ db }: Handle): Promise<HostId | null> {
  const note = await db.selectFrom('meta').select('value').where('name', '=', 'host').executeTakeFirst();
  return note === undefined ? null : (note.value as HostId);
}

export async function forgetHostOfBackup({ db }: Handle): Promise<void> {
  await db.deleteFrom('meta').where('name', '=', 'host').execute();
}
