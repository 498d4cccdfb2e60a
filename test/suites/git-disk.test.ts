// Git on a disk that fills: what it says is a full disk, and it works again when there is room.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Base, Hub } from '../../src/ports/git.ts';
import { makeWorld, must, type World } from '../fakes/git-remote/make-world.ts';
import { needs } from '../needs/needs.ts';
import { mountSmallDisk } from './small-disk.ts';

describe('a state folder on a disk of its own', needs('mounts'), () => {
  let world: World;
  let disk: { close(): void };
  let hub: Hub;
  let base: Base;
  let copy: string;
  const hold = async (limit: string) => {
    const state = join(world.folder, 'state');
    mkdirSync(state);
    disk = mountSmallDisk(limit, state);
    ({ hub, base } = await world.ready());
    copy = join(state, 'copies', 'shop-1');
    must(await world.git.makeCopy(hub, copy, base, 'drover/shop-1'));
    for (let file = 0; file < 20; file += 1) await world.write(`new/${file}.txt`, `${file}`.repeat(1_000), copy);
  };
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(async () => {
    disk.close();
    await world.close();
  });
  const untilFull = (write: (number: number) => void) => {
    try {
      for (let number = 0; ; number += 1) write(number);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    }
  };
  const filling = () => join(world.folder, 'state', 'filling');

  it.each([
    ['bytes', 'size=4m', () => untilFull(() => appendFileSync(filling(), Buffer.alloc(512)))],
    [
      'inodes',
      'size=8m,nr_inodes=600',
      () => {
        mkdirSync(filling());
        untilFull((number) => writeFileSync(join(filling(), `${number}`), ''));
      },
    ],
  ] as const)(
    'WT-65 that has no more %s is DISK_FULL whatever is asked, and nothing is lost',
    async (_, limit, fill) => {
      await hold(limit);
      fill();
      const asked = [
        () => world.git.snapshot(hub, copy, base.commit, 'shop-1/1'),
        () => world.git.makeCopy(hub, `${copy}-b`, base, 'drover/shop-2'),
        () =>
          world.git.checkout(hub, base.tree, join(world.folder, 'state', 'stage'), {
            repository: true,
            hooksFrom: null,
          }),
        () => world.git.commit(hub, { tree: base.tree, parent: base.commit, message: 'x', atSeconds: 1 }),
      ];
      for (const ask of asked) expect(await ask()).toMatchObject({ failure: { error_code: 'DISK_FULL' } });
      rmSync(filling(), { recursive: true });
      for (const ask of asked) must<unknown>(await ask());
    },
  );
});
