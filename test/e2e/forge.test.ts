// A task to its end on a forge: the branch over http to a real remote, the pull request over the API of a fake one.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Doctor } from '../../src/contract/service.ts';
import type { StepReleased } from '../../src/contract/step.ts';
import type { WorkspaceCheck } from '../../src/contract/workspace.ts';
import type { FakeForge } from '../fakes/forges/github.ts';
import type { ForgeName } from '../fakes/forges/start-forge.ts';
import { type ForgeOptions, mergeByPerson, openForgeWorld, watched } from './forge-world.ts';
import type { World } from './world.ts';

let world: World;
let forge: FakeForge;
afterEach(async () => {
  await world.close();
  await forge.api.close();
});

async function openForge(name: ForgeName, options: ForgeOptions = {}): Promise<void> {
  ({ world, forge } = await openForgeWorld(name, options));
}

/** A person merges what it opened; the task looks and ends. */
const merged = (task: string) => mergeByPerson({ world, forge }, task);

/** Every file below it that holds the text. */
function holding(folder: string, text: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file).includes(text));
}

it.each(['github', 'gitlab', 'gitea'] as const)(
  'CM-49 a task ends with a pull request on %s, as it was asked for, and the token is nowhere',
  async (name) => {
    await openForge(name);
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
    expect((await merged(task)).outcome, world.log()).toBe('released');
    if (pull !== undefined) pull.state = 'open';
    const { notes } = await world.must<StepReleased>(['step', 'release', task, '--cleanup']);
    expect(notes.join()).toContain(`its pull request is open: ${done.pull_request}`);
    expect(await world.remoteBranch(branch)).not.toBeNull();
    expect(holding(world.state, forge.hub.token)).toEqual([]);
  },
);

it('CM-50 CM-51 a forge that refuses is a question with its words, and the answer goes on: one pull request in the end', async () => {
  await openForge('github');
  forge.api.fault({ on: /^POST .*pulls$/, how: { kind: 'answer', status: 403, body: { message: 'Saml wants you.' } } });
  const task = await world.start('Too early.');
  const asked = await world.asked(task, 'unreachable');
  const [question] = asked.open_questions;
  expect(question?.text).toContain('Saml wants you. (FORGE_AUTH)');
  expect(question?.choices.map(({ id }) => id)).toEqual(['retry', 'page', 'without', 'cancel']);
  expect((await world.drover(['answer', question?.id ?? '', 'retry'])).code).toBe(0);
  expect((await merged(task)).outcome).toBe('released');
  expect(forge.hub.pulls).toHaveLength(1);
});

it('a person may leave it at the branch and a page', async () => {
  await openForge('gitlab', { token: 'not-the-right-one' });
  const task = await world.start('Too early.');
  const [question] = (await world.asked(task, 'unreachable')).open_questions;
  expect(question?.text).toContain('FORGE_AUTH');
  expect((await world.drover(['answer', question?.id ?? '', 'page'])).code).toBe(0);
  const done = await world.ended(task);
  expect(done.pull_request).toMatch(/^file:\/\/.*pull-request\.html$/);
  expect(await world.remoteBranch(done.branch ?? '')).not.toBeNull();
  expect(forge.hub.pulls).toEqual([]);
  expect(holding(world.state, 'not-the-right-one')).toEqual([]);
});

it('a limit that soon ends is waited for without a person, and a lost answer is looked for', async () => {
  await openForge('gitea');
  const limit = { kind: 'answer', status: 429, headers: { 'retry-after': '1' } } as const;
  forge.api.fault({ on: /^POST .*pulls$/, how: limit });
  forge.api.fault({ on: /^POST .*pulls$/, how: { kind: 'cut', when: 'after' } });
  const done = await merged(await world.start('Too early.'));
  expect(done.outcome).toBe('released');
  expect(forge.hub.pulls).toHaveLength(1);
  expect(forge.api.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/pulls'))).toHaveLength(2);
  await world.must(['step', 'release', done.id, '--cleanup']);
  expect(await world.remoteBranch(done.branch ?? '')).toBeNull();
});

it('CM-51 a daemon killed between the opening and its record leaves one pull request', async () => {
  await openForge('github');
  const points = join(world.folder, 'points');
  const env = { DROVER_TEST_CRASH: `daemon:at=effect open-pull-request:${points}` };
  const started = await world.drover(['do', 'Too early.', '--agent', 'scripted', '-d', '--json'], { env });
  const { data } = JSON.parse(started.out) as { data: { task: string } };
  await world.until(
    async () => readFileSync(points, 'utf8'),
    (text) => text.includes('KILL effect open-pull-request'),
  );
  expect(forge.hub.pulls).toHaveLength(1);
  expect((await merged(data.task)).outcome).toBe('released');
  expect(forge.hub.pulls).toHaveLength(1);
});

it('a task of an issue closes it; without a token of its own `gh` is asked, and the token is in no argument', async () => {
  await openForge('github');
  const bin = join(world.folder, 'bin');
  mkdirSync(bin);
  const seen = join(world.folder, 'gh-calls');
  writeFileSync(join(bin, 'gh'), `#!/bin/sh\necho "$@" >> ${seen}\necho "${forge.hub.token}"\n`);
  chmodSync(join(bin, 'gh'), 0o755);
  const host = new URL(world.remote.url).host;
  world.setConfig(`policy: hands-off\nforges:\n  "${host}": { kind: github, api: ${forge.api.url} }\n`);
  const env = { PATH: `${bin}:${world.env.PATH}` };
  forge.hub.issues.push({ number: 5, title: 'Too early', text: 'By a second.', author: 'grace', comments: [] });
  const started = await world.drover(['do', '--issue', '5', '--agent', 'scripted', '-d', '--json'], { env });
  const { data } = JSON.parse(started.out) as { data: { task: string } };
  expect((await merged(data.task)).outcome).toBe('released');
  expect(forge.hub.pulls).toHaveLength(1);
  expect(forge.hub.pulls).toMatchObject([
    { title: 'Too early', body: expect.stringMatching(/By a second[\s\S]*Closes #5/) },
  ]);
  expect([...new Set(readFileSync(seen, 'utf8').trim().split('\n'))]).toEqual([`auth token --hostname ${host}`]);
});
