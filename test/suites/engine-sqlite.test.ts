import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { Clock } from '../../src/ports/system.ts';
import { createEmbeddedQueue } from '../../src/queue/embedded.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { manualClock } from '../fakes/clock.ts';
import { instantDisk } from '../fakes/instant-disk.ts';
import { openWorld } from '../fakes/toy/world.ts';
import { create, type EngineRoom, engineSuite, eventually, openDaemon } from './engine.suite.ts';
import { killsSuite } from './engine-kills.suite.ts';
import { silent as log } from './store-rows.ts';

async function mount(clock: Clock = systemClock): Promise<EngineRoom> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const store = await openSqliteStore({ path: join(folder, 'drover.db'), clock, log, sync: instantDisk });
  return {
    ...{ store, clock, folder },
    openQueue: async (around) => createEmbeddedQueue({ store: around, clock, log }),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

engineSuite('a sqlite file with the embedded queue', () => mount());

killsSuite('a sqlite file with the embedded queue', 5, (path) => ({ path: join(path, 'drover.db') }));

it.each([3_600_000, -3_600_000])(
  '6. no result is committed twice where the clock jumps by %i ms in the middle of an effect',
  async (jump) => {
    const clock = manualClock();
    const room = await mount(clock);
    const world = openWorld(room.folder);
    const held = Promise.withResolvers<void>();
    let begun = 0;
    const daemon = await openDaemon(room, world, async (name) => {
      if (name !== 'act') return undefined;
      begun += 1;
      if (begun === 1) await held.promise;
      return undefined;
    });
    const id = await create(daemon, 1, { total: 1 });
    await eventually('the act has begun', async () => begun === 1);
    await clock.jump(jump);
    held.resolve();
    await eventually('it ends', async () => {
      await clock.advance(1000);
      return (await room.store.read((reads) => reads.thing(id)))?.ended;
    });
    expect(world.made()).toEqual([`act ${id}#1`, `release ${id}#2`]);
    const facts = await room.store.read((reads) => reads.facts({ thing: id, limit: 100 }));
    expect(facts.map((fact) => fact.kind)).toEqual(['toy_acted', 'toy_released', 'toy_ended']);
    await daemon.stop();
    await room.close();
  },
);

it('gives up an effect that outlives its deadline and does not heed its signal, and asks a person at the third time', async () => {
  const clock = manualClock();
  const room = await mount(clock);
  const over = Promise.withResolvers<void>();
  let [begun, told] = [0, 0];
  const daemon = await openDaemon(room, openWorld(room.folder), async (_name, { signal }) => {
    begun += 1;
    signal.addEventListener('abort', () => {
      told += 1;
    });
    await over.promise;
    return undefined;
  });
  const id = await create(daemon, 1);
  await eventually('a person is asked', async () => {
    await clock.advance(1000);
    return (await room.store.read((reads) => reads.questions({ open: true }))).length === 1;
  });
  expect([begun, told]).toEqual([3, 3]);
  expect((await room.store.read((reads) => reads.thing(id)))?.state).toMatchObject({ done: 0, failed: null });
  over.resolve();
  await daemon.stop();
  await room.close();
});
