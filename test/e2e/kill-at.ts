// One lease taken by hand while the daemon is killed at its Nth point; and what must work afterwards. A room is made once: before each point its state is put back as it was.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ConfigList } from '../../src/contract/config.ts';
import type { ManualTaskTaken } from '../../src/contract/manual.ts';
import { findLeftovers } from '../../src/local/demo.ts';
import { openWorld } from './world.ts';

/** Far more than the points of one life. */
const never = 1_000_000;

export type KillRoom = {
  /** Returns whether the point was reached. */
  killAt(point: number): Promise<boolean>;
  close(): Promise<void>;
};

export async function openKillRoom(): Promise<KillRoom> {
  const world = await openWorld();
  world.setConfig(`workspaces:\n  shop: { path: ${world.checkout}, slots: 1 }\n`);
  const begun = join(world.folder, 'begun');
  for (const [from, to] of places(world, begun)) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const points = join(world.folder, 'points');

  /** Nothing of the last point is left: neither a process nor a file. */
  async function beginAgain(): Promise<void> {
    await world.drover(['down', '--all', '--yes', '--json']);
    await findLeftovers(`HOME=${world.env.HOME}`, 20_000);
    rmSync(points, { force: true });
    for (const [to, from] of places(world, begun)) {
      await rm(to, { recursive: true, force: true, maxRetries: 5 });
      cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    }
  }

  return {
    async killAt(point) {
      await beginAgain();
      await world.ask(['step', 'take', '-w', 'shop', 'by hand'], {
        env: { DROVER_TEST_CRASH: `daemon:${point}/${never}:${points}` },
      });
      // A daemon that was not killed would count on in what follows.
      await world.ask(['down']);
      const killed = existsSync(points) && readFileSync(points, 'utf8').includes('KILL');
      expect((await world.must<ConfigList>(['config', 'list'])).workspaces).toHaveProperty('shop');
      expect(await world.git('status', '--porcelain')).toBe('');
      await recover(world);
      const taken = await world.must<ManualTaskTaken>(['step', 'take', '-w', 'shop', 'again']);
      expect(existsSync(taken.copy)).toBe(true);
      await world.must(['step', 'release', taken.task]);
      return killed;
    },
    close: () => world.close(),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** What a point may change, and where it is kept as it was. */
const places = ({ state, checkout }: World, kept: string): readonly (readonly [string, string])[] => [
  [state, join(kept, 'state')],
  [checkout, join(kept, 'checkout')],
];

/** What a person does who finds the workspace held: releases the task that holds it. */
async function recover(world: World): Promise<void> {
  const { tasks } = await world.must<{ tasks: readonly { id: string; outcome: string | null }[] }>([
    'task',
    'list',
    '--all',
  ]);
  for (const task of tasks) await world.must(['step', 'release', task.id]);
}
