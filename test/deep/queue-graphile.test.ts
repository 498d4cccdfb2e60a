import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostId, instant, type ThingId, taskId } from '../../src/domain/ids.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { Queue } from '../../src/ports/queue.ts';
import type { Store } from '../../src/ports/store.ts';
import { createGraphileQueue } from '../../src/queue/graphile.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { type Postgres, startPostgres } from '../fakes/postgres.ts';
import { needs } from '../needs/needs.ts';
import { type MountedQueue, queueSuite } from '../suites/queue.suite.ts';
import { until } from '../suites/queue-until.ts';
import { host, silent } from '../suites/store-rows.ts';

describe('with a real Postgres', needs('postgres', 'setpriv'), () => {
  let postgres: Postgres;
  const schema = 'drover';
  const queueOn = (url: string, store: Store, pollMs = 100) =>
    createGraphileQueue({ url, schema: `${schema}_worker`, pollMs, store, clock: systemClock, log: silent });
  async function prepare(url: string): Promise<void> {
    const store = await openPostgresStore({ url, schema, clock: systemClock, log: silent });
    await (await queueOn(url, store)).close();
    await store.close();
  }
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());

  async function mount() {
    const url = await postgres.fresh(prepare);
    const store = await openPostgresStore({ url, schema, clock: systemClock, log: silent });
    const queues = new Set<Queue>();
    const open = async (pollMs?: number) => {
      const queue = await queueOn(url, store, pollMs);
      const close = () => {
        const closed = queues.delete(once);
        return closed ? queue.close() : Promise.resolve();
      };
      const once: Queue = {
        add: queue.add.bind(queue),
        work: queue.work.bind(queue),
        takeOver: queue.takeOver.bind(queue),
        close,
      };
      queues.add(once);
      return once;
    };
    const close = async () => {
      await Promise.all([...queues].map((queue) => queue.close()));
      await store.close();
    };
    return { url, store, clock: systemClock, open, pass: (ms) => sleep(ms), close } satisfies MountedQueue & {
      url: string;
    };
  }

  queueSuite('graphile-worker', mount);

  const thing = taskId('shop', 1);
  const other = 'host-b' as HostId;
  const wake = ({ store }: MountedQueue, queue: Queue, to = host, woken: ThingId = thing) =>
    store.transact((tx) => queue.add(tx, [{ thing: woken, at: systemClock.now(), host: to }]));
  const isAdded = (added: Promise<void>): Promise<boolean> =>
    added.then(
      () => true,
      () => false,
    );

  /** A host that has begun and will never end, like one that was killed: its jobs stay locked. */
  async function hang(mounted: MountedQueue): Promise<{ readonly queue: Queue; readonly go: () => void }> {
    const queue = await mounted.open();
    const gate = Promise.withResolvers<void>();
    let begun = false;
    const drive = () => {
      begun = true;
      return gate.promise;
    };
    await queue.work(host, drive, { concurrency: 1 });
    await wake(mounted, queue);
    await until('the drive has begun', () => begun);
    return { queue, go: gate.resolve };
  }

  it('9. what a silent host had begun runs elsewhere once it is taken over', async () => {
    const mounted = await mount();
    const silentHost = await hang(mounted);
    const driven: ThingId[] = [];
    const queue = await mounted.open();
    await queue.work(other, async (id) => void driven.push(id), { concurrency: 1 });
    await queue.takeOver(host, other);
    await until('it runs elsewhere', () => driven.length === 1);
    silentHost.go();
    await mounted.close();
  });

  it('9. a host that was but silent takes no wake along when it ends', async () => {
    const mounted = await mount();
    const silentHost = await hang(mounted);
    const queue = await mounted.open();
    await queue.takeOver(host, other);
    silentHost.go();
    await silentHost.queue.close();
    const driven: ThingId[] = [];
    await queue.work(other, async (id) => void driven.push(id), { concurrency: 1 });
    await until('it runs elsewhere', () => driven.length === 1);
    await mounted.close();
  });

  it('9. a host that was but silent holds up nothing when it ends', async () => {
    const mounted = await mount();
    const silentHost = await hang(mounted);
    const elsewhere = Promise.withResolvers<void>();
    const driven: ThingId[] = [];
    const queue = await mounted.open();
    const drive = async (id: ThingId) => {
      driven.push(id);
      await elsewhere.promise;
    };
    await queue.work(other, drive, { concurrency: 1 });
    await queue.takeOver(host, other);
    await until('it runs elsewhere', () => driven.length === 1);
    silentHost.go();
    await silentHost.queue.close();
    elsewhere.resolve();
    await wake(mounted, queue, other);
    await until('it runs once more', () => driven.length === 2);
    await mounted.close();
  });

  it('3. a host that was killed in a drive drives it again when it comes back', async () => {
    const mounted = await mount();
    const killed = await hang(mounted);
    const driven: ThingId[] = [];
    await (await mounted.open()).work(host, async (id) => void driven.push(id), { concurrency: 1 });
    await until('it is driven again', () => driven.length === 1);
    killed.go();
    await mounted.close();
  });

  it('3. a host that was killed before it could tell anything of itself loses nothing, here and elsewhere', async () => {
    for (const next of [host, other]) {
      const mounted = await mount();
      const killed = await hang(mounted);
      expect(await mounted.store.read((reads) => reads.hosts())).toEqual([]);
      const driven: ThingId[] = [];
      const queue = await mounted.open();
      await queue.work(next, async (id) => void driven.push(id), { concurrency: 1 });
      if (next === other) await queue.takeOver(host, other);
      await until('it is driven again', () => driven.length === 1);
      killed.go();
      await mounted.close();
    }
  });

  it('7. goes on after all its connections were cut', async () => {
    const mounted = await mount();
    const driven: ThingId[] = [];
    const queue = await mounted.open();
    await queue.work(host, async (id) => void driven.push(id), { concurrency: 2 });
    await wake(mounted, queue);
    await until('it is driven', () => driven.length === 1);
    await cutAll();
    while (!(await isAdded(wake(mounted, queue)))) await sleep(50);
    await until('it is driven again', () => driven.length >= 2);
    await mounted.close();
  });

  it('7. what was taken by a connection that was cut before it could tell is driven, and what is being driven is not begun twice', async () => {
    const mounted = await mount();
    const [held, taken] = [thing, taskId('shop', 2)];
    const gate = Promise.withResolvers<void>();
    const driven: ThingId[] = [];
    const queue = await mounted.open();
    const drive = (id: ThingId) => {
      driven.push(id);
      return id === held ? gate.promise : Promise.resolve();
    };
    await queue.work(host, drive, { concurrency: 2 });
    await wake(mounted, queue);
    await until('the one is being driven', () => driven.length === 1);
    const inAnHour = { thing: taken, at: instant(systemClock.now() + 3_600_000), host };
    await mounted.store.transact((tx) => queue.add(tx, [inAnHour]));
    // As the worker itself locks what it takes, with the answer lost.
    await ask(
      mounted.url,
      `with taken as (
         update drover_worker._private_jobs as jobs set run_at = now(), attempts = 1, locked_at = now(), locked_by = held.locked_by
         from drover_worker.jobs as held where held.key = '${held}' and held.locked_by is not null and jobs.key = '${taken}' returning jobs.*)
       update drover_worker._private_job_queues as queues set locked_at = now(), locked_by = taken.locked_by
       from taken where queues.id = taken.job_queue_id`,
    );
    await until('the other is driven', () => driven.includes(taken));
    expect(driven).toEqual([held, taken]);
    gate.resolve();
    await wake(mounted, queue);
    await until('the one is driven once more', () => driven.length === 3);
    await mounted.close();
  });

  it('7. a job whose end could not be written is driven again, and the process goes on', async () => {
    const mounted = await mount();
    const driven: ThingId[] = [];
    const queue = await mounted.open();
    await ask(
      mounted.url,
      `create sequence ends;
       create function cut() returns trigger language plpgsql as $$ begin
         if nextval('ends') = 1 then raise 'cut' using errcode = '57P01'; end if; return old; end $$;
       create trigger cut before delete on drover_worker._private_jobs for each row execute function cut()`,
    );
    await queue.work(host, async (id) => void driven.push(id), { concurrency: 2 });
    await wake(mounted, queue);
    await until('it is driven again', () => driven.length >= 2);
    await wake(mounted, queue);
    await until('it is driven by another wake', () => driven.length >= 3);
    await mounted.close();
  });

  it('7. goes on while its connections are cut again and again, and drives nothing twice at once', async () => {
    const mounted = await mount();
    const things = [1, 2, 3, 4].map((number) => taskId('shop', number));
    const running = new Set<ThingId>();
    const twice: ThingId[] = [];
    const rounds = new Map<ThingId, number>();
    const queue = await mounted.open();
    const drive = async (id: ThingId) => {
      if (running.has(id)) twice.push(id);
      running.add(id);
      await sleep(2);
      running.delete(id);
      rounds.set(id, (rounds.get(id) ?? 0) + 1);
    };
    await queue.work(host, drive, { concurrency: 3 });
    let cutting = true;
    const wakeOften = async (woken: ThingId) => {
      while (cutting) {
        await isAdded(wake(mounted, queue, host, woken));
        await sleep(2);
      }
    };
    const waking = things.map(wakeOften);
    for (let cuts = 0; cuts < 40; cuts += 1) {
      await sleep(30);
      await cutAll();
    }
    cutting = false;
    await Promise.all(waking);
    const before = new Map(rounds);
    for (const woken of things) while (!(await isAdded(wake(mounted, queue, host, woken)))) await sleep(50);
    for (const woken of things)
      await until(`${woken} is driven after it`, () => (rounds.get(woken) ?? 0) > (before.get(woken) ?? 0));
    expect(twice).toEqual([]);
    await mounted.close();
  });

  it('1. a wake while it is driven has its round when that has ended, not at the next poll', async () => {
    const mounted = await mount();
    const queue = await mounted.open(600_000);
    let rounds = 0;
    const drive = async () => {
      rounds += 1;
      if (rounds < 40) await wake(mounted, queue);
    };
    await queue.work(host, drive, { concurrency: 4 });
    await wake(mounted, queue);
    await until('each wake has had its round', () => rounds === 40);
    await mounted.close();
  });

  const cutAll = () =>
    ask(
      postgres.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
    );

  async function ask(url: string, text: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(text);
    await client.end();
  }
});
