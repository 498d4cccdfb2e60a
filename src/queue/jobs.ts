// The jobs of graphile-worker: one per thing by its key, run one at a time by a queue of its name, routed by the name of the task.
import { type HostId, type Instant, instant, type ThingId } from '../domain/ids.ts';
import type { OpenTransaction } from '../ports/store.ts';

type Query = Pick<OpenTransaction, 'query'>;
type NewJob = { readonly thing: ThingId; readonly host: HostId } & (
  | { readonly at: Instant }
  | { readonly afterMs: number }
);

export const taskOf = (host: HostId): string => `drive:${host}`;

const mostTries = 10;

/**
 * The earliest wins. Adders of one thing wait for one another, so none overlooks what the other has just put there.
 * A worker may take the old job between our look at it and our write: then nothing is written (no row comes back), and we add anew beside it.
 */
export async function addJob(tx: Query, schema: string, job: NewJob): Promise<void> {
  const { thing, host } = job;
  await tx.query('select pg_advisory_xact_lock(7161, hashtext(?))', [thing]);
  const [time, value] =
    'at' in job ? ['to_timestamp(?::float8 / 1000)', job.at] : ["now() + ?::float8 * interval '1 ms'", job.afterMs];
  for (let tries = 0; tries < mostTries; tries += 1) {
    const rows = await tx.query(
      `select (added).id as id from "${schema}".add_job(
         identifier := ?, payload := json_build_object('id', ?::text), queue_name := ?, job_key := ?,
         run_at := least((select run_at from "${schema}".jobs where key = ? and locked_at is null), greatest(now(), ${time}))) as added`,
      [taskOf(host), thing, thing, thing, thing, value],
    );
    if (rows[0]?.id !== null && rows[0]?.id !== undefined) return;
  }
  throw new Error(`no job could be added for ${thing}`);
}

/** What waits for the host; what it had begun comes without a key and is a job that a newer one has replaced. */
export async function jobsOf(
  tx: Query,
  schema: string,
  host: HostId,
): Promise<readonly { thing: ThingId; at: Instant }[]> {
  const rows = await tx.query(
    `select key, (extract(epoch from run_at) * 1000)::float8 as at from "${schema}".jobs
     where task_identifier = ? and key is not null and locked_at is null order by key`,
    [taskOf(host)],
  );
  return rows.map(({ key, at }) => ({ thing: String(key) as ThingId, at: instant(Number(at)) }));
}
