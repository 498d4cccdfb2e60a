// A task in which an environment takes part, whose daemon is killed wherever it has to do with that.
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { TaskDetail } from '../../src/contract/task.ts';
import { openEnvironmentWorld } from '../e2e/environment-world.ts';
import type { World } from '../e2e/world.ts';

let world: World;
afterEach(() => world.close());

it('a daemon that is killed at the look, at the question and while it must stay quiet goes on where it was', async () => {
  const points = join(realpathSync(mkdtempSync(join(tmpdir(), 'points-'))), 'points');
  writeFileSync(points, '');
  const at = ['effect look-at-environment', 'effect mark-environment', 'commit verify-environment'].join(',');
  const place = await openEnvironmentWorld({
    entry: ', verify: { soak: 5s }',
    env: { DROVER_TEST_CRASH: `daemon:at=${at}:${points}` },
  });
  world = place.world;
  const task = await place.begin();
  /** Whoever is asked may be killed over it. */
  const seen = (when: (detail: TaskDetail) => boolean) =>
    world.until(
      async () => world.ask<TaskDetail>(['task', 'show', task]),
      (reply) => reply.ok && when(reply.data),
    );
  await seen(({ open_questions }) => open_questions.some(({ kind }) => kind === 'deployed'));
  process.kill(await world.daemonPid(), 'SIGKILL');
  const asked = await place.answer(task, 'deployed', 'deployed');
  expect(asked.open_questions).toHaveLength(1);
  await place.logging('10:00 INFO all is well\n', () => seen(({ outcome }) => outcome !== null));
  expect(await world.show(task)).toMatchObject({
    ...{ outcome: 'released', pull_request: expect.stringContaining('file://') },
    environment: { verification: { verdict: 'resolved' } },
  });
  expect(readFileSync(points, 'utf8').match(/^KILL .*$/gm)).toHaveLength(3);
}, 300_000);
