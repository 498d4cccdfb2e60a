// The queue of many hosts: graphile-worker on the store's Postgres. Jobs carry ids only; the truth is in the rows.
import { EventEmitter } from 'node:events';
import { Logger, makeWorkerUtils, type Runner, run, type WorkerEvents, type WorkerUtils } from 'graphile-worker';
import pg from 'pg';
import type { HostId, ThingId } from '../domain/ids.ts';
import type { Wake } from '../domain/thing.ts';
import type { Log } from '../ports/log.ts';
import type { Queue } from '../ports/queue.ts';
import type { OpenTransaction } from '../ports/store.ts';
import { backOff } from './back-off.ts';
import { addJob, jobsOf, taskOf } from './jobs.ts';

type Options = {
  readonly url: string;
  /** The store's schema, where its table `hosts` is; the worker's own is `SCHEMA_worker`. */
  readonly schema?: string;
  readonly log: Log;
  /** How often timers are looked at; new wakes are notified. */
  readonly pollMs?: number;
};

type Drive = (thing: ThingId) => Promise<void>;

/** Queues named after things are many: those without jobs are removed after so many drives. */
const sweepAfter = 5000;

/** Makes or migrates the worker's schema; rejects with Postgres' own error where that cannot be reached. */
export async function createGraphileQueue({ url, schema = 'drover', log, pollMs = 2000 }: Options): Promise<Queue> {
  const pool = new pg.Pool({ connectionString: url, max: 10, allowExitOnIdle: true });
  pool.on('error', (error) => log.warn('a connection to Postgres was lost', { message: error.message }));
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn('a connection to Postgres broke', { message: error.message })),
  );
  try {
    const utils = await makeWorkerUtils({ pgPool: pool, schema: `${schema}_worker`, logger: quiet(log) });
    await utils.migrate();
    return new GraphileQueue({ pool, utils, schema, log, pollMs });
  } catch (error) {
    await pool.end();
    throw error;
  }
}

type Parts = {
  readonly pool: pg.Pool;
  readonly utils: WorkerUtils;
  readonly schema: string;
  readonly log: Log;
  readonly pollMs: number;
};

class GraphileQueue implements Queue {
  readonly #parts: Parts;
  readonly #rejections = new Map<ThingId, number>();
  #runner: Runner | null = null;
  #drives = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** In one order of things, so that two transactions never wait for one another here. */
  async add(tx: OpenTransaction, wakes: readonly Wake[]): Promise<void> {
    const ordered = [...wakes].sort((one, other) => (one.thing < other.thing ? -1 : 1));
    for (const { thing, host, at } of ordered) await addJob(tx, this.#worker, { thing, host, at });
  }

  async work(host: HostId, drive: Drive, { concurrency }: { readonly concurrency: number }): Promise<void> {
    if (this.#runner !== null) throw new Error('the queue works for one host, once');
    const { pool, log, pollMs } = this.#parts;
    const events: WorkerEvents = new EventEmitter();
    const pools: string[] = [];
    events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id));
    this.#runner = await run({
      ...{ pgPool: pool, schema: this.#worker, concurrency, events, noHandleSignals: true, pollInterval: pollMs },
      logger: quiet(log),
      taskList: { [taskOf(host)]: (payload) => this.#drive(host, drive, (payload as { id: ThingId }).id) },
    });
    await this.#tellPool(host, pools[0] ?? null);
    await this.#parts.utils.cleanup({ tasks: ['GC_JOB_QUEUES'] });
  }

  async takeOver(host: HostId, to: HostId): Promise<void> {
    const { pool, utils, schema } = this.#parts;
    const { rows } = await pool.query(`select pool from "${schema}".hosts where id = $1 and pool is not null`, [host]);
    await utils.forceUnlockWorkers(rows.map((row: { pool: string }) => row.pool));
    await this.#transact(async (tx) => {
      for (const { thing, at } of await jobsOf(tx, this.#worker, host))
        await addJob(tx, this.#worker, { thing, host: to, at });
    });
  }

  async close(): Promise<void> {
    const { pool, utils } = this.#parts;
    await this.#runner?.stop();
    await utils.release();
    await pool.end();
  }

  get #worker(): string {
    return `${this.#parts.schema}_worker`;
  }

  /** A rejected drive is a new job of ours, sooner than the worker's own would be; without the database, the worker's own it is. */
  async #drive(host: HostId, drive: Drive, thing: ThingId): Promise<void> {
    try {
      await drive(thing);
      this.#rejections.delete(thing);
    } catch (error) {
      const times = (this.#rejections.get(thing) ?? 0) + 1;
      this.#rejections.set(thing, times);
      const afterMs = backOff(times);
      this.#parts.log.warn('a drive was rejected and is delivered again', {
        thing,
        times,
        afterMs,
        why: String(error),
      });
      await this.#transact((tx) => addJob(tx, this.#worker, { thing, host, afterMs }));
    }
    this.#drives += 1;
    if (this.#drives % sweepAfter === 0) await this.#parts.utils.cleanup({ tasks: ['GC_JOB_QUEUES'] });
  }

  /** By its pool's id the jobs of a host that is gone are unlocked. */
  async #tellPool(host: HostId, id: string | null): Promise<void> {
    await this.#parts.pool.query(
      `insert into "${this.#parts.schema}".hosts (id, seen_at, pool) values ($1, (extract(epoch from now()) * 1000)::bigint, $2)
       on conflict (id) do update set pool = excluded.pool`,
      [host, id],
    );
  }

  async #transact(work: (tx: Pick<OpenTransaction, 'query'>) => Promise<void>): Promise<void> {
    const client = await this.#parts.pool.connect();
    let number = 0;
    const query: OpenTransaction['query'] = async (sql, parameters) => {
      number = 0;
      const { rows } = await client.query(
        sql.replaceAll('?', () => `$${++number}`),
        [...parameters],
      );
      return rows;
    };
    try {
      await client.query('begin');
      await work({ query });
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

/** The worker tells every job; what matters comes as an error. */
const quiet = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn(message, { from: 'graphile-worker' });
  });
