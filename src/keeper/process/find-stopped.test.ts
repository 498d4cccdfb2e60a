import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findStopped } from './find-stopped.ts';
import { isStopped } from './processes.ts';

it.skipIf(!existsSync('/proc/net/unix'))('a listener is found while it is stopped, and only then', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'stopped-')), 'a b.sock');
  const listens = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', listens], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = child.pid ?? 0;
  try {
    await once(child.stdout, 'data');
    expect(findStopped(path)).toBe(null);
    child.kill('SIGSTOP');
    await expect.poll(() => isStopped(pid)).toBe(true);
    expect([findStopped(path), findStopped(`${path}x`)]).toEqual([pid, null]);
    child.kill('SIGCONT');
    await expect.poll(() => findStopped(path)).toBe(null);
  } finally {
    child.kill('SIGKILL');
  }
});
