// A task driven by hand whose daemon is killed at each moment that only steps have.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ManualStepView, ManualTaskTaken } from '../../src/contract/manual.ts';
import { openWorld, type World } from '../e2e/world.ts';

let world: World;
afterEach(() => world.close());

const step = (task: string, ...args: string[]) =>
  world.must<ManualStepView>(['step', args[0] ?? '', task, ...args.slice(1)]);

it('CM-29 a step is done once, whatever moment of its own the daemon is killed at', async () => {
  world = await openWorld({ config: 'policy: normal\n' });
  const points = join(world.folder, 'points');
  const own = ['hold-lease', 'switch-branch', 'keep-step'];
  const moments = own.flatMap((name) => ['intent', 'effect', 'commit'].map((point) => `${point} ${name}`));
  world.env.DROVER_TEST_CRASH = `daemon:at=${moments.join(',')}:${points}`;
  const { task } = await world.must<ManualTaskTaken>(['step', 'take', 'The heartbeat job fires too early.']);
  const done = async (...args: string[]) => {
    const first = await world.ask<ManualStepView>(['step', args[0] ?? '', task, ...args.slice(1)]);
    return first.ok && first.data.state === 'done' ? first.data : step(task, 'status', '--wait');
  };
  expect(await done('develop', '--agent', 'scripted', '--branch', 'fix/minutes')).toMatchObject({ state: 'done' });
  expect(await done('test')).toMatchObject({ state: 'done', phase: 'test' });
  const submitted = await done('submit', '--yes');
  expect(submitted).toMatchObject({ state: 'done', phase: 'submit', branch: 'fix/minutes' });
  delete world.env.DROVER_TEST_CRASH;
  const killed = readFileSync(points, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('KILL'));
  expect(killed.map((line) => line.split(' ').slice(1, 3).join(' ')).toSorted()).toEqual(moments.toSorted());
  expect(submitted.phase_history.map(({ phase }) => phase)).toEqual(['develop', 'test', 'submit']);
  expect(await world.remoteBranch('fix/minutes')).toBe(submitted.result?.commit);
  const { lines } = await world.must<{ lines: { text: string }[] }>(['task', 'log', task]);
  const times = (words: string) => lines.filter(({ text }) => text.includes(words)).length;
  expect([times('goes on under the branch'), times('committed as'), times('is done')]).toEqual([1, 1, 3]);
});
