// What a channel keeps between restarts: small rows by channel, kind and key.
import type { Instant } from '../domain/ids.ts';
import type { ChannelRow } from '../ports/store.ts';
import type { Handle } from './handle.ts';
import { fromJson, toJson } from './json.ts';

type Place = Pick<ChannelRow, 'channel' | 'kind' | 'key'>;

export async function findChannelRow({ db }: Handle, { channel, kind, key }: Place): Promise<ChannelRow | null> {
  const row = await db
    .selectFrom('channel_rows')
    .select(['at', 'body'])
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : { channel, kind, key, at: row.at as Instant, body: bodyOf(row.body, kind, key) };
}

export async function listChannelRows({ db }: Handle, channel: string, kind: string): Promise<readonly ChannelRow[]> {
  const rows = await db
    .selectFrom('channel_rows')
    .select(['key', 'at', 'body'])
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .orderBy('at')
    .orderBy('key')
    .execute();
  return rows.map(({ key, at, body }) => ({ channel, kind, key, at: at as Instant, body: bodyOf(body, kind, key) }));
}

export async function putChannelRow({ db }: Handle, { channel, kind, key, at, body }: ChannelRow): Promise<void> {
  const change = { at, body: toJson(body) };
  await db
    .insertInto('channel_rows')
    .values({ channel, kind, key, ...change })
    .onConflict((conflict) => conflict.columns(['channel', 'kind', 'key']).doUpdateSet(change))
    .execute();
}

/** False where there is one already, which stays. */
export async function addChannelRow({ db }: Handle, { channel, kind, key, at, body }: ChannelRow): Promise<boolean> {
  const done = await db
    .insertInto('channel_rows')
    .values({ channel, kind, key, at, body: toJson(body) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function dropChannelRow({ db }: Handle, { channel, kind, key }: Place): Promise<boolean> {
  const done = await db
    .deleteFrom('channel_rows')
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return Number(done.numDeletedRows) > 0;
}

/** Those that are older. */
export async function dropChannelRows(
  { db }: Handle,
  { channel, kind }: Omit<Place, 'key'>,
  before: Instant,
): Promise<void> {
  await db
    .deleteFrom('channel_rows')
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('at', '<', before)
    .execute();
}

const bodyOf = (text: string, kind: string, key: string): unknown => fromJson(text, `The row ${kind} ${key}`);
