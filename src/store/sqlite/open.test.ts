import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { instant } from '../../domain/ids.ts';
import { openSqliteStore } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'drover-sqlite-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('WT-71 is on the disk before it is said to be done, but for what may wait until the next is', async () => {
  const said: string[] = [];
  const store = await openSqliteStore({
    path: join(folder, 'a.db'),
    clock: { now: () => instant(1) },
    log: { info: () => undefined, warn: () => undefined, bug: () => '' },
    sync: () => void said.push('on the disk'),
  });
  const add = (counter: string, isLater: boolean) =>
    store.transact(async (tx) => {
      if (isLater) tx.later();
      tx.afterCommit(() => void said.push(`told ${counter}`));
      return tx.next(counter);
    });
  await add('one', false);
  await add('two', true);
  await add('one', false);
  expect(said).toEqual(['on the disk', 'told one', 'told two', 'on the disk', 'told one']);
  expect(await store.read((reads) => reads.numbers())).toEqual({ one: 2, two: 1 });
  await store.close();
});
