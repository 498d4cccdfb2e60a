import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silent } from '../../../test/suites/store-rows.ts';
import { instant } from '../../domain/ids.ts';
import type { Store } from '../../ports/store.ts';
import { copyDatabase } from './backup.ts';
import { openSqliteStore } from './open.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  store = await openSqliteStore({ path: join(folder, 'drover.db'), clock: { now: () => instant(1) }, log: silent });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

it('WT-61 a copy that cannot be made where it is wanted is refused with why, and nothing of it is left', async () => {
  const taken = join(folder, 'taken');
  writeFileSync(taken, '');
  mkdirSync(join(folder, 'busy.partial'));
  for (const [to, error_code] of [
    [taken, 'ALREADY_EXISTS'],
    [join(folder, 'nowhere', 'copy'), 'PATH_NOT_FOUND'],
    [join(taken, 'copy'), 'PATH_NOT_FOUND'],
    [join(folder, 'busy'), 'STORE_FAILED'],
  ] as const) {
    await expect(store.backUp(to), to).rejects.toMatchObject({ failure: { error_code } });
    expect(existsSync(join(to, '..', 'copy.partial'))).toBe(false);
  }
});

it('WT-61 nothing of a copy is left beside it, whether it was made or not, nor of one that was cut off', async () => {
  const path = join(folder, 'drover.db');
  const ends = ['', '-journal', '-wal', '-shm'];
  mkdirSync(join(folder, 'folder'));
  for (const name of ['copy', 'folder'])
    for (const end of ends) writeFileSync(join(folder, `${name}.partial${end}`), '');
  await copyDatabase(path, join(folder, 'copy'));
  await expect(copyDatabase(path, join(folder, 'folder'))).rejects.toThrow();
  expect(readdirSync(folder).filter((name) => name.includes('.partial'))).toEqual([]);
  expect(existsSync(join(folder, 'copy'))).toBe(true);
});
