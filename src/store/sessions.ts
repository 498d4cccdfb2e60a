// Sessions and messages as they are looked for, and what people allowed for good.
import type { Instant } from '../domain/ids.ts';
import type { Message } from '../domain/session/message.ts';
import type { Session } from '../domain/session/session.ts';
import type { Thing } from '../domain/thing.ts';
import type { Permission, Reads } from '../ports/store.ts';
import type { Handle } from './handle.ts';
import { known, readOnce, toThings } from './things.ts';

export async function listSessions(
  handle: Handle,
  { repository, key, run, credential, ended, limit }: Parameters<Reads['sessions']>[0],
): Promise<readonly Session[]> {
  let query = handle.db.selectFrom('sessions').select(known);
  if (repository !== undefined) query = query.where('repository', '=', repository);
  if (key !== undefined) query = query.where('name_key', '=', key);
  if (run !== undefined) query = query.where('run', '=', run);
  if (credential !== undefined) query = query.where('credential', '=', credential);
  if (ended !== undefined) query = query.where('ended', '=', ended ? 1 : 0);
  query = query
    .orderBy('created_at', 'desc')
    .orderBy((eb) => eb.fn<number>('length', ['id']), 'desc')
    .orderBy('id', 'desc');
  const found = await (limit === undefined ? query : query.limit(limit)).execute();
  return (await readOnce(handle, 'session', found)) as readonly Session[];
}

export async function listMessages(
  handle: Handle,
  { session, pending, ended, last, limit }: Parameters<Reads['messages']>[0],
): Promise<readonly Message[]> {
  let query = handle.db.selectFrom('messages').selectAll();
  if (session !== undefined) query = query.where('session', '=', session);
  if (pending !== undefined) query = query.where('pending', '=', pending ? 1 : 0);
  if (ended !== undefined) query = query.where('ended', '=', ended ? 1 : 0);
  query = query.orderBy('number', last === undefined ? 'asc' : 'desc');
  const most = last ?? limit;
  const rows = await (most === undefined ? query : query.limit(most)).execute();
  const found = (await toThings(handle, 'message', rows)) as readonly Message[];
  return last === undefined ? found : found.toReversed();
}

export async function isFirstInInbox({ db }: Handle, { id, parent }: Thing): Promise<boolean> {
  const before = await db
    .selectFrom('messages')
    .select('id')
    .where('session', '=', parent ?? '')
    .where('pending', '=', 1)
    .where('number', '<', Number(id.slice(1)))
    .limit(1)
    .executeTakeFirst();
  return before === undefined;
}

export async function listPermissions({ db }: Handle, repository: string): Promise<readonly Permission[]> {
  const rows = await db
    .selectFrom('permissions')
    .selectAll()
    .where('repository', '=', repository)
    .orderBy('at')
    .orderBy('pattern')
    .execute();
  return rows.map((row) => ({ ...row, at: row.at as Instant }));
}

export async function allow({ db }: Handle, permission: Permission): Promise<void> {
  await db
    .insertInto('permissions')
    .values({ ...permission })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
