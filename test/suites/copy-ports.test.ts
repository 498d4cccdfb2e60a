// Ports of copies: a row, distinct among the living, free on the machine when taken.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { localPorts } from '../../src/daemon/system/computer.ts';
import { type HostId, instant, taskId } from '../../src/domain/ids.ts';
import { keepCopy } from '../../src/effects/copy.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { Copy, Store } from '../../src/ports/store.ts';
import type { LocalPorts } from '../../src/ports/system.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { quiet } from '../fakes/outside.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ports-'));
  store = await openSqliteStore({ path: join(folder, 'drover.db'), clock: systemClock, log: quiet });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const copy = (number: number, more: Partial<Copy> = {}): Copy => ({
  ...{ task: taskId('shop', number), path: `/copies/${number}`, branch: `b${number}`, base: 'c0', isolation: 'clone' },
  ...{ host: 'here' as HostId, createdAt: instant(1), removedAt: null },
  ...more,
});
const free: LocalPorts = { isFree: async () => true };
const portsOf = async (number: number) =>
  (await store.read((reads) => reads.copy(taskId('shop', number))))?.ports ?? [];
const claim = (of: Copy, wanted: number, how = free) =>
  keepCopy({ store, localPorts: how, sha256 }, of, wanted, async () => undefined);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** Others are somebody's. */
const only = (...ports: readonly number[]): LocalPorts => ({ isFree: async (port) => ports.includes(port) });

it('are distinct among twenty copies made at the same moment, and stay when one is made again', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, at) => claim(copy(at + 1), 3)));
  const all = (await Promise.all(Array.from({ length: 20 }, (_, at) => portsOf(at + 1)))).flat();
  expect(new Set(all).size).toBe(60);
  const before = await portsOf(7);
  await claim(copy(7), 3);
  expect(await portsOf(7)).toEqual(before);
});

it('are free again with the copy, and another machine has its own', async () => {
  const two = only(21_000, 28_999);
  await claim(copy(1), 2, two);
  await claim(copy(2, { host: 'there' as HostId }), 2, two);
  expect((await portsOf(2)).toSorted()).toEqual([21_000, 28_999]);
  await store.transact((tx) => tx.putCopy(copy(1, { removedAt: instant(2) })));
  await claim(copy(3), 2, two);
  expect((await portsOf(3)).toSorted()).toEqual([21_000, 28_999]);
});

it('U3 are not those of the task before: what its program left in a browser is not met there', async () => {
  const seen = new Set<number>();
  for (let number = 1; number <= 50; number += 1) {
    await claim(copy(number), 2);
    for (const port of await portsOf(number)) seen.add(port);
    await store.transact((tx) => tx.putCopy(copy(number, { removedAt: instant(2) })));
  }
  expect(seen.size).toBe(100);
});

it('are none that somebody listens at, on whatever address', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  expect(await localPorts.isFree(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await localPorts.isFree(port)).toBe(true);
  await claim(copy(1), 2, only(21_001, 21_003));
  expect(await portsOf(1)).toEqual([21_001, 21_003]);
});

it('are refused where there are not as many', async () => {
  await expect(claim(copy(1), 1, { isFree: async () => false })).rejects.toMatchObject({
    failure: { error_code: 'PORT_BUSY' },
  });
});
