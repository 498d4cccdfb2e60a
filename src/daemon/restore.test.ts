import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manualClock } from '../../test/fakes/clock.ts';
import type { HostId } from '../domain/ids.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { putBack } from '../store/sqlite/put-back.ts';
import { createStateFiles } from './system/files.ts';
import { hostId, takeHostOver } from './system/secrets.ts';

const clock = manualClock();
const log = { info: () => undefined, warn: () => undefined, bug: () => '' };

it('WT-61 a machine that takes the place of another has its name, wherever the putting back was cut off', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moved-'));
  try {
    const open = (path: string) => openSqliteStore({ path, clock, log });
    const [path, copy] = [join(folder, 'drover.db'), join(folder, 'copy.db')];
    const old = await open(join(folder, 'old.db'));
    await old.transact((tx) => tx.beat({ id: 'there' as HostId, seenAt: clock.now() }));
    await old.backUp(copy);
    await old.close();
    const files = createStateFiles(folder, () => 'u');
    await files.write('host', 'here\n');
    const restore = () => putBack({ path, file: copy, now: clock.now(), host: 'here' as HostId, moved: true });
    const boot = async (cut: 'before' | 'between' | null) => {
      const store = await open(path);
      const transact: typeof store.transact = (work) =>
        cut === 'between' ? Promise.reject(new Error('cut')) : store.transact(work);
      const cutOff = { read: store.read.bind(store), transact };
      if (cut !== 'before') await takeHostOver(cutOff, files).catch(() => undefined);
      const name = await hostId(files, 'fresh');
      await store.close();
      return name;
    };
    // Cut off after the database stood there, before the name did; then repeated; then cut off at the next start.
    await restore();
    await restore();
    expect(await boot('before')).toBe('here');
    expect(await boot('between')).toBe('there');
    expect(await boot(null)).toBe('there');
    await files.write('host', 'renamed\n');
    expect(await boot(null)).toBe('renamed');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
