import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { instant, type ThingId, taskId } from '../../src/domain/ids.ts';
import type { Queue } from '../../src/ports/queue.ts';
import { createEmbeddedQueue } from '../../src/queue/embedded.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { manualClock } from '../fakes/clock.ts';
import { instantDisk } from '../fakes/instant-disk.ts';
import { type MountedQueue, queueSuite } from './queue.suite.ts';
import { until } from './queue-until.ts';
import { host, silent } from './store-rows.ts';

async function mount() {
  const folder = mkdtempSync(join(tmpdir(), 'queue-'));
  const clock = manualClock();
  const store = await openSqliteStore({ path: join(folder, 'drover.db'), clock, log: silent, sync: instantDisk });
  const queues: Queue[] = [];
  const open = async () => {
    const queue = createEmbeddedQueue({ store, clock, log: silent });
    queues.push(queue);
    return queue;
  };
  const close = async () => {
    await Promise.all(queues.map((queue) => queue.close()));
    await store.close();
    rmSync(folder, { recursive: true });
  };
  return { store, clock, open, pass: clock.advance, close } satisfies MountedQueue;
}

queueSuite('rows of a sqlite file', mount);

const thing = taskId('shop', 1);

it('3. a wake whose drive was cut off is delivered by the next process', async () => {
  const { store, clock, open, close } = await mount();
  const dead = createEmbeddedQueue({ store, clock, log: silent });
  let begun = false;
  await dead.work(
    host,
    () => {
      begun = true;
      return new Promise(() => {});
    },
    { concurrency: 1 },
  );
  await store.transact((tx) => dead.add(tx, [{ thing, at: clock.now(), host }]));
  await until('the drive has begun', () => begun);
  await store.transact((tx) => dead.add(tx, [{ thing, at: instant(clock.now() + 3_600_000), host }]));
  const driven: ThingId[] = [];
  await (await open()).work(host, async (id) => void driven.push(id), { concurrency: 1 });
  await until('it is driven again', () => driven.length === 1);
  await close();
});

it('6. a clock set back an hour delays no wake that was due, one set forward brings the timers', async () => {
  const { store, clock, open, close } = await mount();
  const queue = await open();
  const wake = (afterMs: number) =>
    store.transact((tx) => queue.add(tx, [{ thing, at: instant(clock.now() + afterMs), host }]));
  await wake(0);
  await clock.jump(-3_600_000);
  const driven: ThingId[] = [];
  await queue.work(host, async (id) => void driven.push(id), { concurrency: 1 });
  await until('it is driven in spite of the jump', () => driven.length === 1);
  await wake(3_600_000);
  await clock.jump(3_600_000);
  await until('the timer has come', () => driven.length === 2);
  await close();
});

it('WT-69 6. a clock set back an hour keeps no timer longer than its span, and a new one waits for its own', async () => {
  const { store, clock, open, close } = await mount();
  const queue = await open();
  const other = taskId('shop', 2);
  const driven: ThingId[] = [];
  await queue.work(host, async (id) => void driven.push(id), { concurrency: 1 });
  const wake = (id: ThingId, afterMs: number) =>
    store.transact((tx) => queue.add(tx, [{ thing: id, at: instant(clock.now() + afterMs), host }]));
  await wake(thing, 600_000);
  await clock.advance(60_000);
  await clock.jump(-3_600_000);
  await wake(other, 60_000);
  await clock.advance(59_999);
  expect(driven).toEqual([]);
  await clock.advance(1);
  await until('the new one has come', () => driven.length === 1);
  await clock.advance(470_000);
  expect(driven).toEqual([other]);
  await clock.advance(20_000);
  await until('the first one has come', () => driven.length === 2);
  await close();
});

it('WT-69 6. what was rejected is delivered again after its pause though the clock is set back', async () => {
  const { store, clock, open, close } = await mount();
  const queue = await open();
  let drives = 0;
  const drive = async () => {
    drives += 1;
    if (drives === 1) throw new Error('not now');
  };
  await queue.work(host, drive, { concurrency: 1 });
  await store.transact((tx) => queue.add(tx, [{ thing, at: clock.now(), host }]));
  await until('it is rejected', () => drives === 1);
  await clock.jump(-3_600_000);
  for (let seconds = 0; seconds < 60 && drives === 1; seconds += 1) await clock.advance(1_000);
  expect(drives).toBe(2);
  await close();
});
