import { expect, test } from 'vitest';
import { systemClock } from '../system-clock.ts';
import { startPty } from './pty.ts';

/** Reads only once all of its own output was read; then says how much it got. */
const stubborn = `
process.stdin.setRawMode(true);
const full = Buffer.alloc(300000, 120);
require('fs').writeSync(1, 'ready');
setTimeout(() => process.stdout.write(full, () => {
  let got = 0;
  process.stdin.on('data', (bytes) => { got += bytes.length; if (got >= 36000) { process.stdout.write('got ' + got); process.exit(0); } });
}), 100);
`;

test('a program that writes before it reads holds nobody up, and gets all it was given', async () => {
  const io = { kind: 'pty', columns: 80, rows: 24 } as const;
  const env = { PATH: process.env.PATH ?? '', DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '' };
  const program = { argv: ['node', '-e', stubborn], cwd: '/', env, io, deadlineMs: 60_000 };
  let output = '';
  let given = false;
  const child = startPty(program, io, process.execPath, {
    output: (bytes: Uint8Array) => {
      output += Buffer.from(bytes).toString('latin1');
      if (given || !output.startsWith('ready')) return;
      given = true;
      child.write(Buffer.alloc(36_000, 97));
    },
  } as unknown as Parameters<typeof startPty>[3]);
  await Promise.race([child.closed, systemClock.wait(25_000, new AbortController().signal)]);
  expect(output).toMatch(/got 36000$/);
});
