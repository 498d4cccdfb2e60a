// A task that is split: on a forge, and while its daemon is killed at every so many of its points.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type { TaskDetail, TaskEvidence } from '../../src/contract/task.ts';
import { stoodStill } from '../e2e/crash-run.ts';
import { lookNow, openForgeWorld, watched } from '../e2e/forge-world.ts';
import { mergePull } from '../e2e/merge-pull.ts';
import { childrenOf, expectPushed, splitScript, twoParts } from '../e2e/split-task.ts';
import { sumProject } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { byTurns } from './rotation.ts';

let world: World;
afterEach(() => world.close());

byTurns('a split task whose daemon is killed again and again has one task and one branch of each feature', async () => {
  world = await openWorld({ project: sumProject, script: splitScript });
  const points = join(world.folder, 'points');
  world.env.DROVER_TEST_CRASH = `daemon:0/120:${points}`;
  const started = await world.ask<{ task: string }>(['do', 'REWORK the whole shop', '--agent', 'scripted', '-d']);
  const task = started.ok ? started.data.task : 'shop-1';
  const done = await stoodStill(world, task);
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
});

byTurns(
  'on a forge a stacked pull request has the branch below it as its base, and goes to main when that is merged',
  async () => {
    const place = await openForgeWorld('github', {
      script: { ...splitScript, turns: [twoParts, ...splitScript.turns] },
    });
    world = place.world;
    const { forge, bare } = place;
    try {
      const task = await world.start('REWORK in two parts');
      await world.until(
        () => world.show(task),
        (detail) => detail.features?.every(({ status }) => status === 'submitted') === true,
      );
      await world.until(
        async () => (await world.must<TaskEvidence>(['task', 'evidence', task])).evidence,
        (evidence) => evidence.length > 1 && evidence.at(-1)?.tree !== evidence[0]?.tree,
      );
      const tasks = await childrenOf(world, task);
      const [one, two] = [tasks.get('F-1'), tasks.get('F-2')];
      const pullOf = (detail: TaskDetail | undefined) =>
        forge.hub.pulls.find(({ branch }) => branch === detail?.branch);
      expect([pullOf(one)?.base, pullOf(two)?.base]).toEqual(['main', one?.branch]);
      await watched(place, one?.id ?? '');
      const pull = pullOf(one);
      if (pull === undefined) throw new Error('no pull request');
      const merged = mergePull(bare, pull);
      await lookNow(place, one?.id ?? '');
      await world.ended(one?.id ?? '');
      await world.until(
        async () => pullOf(two)?.base,
        (base) => base === 'main',
      );
      const before = pullOf(two)?.sha;
      const head = await world.until(
        () => world.remoteBranch(two?.branch ?? ''),
        (at) => at !== before && at !== null,
      );
      await world.git('fetch', '--quiet', 'origin');
      expect(await world.git('merge-base', '--is-ancestor', merged, head ?? '')).toBe('');
      await watched(place, two?.id ?? '');
      mergePull(bare, pullOf(two) ?? pull);
      await lookNow(place, two?.id ?? '');
      expect((await world.ended(task)).outcome, world.log()).toBe('released');
      expect(forge.hub.pulls.map(({ state }) => state)).toEqual(['merged', 'merged']);
    } finally {
      await forge.api.close();
    }
  },
);
