// The queue of many hosts: graphile-worker on the store's Postgres. Jobs carry ids only; the truth is in the rows.
import { setImmediate as turn } from 'node:timers/promises';
import { Logger, makeWorkerUtils, runTaskList, type WorkerPool, type WorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { type HostId, instant, type ThingId } from '../domain/ids.ts';
import type { Wake } from '../domain/thing.ts';
import type { Queue } from '../ports/queue.ts';
import type { OpenTransaction, Store } from '../ports/store.ts';
import type { Clock, Log } from '../ports/system.ts';
import { backOff } from './back-off.ts';
import { addJob, addJobs, freeBegun, lockedBy, moveJobs, renewJobs, taskOf } from './jobs.ts';
import { WorkerConnections } from './worker-connections.ts';

type Options = {
  /** The store's database. */
  readonly url: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** The worker's own schema, made where it is missing. */
  readonly schema?: string;
  /** How often timers are looked at; new wakes are notified. */
  readonly pollMs?: number;
};

type Drive = (thing: ThingId) => Promise<void>;
type Parts = Omit<Required<Options>, 'url'> & { readonly pool: pg.Pool; readonly utils: WorkerUtils };

/** Queues are named after things and so are many: those without jobs are removed after so many drives. */
const sweepAfter = 5000;

/** Rejects with Postgres' own error where that cannot be reached. */
export async function createGraphileQueue(options: Options): Promise<Queue> {
  const { url, log, schema = 'drover_worker', pollMs = 2000 } = options;
  const pool = openPool(url, log);
  try {
    const utils = await makeWorkerUtils({ pgPool: pool, schema, logger: quiet(log) });
    await utils.migrate();
    return new GraphileQueue({ ...options, pool, utils, schema, pollMs });
  } catch (error) {
    await pool.end();
    throw error;
  }
}

class GraphileQueue implements Queue {
  readonly #parts: Parts;
  readonly #rejections = new Map<ThingId, number>();
  readonly #connections: WorkerConnections;
  /** By the ids of their jobs, until it is known whether those are ended. */
  readonly #driving = new Map<string, ThingId>();
  /** Jobs of this worker that were seen here since it was looked for forgotten ones. */
  #seen = new Set<string>();
  /** Woken while they were driven here. */
  readonly #again = new Set<ThingId>();
  #worker: WorkerPool | null = null;
  #withdraw = () => {};
  #looking: Promise<void> = Promise.resolve();
  #closed = false;
  #drives = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#connections = new WorkerConnections(parts.pool, {
      ended: (jobs) => this.#ended(jobs),
      lost: (jobs, error) => {
        for (const job of jobs) this.#driving.delete(job);
        parts.log.warn('the end of a job was not written, and it is driven again', { why: String(error) });
      },
    });
  }

  /** In one order of things, so that two transactions never wait for one another here. Times are told as spans: the database has a clock of its own. */
  async add(tx: OpenTransaction, wakes: readonly Wake[]): Promise<void> {
    const now = this.#parts.clock.now();
    const driving = new Set(this.#driving.values());
    for (const { thing } of wakes) if (driving.has(thing)) this.#again.add(thing);
    const jobs = [...wakes]
      .sort((one, other) => (one.thing < other.thing ? -1 : 1))
      .map(({ thing, host, at }) => ({ thing, host, afterMs: Math.max(0, at - now) }));
    const { schema } = this.#parts;
    if (jobs.length > 1 && new Set(jobs.map(({ thing }) => thing)).size === jobs.length) {
      await addJobs(tx, schema, jobs);
      return;
    }
    for (const job of jobs) await addJob(tx, schema, job);
  }

  /** What this host had begun when it was killed is still locked, and is freed first. */
  async work(host: HostId, drive: Drive, { concurrency }: { readonly concurrency: number }): Promise<void> {
    if (this.#worker !== null) throw new Error('the queue works for one host, once');
    const { store, schema, log, pollMs, utils } = this.#parts;
    await store.transact((tx) => freeBegun(tx, schema, host));
    this.#worker = runTaskList(
      { schema, concurrency, noHandleSignals: true, pollInterval: pollMs, logger: quiet(log) },
      { [taskOf(host)]: (payload, { job }) => this.#drive(host, drive, (payload as { id: ThingId }).id, job.id) },
      this.#connections.pool,
    );
    this.#worker.promise.catch((error: unknown) => log.bug(error, { where: 'graphile-worker' }));
    this.#lookLater(host, this.#worker.id);
    await utils.cleanup({ tasks: ['GC_JOB_QUEUES'] });
  }

  async takeOver(host: HostId, to: HostId): Promise<void> {
    const { store, schema } = this.#parts;
    await store.transact((tx) => moveJobs(tx, schema, host, to));
  }

  async close(): Promise<void> {
    const { pool, utils, log } = this.#parts;
    this.#closed = true;
    this.#withdraw();
    await this.#looking;
    await Promise.resolve(this.#worker?.gracefulShutdown()).catch((error: unknown) =>
      log.warn('the worker did not stop as it should', { why: String(error) }),
    );
    await this.#connections.settled();
    await utils.release();
    await pool.end();
  }

  /** A rejected drive is a new job of ours, sooner than the worker's own would be; without the database it is the worker's own. */
  async #drive(host: HostId, drive: Drive, thing: ThingId, job: string): Promise<void> {
    this.#driving.set(job, thing);
    this.#seen.add(job);
    try {
      await drive(thing);
      this.#rejections.delete(thing);
    } catch (error) {
      await this.#addAgain(host, thing, this.#rejected(thing, error)).catch((lost: unknown) => {
        this.#driving.delete(job);
        throw lost;
      });
    }
    this.#drives += 1;
    if (this.#drives % sweepAfter === 0) await this.#parts.utils.cleanup({ tasks: ['GC_JOB_QUEUES'] });
  }

  #addAgain = (host: HostId, thing: ThingId, afterMs: number): Promise<void> =>
    this.#parts.store.transact((tx) => addJob(tx, this.#parts.schema, { thing, host, afterMs }));

  /** The worker looks for its next job while the last is being ended, and so for none of the same thing: it would find that at its next poll. */
  #ended(jobs: readonly string[]): void {
    for (const job of jobs) {
      const thing = this.#driving.get(job);
      this.#driving.delete(job);
      if (thing !== undefined && this.#again.delete(thing) && !this.#closed) this.#worker?.nudge(1);
    }
  }

  #lookLater(host: HostId, worker: string): void {
    if (this.#closed) return;
    const { clock, pollMs, log } = this.#parts;
    this.#withdraw = clock.at(instant(clock.now() + 2 * pollMs), () => {
      this.#looking = this.#freeForgotten(host, worker)
        .catch((error: unknown) => log.warn('jobs that nobody drives were not looked for', { why: String(error) }))
        .then(() => this.#lookLater(host, worker));
    });
  }

  /** A connection that is cut while a job is taken or ended leaves it locked by this worker, which knows nothing of it; the worker itself would free it after four hours. */
  async #freeForgotten(host: HostId, worker: string): Promise<void> {
    const { pool, store, schema, log } = this.#parts;
    this.#seen = new Set(this.#driving.keys());
    const locked = await lockedBy(pool, schema, host, worker);
    // What was being taken meanwhile is begun by then, and what was being ended is gone.
    await this.#connections.settled();
    await turn();
    const forgotten = locked.filter((job) => !this.#seen.has(job));
    if (forgotten.length === 0) return;
    const things = await store.transact((tx) => renewJobs(tx, schema, { host, worker, jobs: forgotten }));
    if (things.length > 0) log.warn('what was taken and driven by nobody is delivered again', { things });
  }

  /** Returns how long it waits now. */
  #rejected(thing: ThingId, error: unknown): number {
    const times = (this.#rejections.get(thing) ?? 0) + 1;
    this.#rejections.set(thing, times);
    const afterMs = backOff(times);
    this.#parts.log.warn('a drive was rejected and is delivered again', { thing, times, afterMs, why: String(error) });
    return afterMs;
  }
}

/** A lost connection is told, and made anew by whoever needs one. */
function openPool(url: string, log: Log): pg.Pool {
  const tell = (error: Error) => log.warn('a connection to Postgres was lost', { message: error.message });
  const pool = new pg.Pool({ connectionString: url, max: 10, allowExitOnIdle: true });
  pool.on('error', tell);
  pool.on('connect', (client) => client.on('error', tell));
  return pool;
}

/** The worker logs every job; only its errors matter here. */
const quiet = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn(message, { from: 'graphile-worker' });
  });
