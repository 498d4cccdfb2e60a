// The queue of many hosts: graphile-worker on the store's Postgres. Jobs carry ids only; the truth is in the rows.
import { Logger, makeWorkerUtils, type Runner, run, type WorkerUtils } from 'graphile-worker';
import pg from 'pg';
import type { HostId, ThingId } from '../domain/ids.ts';
import type { Wake } from '../domain/thing.ts';
import type { Queue } from '../ports/queue.ts';
import type { OpenTransaction, Store } from '../ports/store.ts';
import type { Clock, Log } from '../ports/system.ts';
import { backOff } from './back-off.ts';
import { addJob, addJobs, freeBegun, moveJobs, taskOf } from './jobs.ts';

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
  #runner: Runner | null = null;
  #drives = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** In one order of things, so that two transactions never wait for one another here. Times are told as spans: the database has a clock of its own. */
  async add(tx: OpenTransaction, wakes: readonly Wake[]): Promise<void> {
    const now = this.#parts.clock.now();
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
    if (this.#runner !== null) throw new Error('the queue works for one host, once');
    const { store, pool, schema, log, pollMs, utils } = this.#parts;
    await store.transact((tx) => freeBegun(tx, schema, host));
    this.#runner = await run({
      pgPool: pool,
      schema,
      concurrency,
      noHandleSignals: true,
      pollInterval: pollMs,
      logger: quiet(log),
      taskList: { [taskOf(host)]: (payload) => this.#drive(host, drive, (payload as { id: ThingId }).id) },
    });
    this.#runner.promise.catch((error: unknown) => log.bug(error, { where: 'graphile-worker' }));
    await utils.cleanup({ tasks: ['GC_JOB_QUEUES'] });
  }

  async takeOver(host: HostId, to: HostId): Promise<void> {
    const { store, schema } = this.#parts;
    await store.transact((tx) => moveJobs(tx, schema, host, to));
  }

  async close(): Promise<void> {
    const { pool, utils } = this.#parts;
    await this.#runner?.stop();
    await utils.release();
    await pool.end();
  }

  /** A rejected drive is a new job of ours, sooner than the worker's own would be; without the database it is the worker's own. */
  async #drive(host: HostId, drive: Drive, thing: ThingId): Promise<void> {
    try {
      await drive(thing);
      this.#rejections.delete(thing);
    } catch (error) {
      const afterMs = this.#rejected(thing, error);
      await this.#parts.store.transact((tx) => addJob(tx, this.#parts.schema, { thing, host, afterMs }));
    }
    this.#drives += 1;
    if (this.#drives % sweepAfter === 0) await this.#parts.utils.cleanup({ tasks: ['GC_JOB_QUEUES'] });
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
