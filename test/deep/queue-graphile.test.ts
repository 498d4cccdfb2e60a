import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostId, type ThingId, taskId } from '../../src/domain/ids.ts';
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
  const queueOn = (url: string, store: Store) =>
    createGraphileQueue({ url, schema: `${schema}_worker`, pollMs: 100, store, clock: systemClock, log: silent });
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
    const open = async () => {
      const queue = await queueOn(url, store);
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
    return { store, clock: systemClock, open, pass: (ms) => sleep(ms), close } satisfies MountedQueue;
  }

  queueSuite('graphile-worker', mount);

  const thing = taskId('shop', 1);
  const other = 'host-b' as HostId;
  const wake = ({ store }: MountedQueue, queue: Queue, to = host) =>
    store.transact((tx) => queue.add(tx, [{ thing, at: systemClock.now(), host: to }]));

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
    while (
      !(await wake(mounted, queue).then(
        () => true,
        () => false,
      ))
    )
      await sleep(50);
    await until('it is driven again', () => driven.length >= 2);
    await mounted.close();
  });

  async function cutAll(): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
    );
    await client.end();
  }
});
