// What is said to a thing from outside its drive.
import type { Instant, ThingId } from '../domain/ids.ts';
import type { Notice } from '../domain/thing.ts';
import type { Handle } from './handle.ts';
import { fromJson, toJson } from './json.ts';
import { touchThing } from './things.ts';

export async function listNotices({ db }: Handle, thing: ThingId): Promise<readonly Notice[]> {
  const rows = await db.selectFrom('notices').selectAll().where('thing', '=', thing).orderBy('seq').execute();
  return rows.map((row) => ({
    thing,
    seq: row.seq,
    at: row.at as Instant,
    by: row.by,
    kind: row.kind,
    body: fromJson(row.body, `Notice ${row.seq} of ${thing}`),
  }));
}

/** The thing is touched first: its row is locked then, so no other can take the same number. */
export async function addNotice(handle: Handle, notice: Omit<Notice, 'seq'>): Promise<Notice> {
  await touchThing(handle, notice.thing, notice.at);
  const last = await handle.db
    .selectFrom('notices')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('thing', '=', notice.thing)
    .executeTakeFirst();
  const numbered = { ...notice, seq: (last?.seq ?? 0) + 1 };
  await handle.db
    .insertInto('notices')
    .values({ ...numbered, body: toJson(notice.body) })
    .execute();
  return numbered;
}
