// A task from its statement to its merged pull request on a forge, and what must be true of that.
import { expect } from 'vitest';
import type { ManualTaskReleased } from '../../src/contract/manual.ts';
import type { Doctor } from '../../src/contract/service.ts';
import type { WorkspaceCheck } from '../../src/contract/workspace.ts';
import type { ForgeName } from '../fakes/forges/start-forge.ts';
import { holding } from './files-under.ts';
import { type ForgeWorld, mergeByPerson, watched } from './forge-world.ts';

/** Opened as it was asked for, merged by a person, released; and the token is nowhere. */
export async function expectPullRequest({ world, forge }: ForgeWorld, name: ForgeName): Promise<void> {
  const task = await world.start('The heartbeat job fires too early.');
  const done = await watched({ world, forge }, task);
  expect(done.outcome).toBeNull();
  expect(done.pull_request).toMatch(
    /^https:\/\/\w+\.test\/acme\/shop\/.*\/1$|^https:\/\/\w+\.test\/acme\/shop\/pulls?\/1$/,
  );
  const branch = done.branch ?? '';
  expect(forge.hub.pulls).toMatchObject([
    {
      branch,
      base: 'main',
      draft: true,
      labels: ['drover'],
      reviewers: ['grace'],
      sha: await world.remoteBranch(branch),
    },
  ]);
  expect(forge.hub.pulls[0]?.title).toBe('The heartbeat job fires too early.');
  expect(forge.hub.pulls[0]?.body).toMatch(
    /^# Description\n\nThe heartbeat job fires[\s\S]*\n# Rules\n\n- \[ \] read\n[\s\S]*## Gates/,
  );
  await world.git('fetch', '--quiet', 'origin', branch);
  expect(await world.git('log', '-1', '--format=%B', 'FETCH_HEAD')).toContain(
    'Co-authored-by: Drover <drover@example.com>',
  );
  const { checks } = await world.must<Doctor>(['doctor']);
  expect(checks.find((each) => each.name.startsWith('forge '))).toMatchObject({
    state: 'ok',
    said: `${name}, logged in as ada`,
  });
  expect((await world.must<WorkspaceCheck>(['workspace', 'check', 'shop'])).forge).toBe(name);
  const [pull] = forge.hub.pulls;
  expect((await mergeByPerson({ world, forge }, task)).outcome, world.log()).toBe('released');
  if (pull !== undefined) pull.state = 'open';
  const { notes } = await world.must<ManualTaskReleased>(['step', 'release', task, '--cleanup']);
  expect(notes.join()).toContain(`its pull request is open: ${done.pull_request}`);
  expect(await world.remoteBranch(branch)).not.toBeNull();
  expect(holding(world.state, forge.hub.token)).toEqual([]);
}
