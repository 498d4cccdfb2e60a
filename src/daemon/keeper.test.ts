import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { endKeeper } from './keeper.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A process whose parent never looks at its end. */
async function startUnreaped(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = await once(parent.stdout, 'data');
  const pid = Number(String(said));
  // Until then it is a shell, which does look.
  while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await setImmediate();
  // While its parent is there, its number is no one else's.
  closers.push(
    () => process.kill(pid, 'SIGKILL'),
    () => parent.kill('SIGKILL'),
  );
  return pid;
}

it('one that somebody has stopped is ended all the same', async () => {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  closers.push(() => child.kill('SIGKILL'));
  await once(child, 'spawn');
  const ended = once(child, 'exit');
  child.kill('SIGSTOP');
  await endKeeper(child.pid ?? 0, { info: () => undefined, warn: () => undefined, bug: () => '' });
  expect(await ended).toEqual([null, 'SIGTERM']);
});

it.skipIf(!existsSync('/proc/self/stat'))(
  'one that has ended is not waited for where nobody looks at its end',
  async () => {
    const pid = await startUnreaped();
    const warned: string[] = [];
    const log = { info: () => undefined, warn: (said: string) => void warned.push(said), bug: () => '' };
    await endKeeper(pid, log);
    expect(warned).toEqual([]);
  },
);
