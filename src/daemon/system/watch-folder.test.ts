import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFolder } from './watch-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('tells at once, and again whatever came while nobody asked; then it ends with the signal', async () => {
  const stop = new AbortController();
  const changes = watchFolder(folder, stop.signal);
  expect((await changes.next()).done).toBe(false);
  for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), '');
  expect((await changes.next()).done).toBe(false);
  const more = changes.next();
  stop.abort();
  // What came last may be told once more before the end.
  expect((await more).done === true || (await changes.next()).done === true).toBe(true);
});

it('an end that was asked for before tells nothing', async () => {
  expect((await watchFolder(folder, AbortSignal.abort()).next()).done).toBe(true);
});

it('there is nothing to watch where there is no folder', async () => {
  await expect(watchFolder(join(folder, 'none'), new AbortController().signal).next()).rejects.toThrow('ENOENT');
});
