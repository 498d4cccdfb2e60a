// `drover demo` in a terminal that is closed in the middle.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { built } from '../e2e/built.ts';

it('left in the middle by SIGHUP, it ends what it began and removes its folder', async () => {
  const child = spawn(process.execPath, [built('cli'), 'demo'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!said.includes('enters develop')) await once(child.stdout, 'data');
  child.kill('SIGHUP');
  expect(await ended).toBe(130);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('drover-demo-'))).toEqual([]);
});
