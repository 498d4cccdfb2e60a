import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { Transaction } from '../../src/ports/store.ts';
import { released } from '../../src/store/migrations/released.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { type Postgres, startPostgres } from '../fakes/postgres.ts';
import { needs } from '../needs/needs.ts';
import { storeSuite } from '../suites/store.suite.ts';
import { aLease, aTask, at, later, silent } from '../suites/store-rows.ts';

describe('with a real Postgres', needs('postgres', 'setpriv'), () => {
  let postgres: Postgres;
  let schemas = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());

  const ports = { clock: systemClock, log: silent };
  const open = (schema: string, migrations = released) =>
    openPostgresStore({ url: postgres.url, schema, migrations, ...ports });
  const nextSchema = () => {
    schemas += 1;
    return `test_${schemas}`;
  };

  storeSuite('Postgres', async () => {
    const store = await open(nextSchema());
    return { store, close: () => store.close() };
  });

  it('many hosts may open a new schema at once', async () => {
    const schema = nextSchema();
    const stores = await Promise.all([1, 2, 3, 4].map(() => open(schema)));
    const counts = await Promise.all(stores.map((store) => store.transact((tx) => tx.next('run'))));
    expect(counts.sort()).toEqual([1, 2, 3, 4]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('refuses a schema newer than the program knows with STATE_NEWER', async () => {
    const schema = nextSchema();
    await (await open(schema, [...released, { schema: 99, statements: () => [] }])).close();
    await expect(open(schema)).rejects.toMatchObject({ failure: { error_code: 'STATE_NEWER' } });
  });

  it.each(['a"; drop schema public; --', 'A', '1a', ''])('has no schema of the name %j', async (schema) => {
    const nowhere = 'postgres://drover@127.0.0.1:1/postgres';
    await expect(openPostgresStore({ url: nowhere, schema, ...ports })).rejects.toThrow("not a schema's name");
  });

  it('is STORE_FAILED where nobody listens', async () => {
    const nowhere = openPostgresStore({ url: 'postgres://drover@127.0.0.1:1/postgres', ...ports });
    await expect(nowhere).rejects.toMatchObject({ failure: { error_code: 'STORE_FAILED' } });
  });

  it('7. a connection lost in the middle of a transaction is STORE_FAILED, nothing is written, and the next goes on', async () => {
    const schema = nextSchema();
    const store = await open(schema);
    const one = aTask(1);
    const cut = store.transact(async (tx) => {
      await tx.insert(one);
      await terminateAll(schema);
      await tx.say(one.id, one.task, at, [{ kind: 'paused' }]);
    });
    await expect(cut).rejects.toMatchObject({ failure: { error_code: 'STORE_FAILED' } });
    expect(await store.read((reads) => reads.thing(one.id))).toBeNull();
    await store.transact((tx) => tx.insert(one));
    expect(await store.read((reads) => reads.thing(one.id))).toEqual(one);
    await store.close();
  });

  type Look = (tx: Transaction) => Promise<unknown>;
  it.each<[string, Look, Look, unknown]>([
    [
      'the leases of a workspace',
      (tx) => tx.leases('shop').then((leases) => leases.map(({ task }) => task)),
      (tx) => tx.takeLease(aLease(aTask(1).task)),
      [aTask(1).task],
    ],
    [
      'who holds its slots',
      (tx) => tx.holders('shop'),
      (tx) => tx.claimSlot('shop', 1, aTask(1).task, 0, at),
      [aTask(1).task],
    ],
    [
      'the place of a task in its line',
      (tx) => tx.slot('shop', aTask(1).task),
      (tx) => tx.claimSlot('shop', 1, aTask(1).task, 0, at),
      { kind: 'held', slot: 1 },
    ],
    [
      'a slot that is claimed',
      (tx) => tx.claimSlot('shop', 1, aTask(2).task, 0, later(1)),
      (tx) => tx.claimSlot('shop', 1, aTask(1).task, 0, at),
      { kind: 'waiting', ahead: [aTask(1).task] },
    ],
    [
      'a slot that is given back',
      (tx) => tx.freeSlot('shop', 1, aTask(3).task, later(1)),
      (tx) => tx.claimSlot('shop', 1, aTask(1).task, 0, at),
      [],
    ],
  ])('WT-121 of two writers the second waits for the first before it looks at %s', async (_, look, change, seen) => {
    const schema = nextSchema();
    const [first, second] = [await open(schema), await open(schema)];
    const release = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const writing = first.transact(async (tx) => {
      await tx.leases('shop');
      looked.resolve();
      await release.promise;
      await change(tx);
    });
    await looked.promise;
    let early = false;
    const waiting = second.transact(async (tx) => {
      const found = await look(tx);
      early = true;
      return found;
    });
    await untilBlocked(schema, () => early);
    expect(early, 'it looked before the first had committed').toBe(false);
    release.resolve();
    await writing;
    expect(await waiting).toEqual(seen);
    await Promise.all([first.close(), second.close()]);
  });

  it('begins again what met another transaction in a deadlock', async () => {
    const store = await open(nextSchema());
    const [one, two] = [aTask(1), aTask(2)];
    await store.transact(async (tx) => {
      await tx.insert(one);
      await tx.insert(two);
    });
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const crossing = (first: typeof one, second: typeof one) =>
      store.transact(async (tx) => {
        await tx.touch(first.id, at);
        waiting += 1;
        if (waiting === 2) both.resolve();
        await both.promise;
        await tx.touch(second.id, at);
      });
    await Promise.all([crossing(one, two), crossing(two, one)]);
    // More than once where it begins again before the other has committed.
    expect(waiting).toBeGreaterThanOrEqual(3);
    expect(await store.read((reads) => reads.thing(one.id))).toMatchObject({ version: 3 });
    await store.close();
  });

  /** Until a connection that works in the schema waits for a lock, or it need not. */
  async function untilBlocked(schema: string, isOver: () => boolean): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const blocked = async () =>
      (
        await client.query(
          `select 1 from pg_stat_activity a where cardinality(pg_blocking_pids(a.pid)) > 0 and exists
           (select 1 from pg_locks l join pg_class c on c.oid = l.relation join pg_namespace n on n.oid = c.relnamespace
            where l.pid = a.pid and n.nspname = $1)`,
          [schema],
        )
      ).rows.length > 0;
    while (!isOver() && !(await blocked()));
    await client.end();
  }

  /** Ends every connection that works in the schema. */
  async function terminateAll(schema: string): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_class c on c.oid = l.relation
       join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and l.pid <> pg_backend_pid()`,
      [schema],
    );
    await client.end();
  }
});
