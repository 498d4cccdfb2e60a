// Tasks in which an environment takes part, through the whole program: looked at before the work, verified after the deployment, here and over ssh. Kills are in the deep tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { demoScript } from '../../src/local/demo-script.ts';
import type { Sshd } from '../fakes/sshd/start-sshd.ts';
import { deeply, rarely } from './depth.ts';
import { type EnvironmentWorld, failing, openEnvironmentWorld, scriptFor } from './environment-world.ts';
import type { World } from './world.ts';

const [analysis] = demoScript.turns;

/** Serves every test that needs no other variables in its environment. */
let shared: World | null = null;
let world: World;
let place: EnvironmentWorld;
let sshd: Sshd | null = null;
afterEach(async () => {
  if (world !== shared) await world.close();
  await sshd?.stop();
  sshd = null;
});
afterAll(() => shared?.close());

async function open(options: { script?: unknown; entry?: string; env?: Record<string, string> } = {}): Promise<void> {
  place = await openEnvironmentWorld({ ...options, world: options.env === undefined ? shared : null });
  world = place.world;
  if (options.env === undefined) shared = world;
}

describe('a bug that shows in an environment', () => {
  deeply(
    'CM-57 CM-66 is looked at, its errors reach the agent without their secrets, and what has not come again after the deployment is released',
    async () => {
      await open({ entry: ', verify: { soak: 2s }' });
      const task = await place.begin();
      const before = await place.answer(task, 'deployed', 'deployed');
      expect(before.phase).toBe('deploy');
      expect(before.environment).toMatchObject({
        ...{ name: 'shop-local', tier: 'local', verification: null },
        looks: [{ env: 'shop-local', why: null, errors: [{ count: 1 }] }],
      });
      expect(JSON.stringify(before)).not.toContain('hunter22');
      const done = await place.logging('10:00 INFO all is well\n', () => world.ended(task));
      expect(done).toMatchObject({
        outcome: 'released',
        state: 'released: submitted; resolved in shop-local',
        environment: { verification: { verdict: 'resolved', resolved_errors: [{ count: 1 }] } },
      });
      expect(done.history.map(({ phase }) => phase)).toEqual(
        expect.arrayContaining(['confirm', 'probe', 'analyze', 'deploy', 'verify', 'release']),
      );
      const shown = await world.drover(['task', 'show', task]);
      expect(shown.out).toContain('shop-local after the deployment');
      expect(await world.remoteBranch(done.branch ?? '')).not.toBeNull();
    },
  );

  rarely(
    'CM-66 CM-67 that is still there is developed again with the report, and the branch gets a further commit',
    async () => {
      const note = { path: 'NOTES.md', text: 'The interval is in minutes.\n' };
      const again = {
        when: { mode: 'write', prompt: 'the trouble is not gone' },
        do: [{ write: note }, { say: 'Done.' }],
      };
      await open({ script: scriptFor(failing, again), entry: ', verify: { soak: 1s }' });
      const task = await place.begin();
      const first = await place.answer(task, 'deployed', 'deployed');
      const branch = first.branch ?? '';
      const pushed = await world.remoteBranch(branch);
      const asked = await place.logging(`10:05 ${failing} password=other\n`, () => world.asked(task, 'verified'));
      const [question] = asked.open_questions;
      expect(question?.text).toContain('remaining. 1 error is still there.');
      expect(question?.choices.map(({ id }) => id)).toEqual(['release', 'fix', 'handle', 'roll_back', 'again']);
      await place.answer(task, 'verified', 'fix');
      await place.answer(task, 'deployed', 'deployed');
      const done = await place.logging('10:20 INFO all is well\n', () => world.ended(task));
      expect(done).toMatchObject({ outcome: 'released' });
      const head = await world.remoteBranch(branch);
      expect(head).not.toBe(pushed);
      await world.git('fetch', '--quiet', 'origin', branch);
      expect(await world.git('rev-parse', 'FETCH_HEAD~1')).toBe(pushed);
      expect(await world.git('show', 'FETCH_HEAD:NOTES.md')).toBe('The interval is in minutes.');
    },
  );

  rarely('is asked what the analysis wants to know, word by word', async () => {
    const wanting = (looks: readonly string[]) => {
      const [usage, { report }] = analysis.do;
      return [usage, { report: { ...report, looks } }];
    };
    const ran = '$ grep -c heartbeat logs/shop.log\n1';
    const refused = 'COMMAND_DENIED';
    await open({
      script: scriptFor(
        refused,
        { when: { mode: 'analysis', nth: 1 }, do: wanting(['grep -c heartbeat logs/shop.log']) },
        { when: { mode: 'analysis', prompt: ran, nth: 1 }, do: wanting(['rm -rf logs']) },
      ),
    });
    const task = await place.begin();
    await place.answer(task, 'deployed', 'skip');
    expect(await world.ended(task)).toMatchObject({ outcome: 'not_verified' });
    expect(readFileSync(join(place.root, 'logs/shop.log'), 'utf8')).toContain('heartbeat');
  });
});

describe('an environment that goes while a task is at work', () => {
  rarely('and its entry with it, is a clear failure; what was made can be taken back', async () => {
    await open();
    const task = await place.begin();
    await world.asked(task, 'deployed');
    world.setConfig(`policy: hands-off\nworkspaces: { shop: { path: ${world.checkout} } }\n`);
    await place.answer(task, 'deployed', 'deployed');
    const asked = await world.asked(task, 'verified');
    expect(asked.environment?.verification).toMatchObject({
      verdict: 'unknown',
      summary: 'shop-local is not registered any more. (ENVIRONMENT_NOT_FOUND)',
    });
    await place.answer(task, 'verified', 'roll_back');
    const done = await world.ended(task);
    expect(done).toMatchObject({ outcome: 'not_verified', state: expect.stringContaining('rolled back by file://') });
    expect(done.open_points).toContain('roll back the deployment');
  });
});
