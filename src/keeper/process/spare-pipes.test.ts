import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeFifo, type Pipes, SparePipes } from './spare-pipes.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'pipes-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What goes in at one end comes out at the other; then both are closed. */
function speak({ output, error, input }: Pipes) {
  const heard = [
    [output.theirs, output.ours],
    [error.theirs, error.ours],
    [input.ours, input.theirs],
  ].map(([into = -1, from = -1], at) => {
    writeSync(into, `word ${at}`);
    const bytes = Buffer.alloc(20);
    return bytes.toString('utf8', 0, readSync(from, bytes));
  });
  for (const fifo of [output, error, input]) closeFifo(fifo);
  return heard;
}

test('pipes are there without a spare, and made ahead they need no folder any more; no name is left', async () => {
  const spare = new SparePipes();
  const first = await spare.take(folder);
  spare.refill(folder);
  expect(speak(first)).toEqual(['word 0', 'word 1', 'word 2']);
  const second = await spare.take(join(folder, 'is-gone'));
  expect(speak(second)).toEqual(['word 0', 'word 1', 'word 2']);
  expect(readdirSync(folder)).toEqual([]);
  spare.refill(folder);
  await spare.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('what could not be made ahead is made when it is needed', async () => {
  const spare = new SparePipes();
  spare.refill(join(folder, 'is-gone'));
  expect(speak(await spare.take(folder))).toEqual(['word 0', 'word 1', 'word 2']);
});

test('one program makes the pipes of four children, however many want theirs at once', async () => {
  const own = process.env.PATH;
  const calls = join(folder, 'calls');
  const made = join(folder, 'bin');
  mkdirSync(made);
  writeFileSync(join(made, 'mkfifo'), `#!/bin/sh\necho x >> ${calls}\nPATH="${own}" exec mkfifo "$@"\n`);
  chmodSync(join(made, 'mkfifo'), 0o755);
  process.env.PATH = `${made}:${own}`;
  const spare = new SparePipes();
  try {
    const taken = await Promise.all(Array.from({ length: 8 }, () => spare.take(folder)));
    expect(new Set(taken.flatMap((pipes) => Object.values(pipes).flatMap(Object.values))).size).toBe(8 * 6);
    for (const pipes of taken) expect(speak(pipes)).toEqual(['word 0', 'word 1', 'word 2']);
    expect(readFileSync(calls, 'utf8')).toBe('x\nx\n');
  } finally {
    process.env.PATH = own;
    await spare.close();
  }
});
