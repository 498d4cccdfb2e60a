import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { streamOutput, unlessGone } from './read-output.ts';

it('waits for each piece without leaving anything behind on whoever reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drover-output-'));
  const leaving = new AbortController();
  const heard: number[] = [];
  try {
    writeFileSync(join(folder, 'out'), Buffer.alloc(300_000));
    const send = async (bytes: Uint8Array) => {
      heard.push(bytes.length + getEventListeners(leaving.signal, 'abort').length);
    };
    await streamOutput(join(folder, 'out'), null, 0, { send, gone: leaving.signal });
    expect(heard.length).toBeGreaterThan(4);
    expect(heard.slice(0, -1)).toEqual(heard.slice(1).map(() => heard[0]));
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('ends with the reader, who may have gone before, and tells what went wrong', async () => {
  const never = new Promise<void>(() => {});
  const leaving = new AbortController();
  const waiting = unlessGone(never, leaving.signal);
  leaving.abort();
  await waiting;
  await unlessGone(never, leaving.signal);
  const { signal } = new AbortController();
  await expect(unlessGone(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
