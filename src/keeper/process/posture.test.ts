import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { readPosture } from './posture.ts';

let child: ChildProcess | null = null;
afterEach(() => child?.kill('SIGKILL'));
const begin = (...words: readonly [string, ...string[]]): number => {
  const [command, ...args] = words;
  child = spawn(command, args, { stdio: 'ignore' });
  return child.pid ?? 0;
};

it.skipIf(process.platform !== 'linux')('who computes waits for nothing', async () => {
  const pid = begin(process.execPath, '-e', 'for (;;);');
  await expect.poll(() => readPosture(pid)).toBe('runs');
});

it.skipIf(process.platform !== 'linux')('who waits for time has its posture, and once it has ended none', async () => {
  const pid = begin('sleep', '1000');
  await expect.poll(() => readPosture(pid)).toBe('other');
  child?.kill('SIGKILL');
  await once(child as ChildProcess, 'exit');
  expect(readPosture(pid)).toBe('runs');
});
