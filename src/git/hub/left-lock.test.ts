import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Failure } from '../../domain/error.ts';
import { waitForLock } from './left-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Whether it is gone after git met it, and what was said of it. */
async function meet(path: string, words = (lock: string) => `Unable to create '${lock}': File exists.`) {
  const lock = join(folder, path);
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, '');
  const then = new Date(Date.now() - 60_000);
  utimesSync(lock, then, then);
  const failure: Failure = { error_code: 'GIT_FAILED', message: words(lock) };
  const clock = { now: Date.now, ticks: Date.now };
  const said = await waitForLock({ clock }, { path: join(folder, 'hub') }, failure);
  const there = await stat(lock).catch(() => null);
  return { said, isThere: there !== null };
}

it.each(['hub/refs/drover/snap/shop-1/2.lock', 'hub/packed-refs.lock'])('%s, left over, is taken away', async (path) =>
  expect(await meet(path)).toEqual({ said: true, isThere: false }),
);

it.each([
  ...['hub/shallow.lock', 'hub/config.lock', 'hub/objects/info/commit-graphs/commit-graph-chain.lock'],
  ...['checkout/.git/refs/heads/main.lock', 'hub-b/refs/heads/main.lock'],
])('%s is not ours to take away', async (path) => expect(await meet(path)).toEqual({ said: false, isThere: true }));

it('what git says of anything else takes nothing away', async () =>
  expect(await meet('hub/refs/a.lock', (lock) => `Unable to write '${lock}'`)).toEqual({ said: false, isThere: true }));
