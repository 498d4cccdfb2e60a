// A task that is split while its daemon is killed at every so many of its points.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { TaskDetail } from '../../src/contract/task.ts';
import { childrenOf, expectPushed, splitScript } from '../e2e/split-task.ts';
import { sumProject } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';

let world: World;
afterEach(() => world.close());

it('a split task whose daemon is killed again and again has one task and one branch of each feature', async () => {
  world = await openWorld({ project: sumProject, script: splitScript });
  const points = join(world.folder, 'points');
  world.env.DROVER_TEST_CRASH = `daemon:0/120:${points}`;
  const started = await world.ask<{ task: string }>(['do', 'REWORK the whole shop', '--agent', 'scripted', '-d']);
  const task = started.ok ? started.data.task : 'shop-1';
  const done = await world.until(
    async () => {
      const shown = await world.ask<TaskDetail>(['task', 'show', task]);
      return shown.ok ? shown.data : null;
    },
    (detail) => detail !== null && (detail.outcome !== null || detail.open_questions.length > 0),
    300_000,
  );
  delete world.env.DROVER_TEST_CRASH;
  expect([done?.outcome, done?.open_questions]).toEqual(['released', []]);
  expect(
    readFileSync(points, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('KILL')).length,
  ).toBeGreaterThan(3);
  const tasks = await childrenOf(world, task);
  expect([...tasks.keys()].toSorted()).toEqual(['F-1', 'F-2', 'F-3']);
  await expectPushed(world, [...tasks.values()]);
}, 400_000);
