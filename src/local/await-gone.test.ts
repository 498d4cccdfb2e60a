import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { awaitGone } from './await-gone.ts';

it.skipIf(!existsSync('/proc/self/stat'))(
  'one whose end nobody has looked at is gone; one that lives is not',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [said] = await once(parent.stdout, 'data');
      const pid = Number(String(said));
      expect(await awaitGone(pid, 50)).toBe(false);
      process.kill(pid, 'SIGKILL');
      expect(await awaitGone(pid, 5000)).toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
