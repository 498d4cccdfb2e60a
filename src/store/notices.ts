// What is said to a thing from outside its drive.
import type { Instant, ThingId } from '../domain/ids.ts';
import type { NewNotice, Notice } from '../domain/notice.ts';
import type { Handle } from './handle.ts';
import { fromJson, toJson } from './json.ts';
import { keptQuery } from './kept-query.ts';
import { touchThing } from './things.ts';

const said = keptQuery((db, { thing }: { thing: string }) =>
  db.selectFrom('notices').selectAll().where('thing', '=', thing).orderBy('seq'),
);

export async function listNotices(handle: Handle, thing: ThingId): Promise<readonly Notice[]> {
  const { rows } = await said(handle, { thing });
  return rows.map(({ seq, at, by, kind, body }) => {
    const notice = { thing, seq, at: at as Instant, by, kind, body: fromJson(body, `Notice ${seq} of ${thing}`) };
    // One of another version may be of a kind that nobody asks for.
    return notice as Notice;
  });
}

/** The thing is touched first: its row is locked then, so no other can take the same number. */
export async function addNotice(handle: Handle, notice: NewNotice): Promise<Notice> {
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
