// One lease taken by hand while the daemon is killed at its Nth point; and what must work afterwards.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ConfigList } from '../../src/contract/config.ts';
import type { StepTaken } from '../../src/contract/step.ts';
import { openWorld } from './world.ts';

/** Far more than the points of one life. */
const never = 1_000_000;

/** Returns whether the point was reached. */
export async function killAt(point: number): Promise<boolean> {
  const world = await openWorld();
  world.setConfig(`workspaces:\n  shop: { path: ${world.checkout}, slots: 1 }\n`);
  const points = join(world.folder, 'points');
  try {
    await world.ask(['step', 'take', '-w', 'shop', 'by hand'], {
      env: { DROVER_TEST_CRASH: `daemon:${point}/${never}:${points}` },
    });
    // A daemon that was not killed would count on in what follows.
    await world.ask(['down']);
    const killed = existsSync(points) && readFileSync(points, 'utf8').includes('KILL');
    expect((await world.must<ConfigList>(['config', 'list'])).workspaces).toHaveProperty('shop');
    expect(await world.git('status', '--porcelain')).toBe('');
    await recover(world);
    const taken = await world.must<StepTaken>(['step', 'take', '-w', 'shop', 'again']);
    expect(existsSync(taken.copy)).toBe(true);
    await world.must(['step', 'release', taken.task]);
    return killed;
  } finally {
    await world.close();
  }
}

/** What a person does who finds the workspace held: releases the task that holds it. */
async function recover(world: Awaited<ReturnType<typeof openWorld>>): Promise<void> {
  const { tasks } = await world.must<{ tasks: readonly { id: string; outcome: string | null }[] }>([
    'task',
    'list',
    '--all',
  ]);
  for (const task of tasks) await world.must(['step', 'release', task.id]);
}
