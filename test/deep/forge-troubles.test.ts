// Troubles between a task and a forge: what it refuses, limits and loses is asked about, left, or tried again, and there is one pull request in the end.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { holding } from '../e2e/files-under.ts';
import { type ForgeOptions, mergeByPerson, openForgeWorld } from '../e2e/forge-world.ts';
import type { World } from '../e2e/world.ts';
import type { FakeForge } from '../fakes/forges/github.ts';
import type { ForgeName } from '../fakes/forges/start-forge.ts';
import { byTurns } from './rotation.ts';

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

byTurns(
  'CM-50 CM-51 a forge that refuses is a question with its words, and the answer goes on: one pull request in the end',
  async () => {
    await openForge('github');
    forge.api.fault({
      on: /^POST .*pulls$/,
      how: { kind: 'answer', status: 403, body: { message: 'Saml wants you.' } },
    });
    const task = await world.start('Too early.');
    const asked = await world.asked(task, 'unreachable');
    const [question] = asked.open_questions;
    expect(question?.text).toContain('Saml wants you. (FORGE_AUTH)');
    expect(question?.choices.map(({ id }) => id)).toEqual(['retry', 'page', 'without', 'cancel']);
    expect((await world.drover(['answer', question?.id ?? '', 'retry'])).code).toBe(0);
    expect((await merged(task)).outcome).toBe('released');
    expect(forge.hub.pulls).toHaveLength(1);
  },
);

byTurns('a person may leave it at the branch and a page', async () => {
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

byTurns('a limit that soon ends is waited for without a person, and a lost answer is looked for', async () => {
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

byTurns(
  'a task of an issue closes it; without a token of its own `gh` is asked, and the token is in no argument',
  async () => {
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
  },
);
