import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it, vi } from 'vitest';
import { instant } from '../../domain/ids.ts';
import { openSqliteStore } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'drover-sqlite-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Said = 'now' | 'soon' | 'ahead' | 'later';

/** A store that tells what it does, and how one more number is given out. */
async function openTelling(name: string, fails: () => boolean = () => false) {
  const said: string[] = [];
  const store = await openSqliteStore({
    path: join(folder, name),
    clock: { now: () => instant(1) },
    log: { info: () => undefined, warn: () => undefined, bug: () => '' },
    sync: async () => {
      if (fails()) throw Object.assign(new Error('no'), { code: 'EIO' });
      said.push('on the disk');
    },
  });
  const add = async (counter: string, when: Said) => {
    await store.transact(async (tx) => {
      if (when !== 'now') tx[when]();
      tx.afterCommit(() => void said.push(`wakes ${counter}`));
      return tx.next(counter);
    });
    said.push(`told ${counter}`);
  };
  return { store, said, add };
}

it('WT-71 is on the disk before it is said to be done, but for what may wait until the next is', async () => {
  const { store, said, add } = await openTelling('a.db');
  await add('one', 'now');
  await add('two', 'later');
  await add('one', 'now');
  const [one, two] = [
    ['wakes one', 'told one'],
    ['wakes two', 'told two'],
  ];
  expect(said).toEqual(['on the disk', ...one, ...two, 'on the disk', ...one]);
  expect(await store.read((reads) => reads.numbers())).toEqual({ one: 2, two: 1 });
  await store.close();
});

it('what is to be on the disk soon wakes at once, and is said to be done when the next has taken it there', async () => {
  const { store, said, add } = await openTelling('b.db');
  const soon = add('soon', 'soon');
  await add('next', 'now');
  await soon;
  expect(said.filter((line) => line === 'on the disk')).toHaveLength(1);
  expect(said.slice(0, 2)).toEqual(['wakes soon', 'on the disk']);
  expect(said).toContain('told soon');
  await store.close();
});

it('what is to be on the disk soon goes there by itself where nothing follows, and its sender hears that it did not', async () => {
  let fails = false;
  const { store, said, add } = await openTelling('c.db', () => fails);
  await add('soon', 'soon');
  expect(said).toEqual(['wakes soon', 'on the disk', 'told soon']);
  fails = true;
  await expect(add('lost', 'soon')).rejects.toThrow('no');
  await store.close();
});

it('who goes ahead is told at once, and whoever reads it when the disk has it: with the next or by itself', async () => {
  const { store, said, add } = await openTelling('ahead.db');
  await add('one', 'ahead');
  expect(said).toEqual(['wakes one', 'told one']);
  expect(await store.read((reads) => reads.numbers(), { ahead: true })).toEqual({ one: 1 });
  expect(said).not.toContain('on the disk');
  await add('one', 'now');
  expect(said.slice(2)).toEqual(['on the disk', 'wakes one', 'told one']);
  await add('two', 'ahead');
  expect(await store.read((reads) => reads.numbers())).toEqual({ one: 2, two: 1 });
  expect(said.slice(5)).toEqual(['wakes two', 'told two', 'on the disk']);
  await add('three', 'ahead');
  await expect.poll(() => said.slice(8)).toEqual(['wakes three', 'told three', 'on the disk']);
  await add('four', 'ahead');
  await store.close();
  expect(said.slice(11)).toEqual(['wakes four', 'told four', 'on the disk']);
});

it('where what went ahead could not be put on the disk, whoever reads it hears so, and the next puts it there', async () => {
  let fails = true;
  const { store, said, add } = await openTelling('ahead-lost.db', () => fails);
  await add('one', 'ahead');
  await expect(store.read((reads) => reads.numbers())).rejects.toThrow('no');
  fails = false;
  await add('two', 'now');
  expect(await store.read((reads) => reads.numbers())).toEqual({ one: 1, two: 1 });
  expect(said.slice(-2)).toEqual(['wakes two', 'told two']);
  await store.close();
});

/** A store whose disk is done with a sync when it is told to be, and what each of its transactions and reads came to. */
async function openSlow(name: string) {
  const syncs: PromiseWithResolvers<void>[] = [];
  const told: string[] = [];
  const store = await openSqliteStore({
    path: join(folder, name),
    clock: { now: () => instant(1) },
    log: { info: () => undefined, warn: () => undefined, bug: () => '' },
    sync: () => {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    },
  });
  const tell = (what: string, work: Promise<unknown>) => {
    work.then(
      () => told.push(what),
      (error) => told.push(`${what}: ${error.message}`),
    );
  };
  const commit = (counter: string) => {
    const committed = store.transact((tx) => {
      tx.afterCommit(() => void told.push(`wakes ${counter}`));
      return tx.next(counter);
    });
    tell(counter, committed);
  };
  return { store, syncs, told, tell, commit };
}

