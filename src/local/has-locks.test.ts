// State folders that only look as if one could work in them.
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasLocks } from './has-locks.ts';
import { startDaemon } from './start-daemon.ts';
import { takeStartLock } from './start-lock.ts';

const ground = () => mkdtempSync(join(tmpdir(), 'ground-'));

describe('locks', () => {
  it('WT-46 are there where a file that nobody else knows can be locked, and nothing stays', () => {
    const folder = ground();
    expect(hasLocks(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('WT-46 that are missing are said at once, and no daemon is begun', async () => {
    const stateFolder = join(ground(), 'state');
    const take: typeof takeStartLock = (path) => {
      takeStartLock(path)?.release();
      return null;
    };
    const begun = await startDaemon({ stateFolder, socket: join(stateFolder, 's'), version: '1.0.0', take });
    expect(begun).toMatchObject({
      ok: false,
      error_code: 'STATE_UNUSABLE',
      error: expect.stringContaining('has no locks'),
      hint: expect.stringContaining('DROVER_HOME'),
    });
    expect(existsSync(join(stateFolder, 'daemon.log'))).toBe(false);
  });
});
