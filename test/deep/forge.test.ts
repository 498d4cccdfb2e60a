// A task to its end on each forge, and where the daemon dies between an opening there and its record.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type ForgeWorld, mergeByPerson, openForgeWorld } from '../e2e/forge-world.ts';
import { expectPullRequest } from '../e2e/task-on-forge.ts';
import { halfOf } from './rotation.ts';

let place: ForgeWorld;
afterEach(async () => {
  await place.world.close();
  await place.forge.api.close();
});

it.each(halfOf('forges', ['github', 'gitlab', 'gitea'] as const))(
  'CM-49 a task ends with a pull request on %s, as it was asked for, and the token is nowhere',
  async (name) => {
    place = await openForgeWorld(name);
    await expectPullRequest(place, name);
  },
);

it('CM-51 a daemon killed between the opening and its record leaves one pull request', async () => {
  place = await openForgeWorld('github');
  const { world, forge } = place;
  const points = join(world.folder, 'points');
  const env = { DROVER_TEST_CRASH: `daemon:at=effect open-pull-request:${points}` };
  const started = await world.drover(['do', 'Too early.', '--agent', 'scripted', '-d', '--json'], { env });
  const { data } = JSON.parse(started.out) as { data: { task: string } };
  await world.until(
    async () => readFileSync(points, 'utf8'),
    (text) => text.includes('KILL effect open-pull-request'),
  );
  expect(forge.hub.pulls).toHaveLength(1);
  expect((await mergeByPerson(place, data.task)).outcome).toBe('released');
  expect(forge.hub.pulls).toHaveLength(1);
});
