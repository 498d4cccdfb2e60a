// A full and a read-only disk under the embedded store. Mounts need root.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { manualClock } from '../fakes/clock.ts';
import { needs } from '../needs/needs.ts';
import { anEvidence, aTask, at, silent } from './store-rows.ts';

const mount = (...flags: readonly string[]) => execFileSync('mount', flags, { stdio: 'pipe' });
const unmount = (folder: string) => execFileSync('umount', [folder], { stdio: 'pipe' });

describe('with disks of its own', needs('mounts'), () => {
  let folder: string;
  const open = () => openSqliteStore({ path: join(folder, 'drover.db'), clock: manualClock(), log: silent });
  const one = aTask(1);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disk-'));
    mount('-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder);
  });
  afterEach(() => {
    unmount(folder);
    rmSync(folder, { recursive: true });
  });

  const write = (store: Store, number: number) =>
    store.transact(async (tx) => {
      const version = (await tx.thing(one.id))?.version ?? 0;
      await tx.addEvidence(one.task, { ...anEvidence(number, randomBytes(75_000).toString('base64')) });
      await tx.update(one.id, version, { state: { number }, ended: false, effects: number, at });
    });

  it('a full disk is DISK_FULL, nothing is half written, and it goes on when there is room', async () => {
    const store = await open();
    await store.transact((tx) => tx.insert(one));
    let written = 0;
    const filling = async () => {
      for (; written < 100; written += 1) await write(store, written + 1);
    };
    await expect(filling()).rejects.toMatchObject({ failure: { error_code: 'DISK_FULL' } });
    expect(await store.read((reads) => reads.thing(one.id))).toMatchObject({ version: 1 + written });
    expect(await store.read((reads) => reads.evidence(one.task))).toHaveLength(written);
    mount('-o', 'remount,size=16m', folder);
    await write(store, written + 1);
    expect(await store.read((reads) => reads.thing(one.id))).toMatchObject({ version: 2 + written });
    await store.close();
  });

  it('a disk that is full from the start is DISK_FULL', async () => {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, 'filling'), Buffer.alloc(bavail * bsize));
    await expect(open()).rejects.toMatchObject({ failure: { error_code: 'DISK_FULL' } });
  });

  it('a read-only disk is STATE_READ_ONLY, with a state there and without', async () => {
    await (await open()).close();
    mount('-o', 'remount,ro', folder);
    await expect(open()).rejects.toMatchObject({ failure: { error_code: 'STATE_READ_ONLY' } });
    mount('-o', 'remount,rw', folder);
    rmSync(join(folder, 'drover.db'));
    mount('-o', 'remount,ro', folder);
    await expect(open()).rejects.toMatchObject({ failure: { error_code: 'STATE_READ_ONLY' } });
  });
});
