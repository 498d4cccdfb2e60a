// The rows of the embedded queue, in sqlite's words: `due` is what is delivered or being delivered, `again` what came while it was;
// `revision` changes with every wake, so that a drive can tell whether anything came after it began.
import type { HostId, ThingId } from '../domain/ids.ts';
import type { OpenTransaction } from '../ports/store.ts';

export type WakeRow = {
  readonly thing: ThingId;
  readonly host: HostId;
  readonly due: number;
  readonly revision: number;
};

/** The earliest wins. `meanwhile`: the thing is being driven, so what is due is under way and must not swallow this one. */
export async function addWake(
  tx: OpenTransaction,
  { thing, host, due, revision }: WakeRow,
  meanwhile: boolean,
): Promise<void> {
  const merge = meanwhile
    ? 'again = min(coalesce(wakes.again, excluded.due), excluded.due)'
    : 'due = min(wakes.due, excluded.due)';
  await tx.query(
    `insert into wakes (thing, host, due, revision) values (?, ?, ?, ?)
     on conflict (thing) do update set host = excluded.host, revision = excluded.revision, ${merge}`,
    [thing, host, due, revision],
  );
}

/** After a drive that began with `revision`: null if nothing came since, else what is delivered next. */
export async function settleWake(tx: OpenTransaction, thing: ThingId, revision: number): Promise<WakeRow | null> {
  // One that stays is delivered once more, and finds nothing to do.
  tx.later();
  const gone = await tx.query('delete from wakes where thing = ? and revision = ? returning thing', [thing, revision]);
  if (gone.length > 0) return null;
  const rows = await tx.query(
    'update wakes set due = coalesce(again, due), again = null where thing = ? returning thing, host, due, revision',
    [thing],
  );
  return rows.map(toWake)[0] ?? null;
}

/** At the start nothing is under way: everything is due again. */
export async function recoverWakes(tx: OpenTransaction): Promise<readonly WakeRow[]> {
  await tx.query('update wakes set due = min(due, coalesce(again, due)), again = null, revision = 0', []);
  return (await tx.query('select thing, host, due, revision from wakes', [])).map(toWake);
}

export async function takeOverWakes(tx: OpenTransaction, host: HostId, to: HostId): Promise<readonly WakeRow[]> {
  const rows = await tx.query('update wakes set host = ? where host = ? returning thing, host, due, revision', [
    to,
    host,
  ]);
  return rows.map(toWake);
}

const toWake = ({ thing, host, due, revision }: Readonly<Record<string, unknown>>): WakeRow => ({
  thing: String(thing) as ThingId,
  host: String(host) as HostId,
  due: Number(due),
  revision: Number(revision),
});
