// Tasks in which an environment takes part: over ssh, with a forge, with a log of two gigabytes, and with a daemon that is killed wherever it has to do with it.
import { appendFileSync, mkdtempSync, readFileSync, realpathSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type { TaskDetail } from '../../src/contract/task.ts';
import { type EnvironmentWorld, failing, idOf, openEnvironmentWorld, scriptFor } from '../e2e/environment-world.ts';
import { lookNow, watched } from '../e2e/forge-world.ts';
import { mergePull } from '../e2e/merge-pull.ts';
import type { World } from '../e2e/world.ts';
import { startForge } from '../fakes/forges/start-forge.ts';
import { type Sshd, startSshd } from '../fakes/sshd/start-sshd.ts';
import { needs } from '../needs/needs.ts';
import { byTurns } from './rotation.ts';

let world: World;
let place: EnvironmentWorld;
let sshd: Sshd | null = null;
afterEach(async () => {
  await world.close();
  await sshd?.stop();
  sshd = null;
});

async function open(options: { script?: unknown; entry?: string; env?: Record<string, string> } = {}): Promise<void> {
  place = await openEnvironmentWorld(options);
  world = place.world;
}

byTurns(
  'a bug that shows in an environment, in a log of two gigabytes is found in its end, and one that is no text proves nothing',
  async () => {
    await open({ entry: ', verify: { soak: 1s }' });
    const file = join(place.root, 'logs/shop.log');
    truncateSync(file, 2 * 1024 ** 3);
    appendFileSync(file, `\n${'09:50 INFO a line of the usual kind that says little\n'.repeat(100_000)}`);
    place.log(`09:51 ${failing} password=hunter22`);
    const task = await place.begin();
    const looked = await place.answer(task, 'deployed', 'deployed');
    expect(looked.environment?.looks[0]?.errors).toMatchObject([{ count: 1 }]);
    const asked = await place.logging(Buffer.from([0x31, 0, 0, 0xff, 0x0a]), () => world.asked(task, 'verified'));
    expect(asked.environment?.verification).toMatchObject({
      verdict: 'unknown',
      summary: expect.stringContaining('it is no text'),
    });
    await place.answer(task, 'verified', 'release');
    expect(await world.ended(task)).toMatchObject({ outcome: 'not_verified' });
  },
);

byTurns('a fix after its pull request was merged is another pull request, from the base as it is then', async () => {
  const note = { path: 'NOTES.md', text: 'The interval is in minutes.\n' };
  const again = {
    when: { mode: 'write', prompt: 'the trouble is not gone' },
    do: [{ write: note }, { say: 'Done.' }],
  };
  const forge = await startForge('github');
  await open({ script: scriptFor(failing, again), env: { SHOP_TOKEN: forge.hub.token } });
  try {
    const bare = await world.remote.repository('acme/shop');
    await world.git('remote', 'set-url', 'origin', bare.url);
    await world.git('push', '--quiet', '-u', 'origin', 'main');
    place.configure(
      `{ connect: ${place.root}, log: logs/shop.log }`,
      `forges: { "${new URL(bare.url).host}": { kind: github, api: ${forge.api.url}, token_env: SHOP_TOKEN } }\n`,
    );
    /** A person merges what is open, and asks for a look. */
    const merged = async (task: string, count: number) => {
      await watched({ world, forge }, task);
      for (const pull of forge.hub.pulls) if (pull.state === 'open') mergePull(bare.path, pull);
      await lookNow({ world, forge }, task);
      await world.asked(task, 'deployed');
      expect(forge.hub.pulls).toHaveLength(count);
    };
    const task = await place.begin();
    await merged(task, 1);
    await place.answer(task, 'deployed', 'deployed');
    await place.logging(`10:05 ${failing} password=other\n`, () => world.asked(task, 'verified'));
    await place.answer(task, 'verified', 'fix');
    await merged(task, 2);
    await place.answer(task, 'deployed', 'deployed');
    const done = await place.logging('10:20 INFO all is well\n', () => world.ended(task));
    expect(done).toMatchObject({ outcome: 'released', environment: { verification: { verdict: 'resolved' } } });
    expect(new Set(forge.hub.pulls.map(({ branch }) => branch)).size).toBe(2);
    await world.git('fetch', '--quiet', 'origin', 'main');
    expect(await world.git('show', 'FETCH_HEAD:NOTES.md')).toBe('The interval is in minutes.');
  } finally {
    await forge.api.close();
  }
});

byTurns(
  'CM-64 an environment that goes while a task is at work is asked about over ssh: down before the work, another key after it, and never taken for resolved',
  needs('ssh', 'sshd'),
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sshd-')));
    sshd = await startSshd(folder);
    await open({ env: { PATH: `${sshd.bin}:${dirname(process.execPath)}:${process.env.PATH}` } });
    place.configure(`{ connect: "${sshd.userHost}:${place.root}", log: logs/shop.log, verify: { soak: 1s } }`);
    await sshd.stop();
    const task = await place.begin();
    const asked = await place.answer(task, 'unreachable', 'retry');
    expect(asked.open_questions[0]?.text).toContain('SSH_UNREACHABLE');
    const before = idOf(asked, 'unreachable');
    await world.until(
      () => world.show(task),
      (detail) => idOf(detail, 'unreachable') !== '' && idOf(detail, 'unreachable') !== before,
    );
    await sshd.start();
    await place.answer(task, 'unreachable', 'retry');
    const looked = await world.asked(task, 'deployed');
    expect(looked.environment?.looks).toMatchObject([{ why: null, errors: [{ count: 1 }] }]);
    await sshd.changeKey();
    await place.answer(task, 'deployed', 'deployed');
    place.log('10:00 INFO all is well');
    const unknown = await world.asked(task, 'verified');
    expect(unknown.environment?.verification?.verdict).toBe('unknown');
    expect(unknown.environment?.verification?.summary).toMatch(/SSH_UNREACHABLE/);
    await place.answer(task, 'verified', 'handle');
    expect(await world.ended(task)).toMatchObject({ outcome: 'not_verified' });
  },
);

byTurns(
  'a daemon that is killed at the look, at the question and while it must stay quiet goes on where it was',
  async () => {
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
  },
);