/** Everything that can go on without the disk has. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('nobody is told of a commit before the disk has it, and those that came meanwhile go there together, in their order', async () => {
  const { store, syncs, told, tell, commit } = await openSlow('d.db');
  commit('one');
  await settled();
  commit('two');
  tell(
    'read',
    store.read((reads) => reads.numbers()),
  );
  commit('three');
  await settled();
  expect([syncs.length, told]).toEqual([1, []]);
  syncs[0]?.resolve();
  await settled();
  expect([syncs.length, told]).toEqual([2, ['wakes one', 'one']]);
  syncs[1]?.resolve();
  await settled();
  expect(told.toSorted()).toEqual(['one', 'read', 'three', 'two', 'wakes one', 'wakes three', 'wakes two']);
  expect(told.filter((line) => line.startsWith('wakes'))).toEqual(['wakes one', 'wakes two', 'wakes three']);
  expect(syncs).toHaveLength(2);
  await store.close();
});

it('what was read or refused right behind a commit is told when the disk has that', async () => {
  const { store, syncs, told, tell, commit } = await openSlow('e.db');
  commit('one');
  tell(
    'read',
    store.read((reads) => reads.position()),
  );
  tell(
    'thrown',
    store.transact(async () => {
      throw new Error('refused');
    }),
  );
  await settled();
  expect([syncs.length, told]).toEqual([1, []]);
  syncs[0]?.resolve();
  await settled();
  expect(told).toEqual(['wakes one', 'one', 'read', 'thrown: refused']);
  await store.close();
});

it('a sync that fails is the failure of all who waited for it, wakes nobody, and the next goes on', async () => {
  const { store, syncs, told, commit } = await openSlow('f.db');
  commit('one');
  await settled();
  commit('two');
  syncs[0]?.reject(Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'fdatasync' }));
  await expect.poll(() => told.length).toBe(3);
  expect(told).toEqual([expect.stringMatching(/^one: .*the disk is full/), 'wakes two', 'two']);
  await store.close();
});

it('what a sync that failed may have lost is in the database before the next commit is said to be done', async () => {
  let fails = true;
  const { store, said, add } = await openTelling('h.db', () => fails);
  await expect(add('one', 'now')).rejects.toThrow('no');
  fails = false;
  const reader = new DatabaseSync(join(folder, 'h.db'), { readOnly: true });
  reader.exec('begin; select * from counters');
  await expect(add('two', 'now')).rejects.toThrow(/could not be put on the disk/);
  reader.close();
  await add('three', 'now');
  // A disk that never had the log has all three.
  copyFileSync(join(folder, 'h.db'), join(folder, 'i.db'));
  expect(said).toEqual(['wakes three', 'told three']);
  await add('four', 'now');
  expect(said.slice(2)).toEqual(['on the disk', 'wakes four', 'told four']);
  await store.close();
  const { store: found } = await openTelling('i.db');
  expect(await found.read((reads) => reads.numbers())).toEqual({ one: 1, two: 1, three: 1 });
  await found.close();
});

it('what was read behind a sync that failed is told when it is on the disk after all, and refused before', async () => {
  let fails = true;
  const { store, add } = await openTelling('m.db', () => fails);
  await expect(add('one', 'now')).rejects.toThrow('no');
  fails = false;
  const read = () => store.read((reads) => reads.numbers());
  const reader = new DatabaseSync(join(folder, 'm.db'), { readOnly: true });
  reader.exec('begin; select * from counters');
  await expect(read()).rejects.toThrow(/could not be put on the disk/);
  reader.close();
  expect(await read()).toEqual({ one: 1 });
  // A disk that never had the log.
  copyFileSync(join(folder, 'm.db'), join(folder, 'n.db'));
  await store.close();
  const { store: found } = await openTelling('n.db');
  expect(await found.read((reads) => reads.numbers())).toEqual({ one: 1 });
  await found.close();
});

it('what a log holds whose daemon was killed is in the database before anything is said to be done', async () => {
  let fails = false;
  const { store, add } = await openTelling('j.db', () => fails);
  await add('one', 'now');
  fails = true;
  await expect(add('two', 'now')).rejects.toThrow('no');
  for (const end of ['', '-wal']) copyFileSync(join(folder, `j.db${end}`), join(folder, `k.db${end}`));
  await store.close();
  const next = await openTelling('k.db');
  // A disk that never had the log.
  copyFileSync(join(folder, 'k.db'), join(folder, 'l.db'));
  await next.add('three', 'now');
  expect(next.said).toEqual(['on the disk', 'wakes three', 'told three']);
  await next.store.close();
  const { store: found } = await openTelling('l.db');
  expect(await found.read((reads) => reads.numbers())).toEqual({ one: 1, two: 1 });
  await found.close();
});

it('a log that cannot be emptied leaves the patience with others as it was', async () => {
  let fails = true;
  const executed = vi.spyOn(DatabaseSync.prototype, 'exec');
  const { store, add } = await openTelling('o.db', () => fails);
  const own = (executed.mock.contexts as DatabaseSync[]).find((each) => each.location()?.endsWith('o.db'));
  const patience = () => own?.prepare('pragma busy_timeout').get()?.timeout;
  const before = patience();
  await expect(add('one', 'now')).rejects.toThrow('no');
  fails = false;
  const reader = new DatabaseSync(join(folder, 'o.db'), { readOnly: true });
  reader.exec('begin; select * from counters');
  await expect(add('two', 'now')).rejects.toThrow(/could not be put on the disk/);
  expect([before, patience()]).toEqual([expect.any(Number), before]);
  expect(before).not.toBe(0);
  reader.close();
  executed.mockRestore();
  await store.close();
});

it('is closed when the last commit is on the disk', async () => {
  const { store, syncs, told, tell, commit } = await openSlow('g.db');
  commit('one');
  tell('closed', store.close());
  await settled();
  expect(told).toEqual([]);
  syncs[0]?.resolve();
  await settled();
  expect(told).toEqual(['wakes one', 'one', 'closed']);
});
