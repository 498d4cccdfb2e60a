// The jobs of graphile-worker: one per thing by its key, run one at a time by a queue of its name, routed by the name of the task.
import type pg from 'pg';
import type { HostId, ThingId } from '../domain/ids.ts';
import type { OpenTransaction } from '../ports/store.ts';

type Query = Pick<OpenTransaction, 'query'>;
type NewJob = { readonly thing: ThingId; readonly host: HostId; readonly afterMs: number };

export const taskOf = (host: HostId): string => `drive:${host}`;

const mostTries = 10;

/**
 * The earliest wins. Adders of one thing wait for one another, so none overlooks what the other has just put there.
 * A worker may take the old job between our look at it and our write: then nothing is written (no row comes back), and we add anew beside it.
 */
export async function addJob(tx: Query, schema: string, { thing, host, afterMs }: NewJob): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(7161, hashtext(?))', [thing]);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const [row] = await tx.query(
      `select (added).id from "${schema}".add_job(
         identifier := ?, payload := json_build_object('id', ?::text), queue_name := ?, job_key := ?,
         run_at := least(
           (select run_at from "${schema}".jobs where key = ? and locked_at is null),
           clock_timestamp() + ?::float8 * interval '1 millisecond')) as added`,
      [taskOf(host), thing, thing, thing, thing, afterMs],
    );
    if (typeof row?.id === 'number' || typeof row?.id === 'string') return;
  }
  throw new Error(`no job could be added for ${thing}`);
}

/**
 * Many at once, of different things: their locks are taken in the order given, and what is there is looked at after that. What a worker took meanwhile is added alone.
 * All in one call of the worker's function: each call looks through its whole table.
 */
export async function addJobs(tx: Query, schema: string, jobs: readonly NewJob[]): Promise<void> {
  const things = jobs.map(({ thing }) => thing);
  await tx.query(
    'select pg_advisory_xact_lock(7161, hashtext(thing)) from unnest(?::text[]) with ordinality as w(thing, n) order by n',
    [things],
  );
  const rows = await tx.query(
    `select key as thing from "${schema}".add_jobs((
       select array_agg(row(
         w.task, json_build_object('id', w.thing), w.thing,
         least(there.run_at, clock_timestamp() + w.after * interval '1 millisecond'),
         null, w.thing, null, null)::"${schema}".job_spec)
       from unnest(?::text[], ?::text[], ?::float8[]) as w(thing, task, after)
       left join "${schema}".jobs as there on there.key = w.thing and there.locked_at is null))`,
    [things, jobs.map(({ host }) => taskOf(host)), jobs.map(({ afterMs }) => afterMs)],
  );
  const made = new Set(rows.map(({ thing }) => thing));
  for (const job of jobs.filter(({ thing }) => !made.has(thing))) await addJob(tx, schema, job);
}

/** What a host had begun that is gone waits again. By who holds it, not by what the host told of itself: it may have died before it could. */
export async function freeBegun(tx: Query, schema: string, host: HostId): Promise<void> {
  await tx.query(
    `select "${schema}".force_unlock_workers(array(
       select distinct locked_by from "${schema}".jobs where task_identifier = ? and locked_by is not null))`,
    [taskOf(host)],
  );
}

/** Ids of the jobs of a host that a worker has locked. */
export async function lockedBy(
  pool: Pick<pg.Pool, 'query'>,
  schema: string,
  host: HostId,
  worker: string,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text from "${schema}".jobs where task_identifier = $1 and locked_by = $2`,
    [taskOf(host), worker],
  );
  return rows.map(({ id }) => id);
}

type Forgotten = { readonly host: HostId; readonly worker: string; readonly jobs: readonly string[] };

/**
 * What a worker that lives has locked and does not drive, as new jobs; returns their things. The worker's functions free all that it holds or nothing:
 * this is the statement by which it ends jobs itself (`complete_job_q`).
 */
export async function renewJobs(
  tx: Query,
  schema: string,
  { host, worker, jobs }: Forgotten,
): Promise<readonly ThingId[]> {
  await tx.query(
    `select pg_advisory_xact_lock(7161, hashtext(thing)) from (
       select distinct queue_name as thing from "${schema}".jobs where id = any(?::bigint[]) order by 1) as w`,
    [jobs],
  );
  const rows = await tx.query(
    `with gone as (
       delete from "${schema}"._private_jobs where id = any(?::bigint[]) and locked_by = ? returning job_queue_id)
     update "${schema}"._private_job_queues as q set locked_by = null, locked_at = null
     from gone where q.id = gone.job_queue_id and q.locked_by = ? returning q.queue_name as thing`,
    [jobs, worker, worker],
  );
  const things = rows.map(({ thing }) => String(thing) as ThingId);
  if (things.length > 0)
    await addJobs(
      tx,
      schema,
      things.map((thing) => ({ thing, host, afterMs: 0 })),
    );
  return things;
}

/**
 * What waits for the host and what it had begun, as new jobs of another. The old rows go: a host that was but silent ends what it
 * had begun by the id of its row, and would take a wake along that has come to stand there. A job without a key was replaced by a newer one while it ran.
 */
export async function moveJobs(tx: Query, schema: string, host: HostId, to: HostId): Promise<void> {
  // Before any row: who adds one of them has its lock first as well.
  await tx.query(
    `select pg_advisory_xact_lock(7161, hashtext(key)) from (
       select key from "${schema}".jobs where task_identifier = ? and key is not null order by key) as w`,
    [taskOf(host)],
  );
  await freeBegun(tx, schema, host);
  const rows = await tx.query(
    `select id, key, greatest(0, extract(epoch from run_at - clock_timestamp()) * 1000)::float8 as after from "${schema}".jobs
     where task_identifier = ? and locked_at is null order by key`,
    [taskOf(host)],
  );
  await tx.query(`select count(*) from "${schema}".complete_jobs(?::bigint[])`, [rows.map(({ id }) => id)]);
  const moved = rows.flatMap(({ key, after }) =>
    key === null ? [] : [{ thing: String(key) as ThingId, host: to, afterMs: Number(after) }],
  );
  if (moved.length > 0) await addJobs(tx, schema, moved);
}
