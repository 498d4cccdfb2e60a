import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { instant } from '../../domain/ids.ts';
import { openSqliteStore } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'drover-sqlite-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Said = 'now' | 'soon' | 'later';

/** A store that tells what it does, and how one more number is given out. */
async function openTelling(name: string, fails: () => boolean = () => false) {
  const said: string[] = [];
  const store = await openSqliteStore({
    path: join(folder, name),
    clock: { now: () => instant(1) },
    log: { info: () => undefined, warn: () => undefined, bug: () => '' },
    sync: () => {
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
