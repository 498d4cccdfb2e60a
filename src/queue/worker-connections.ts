// The connections of graphile-worker. It asks for the end of a job and waits for no answer (0.18): a connection that is cut then, or cannot be had,
// would be a rejection nobody hears, of which Node ends the process. Here such an end is told as lost; the job stays locked and is found by the queue's looks.
import type pg from 'pg';

type Ends = {
  /** Jobs by their ids: what comes next in their queues can be taken now. */
  readonly ended: (jobs: readonly string[]) => void;
  readonly lost: (jobs: readonly string[], error: unknown) => void;
};

/** What the worker asks a connection that it has taken for one question. */
type Asked = { readonly text: string; readonly values?: unknown[]; readonly name?: string };
type Answer = { readonly rows: readonly unknown[] };

/** Statements by which it ends jobs, by the names it prepares them under. */
const endings = /^(complete|fail)_job/;

export class WorkerConnections {
  /** As the worker has it. The one it listens on, which it asks for with a callback, is the pool's own. */
  readonly pool: pg.Pool;
  readonly #pool: pg.Pool;
  readonly #ends: Ends;
  readonly #underWay = new Set<Promise<Answer>>();

  constructor(pool: pg.Pool, ends: Ends) {
    this.#pool = pool;
    this.#ends = ends;
    const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
      callback === undefined ? Promise.resolve(this.#connection()) : pool.connect(callback);
    this.pool = new Proxy(pool, { get: (of, key) => (key === 'connect' ? connect : Reflect.get(of, key, of)) });
  }

  /** Resolves when all that was asked before has its answer or has none to come. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** Had only once it is asked something, so that there is a statement to tell of where none can be had. */
  #connection() {
    let taken: pg.PoolClient | null = null;
    const ask = async (asked: Asked): Promise<Answer> => {
      taken ??= await this.#pool.connect();
      return taken.query(asked);
    };
    return { query: (asked: Asked) => this.#follow(this.#heed(asked, ask(asked))), release: () => taken?.release() };
  }

  #follow(answer: Promise<Answer>): Promise<Answer> {
    this.#underWay.add(answer);
    const over = () => void this.#underWay.delete(answer);
    answer.then(over, over);
    return answer;
  }

  async #heed({ name = '', values = [] }: Asked, answer: Promise<Answer>): Promise<Answer> {
    if (!endings.test(name)) return answer;
    const jobs = jobsOf(values);
    try {
      const came = await answer;
      this.#ends.ended(jobs);
      return came;
    } catch (error) {
      this.#ends.lost(jobs, error);
      return { rows: [] };
    }
  }
}

/** Of jobs that are done: their ids are a list. Of one that failed they are not asked for. */
const jobsOf = (values: readonly unknown[]): readonly string[] => values.filter(Array.isArray).flat().map(String);
