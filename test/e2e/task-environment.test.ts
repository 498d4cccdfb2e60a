// Tasks in which an environment takes part, through the whole program: looked at before the work, verified after the deployment, here and over ssh.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { TaskDetail } from '../../src/contract/task.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { startForge } from '../fakes/forges/start-forge.ts';
import { type Sshd, startSshd } from '../fakes/sshd/start-sshd.ts';
import { needs } from '../needs/needs.ts';
import { lookNow, watched } from './forge-world.ts';
import { mergePull } from './merge-pull.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let root: string;
let sshd: Sshd | null = null;
afterEach(async () => {
  await world.close();
  await sshd?.stop();
  sshd = null;
});

const [analysis, change] = demoScript.turns;
/** The analysis only begins where its prompt holds these words: what the environment showed has come to the agent. */
const scriptFor = (words: string, ...more: readonly object[]) => ({
  turns: [
    ...more,
    { when: { mode: 'analysis', prompt: words }, do: analysis.do },
    { when: { mode: 'write' }, do: change.do },
  ],
});
const failing = 'ERROR heartbeat of mail failed';
const log = (line: string, file = 'logs/shop.log') => appendFileSync(join(root, file), `${line}\n`);

/** Logs it again and again, for nobody knows when a task begins to look, until that is done. */
async function logging<Value>(line: string | Buffer, until: () => Promise<Value>): Promise<Value> {
  const again = setInterval(() => appendFileSync(join(root, 'logs/shop.log'), line), 100);
  try {
    return await until();
  } finally {
    clearInterval(again);
  }
}

type Options = { readonly script?: unknown; readonly entry?: string; readonly env?: Record<string, string> };

async function open({ script = scriptFor(failing), entry = '', env = {} }: Options = {}): Promise<void> {
  root = join(realpathSync(mkdtempSync(join(tmpdir(), 'env-'))), 'shop');
  mkdirSync(join(root, 'logs'), { recursive: true });
  log('09:45 INFO started');
  log(`09:46 ${failing} password=hunter22`);
  world = await openWorld({ script, env });
  configure(`{ connect: ${root}, log: logs/shop.log${entry} }`);
}

const configure = (entry: string, more = '') =>
  world.setConfig(`policy: hands-off
${more}workspaces: { shop: { path: ${world.checkout} } }
environments: { shop-local: ${entry} }
`);

const begin = (...flags: string[]) =>
  world.start('The heartbeat job fires too early.', '--env', 'shop-local', ...flags);
const idOf = (detail: TaskDetail, kind: string): string =>
  detail.open_questions.find((question) => question.kind === kind)?.id ?? '';
async function answer(task: string, kind: string, ...words: string[]): Promise<TaskDetail> {
  const detail = await world.asked(task, kind);
  const told = await world.drover(['answer', idOf(detail, kind), ...words]);
  if (told.code !== 0) throw new Error(told.out + told.err + world.log());
  return detail;
}

describe('a bug that shows in an environment', () => {
  it('CM-57 CM-66 is looked at, its errors reach the agent without their secrets, and what has not come again after the deployment is released', async () => {
    await open({ entry: ', verify: { soak: 2s }' });
    const task = await begin();
    const before = await answer(task, 'deployed', 'deployed');
    expect(before.phase).toBe('deploy');
    expect(before.environment).toMatchObject({
      ...{ name: 'shop-local', tier: 'local', verification: null },
      looks: [{ env: 'shop-local', why: null, errors: [{ count: 1 }] }],
    });
    expect(JSON.stringify(before)).not.toContain('hunter22');
    const done = await logging('10:00 INFO all is well\n', () => world.ended(task));
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
  });

  it('CM-66 CM-67 that is still there is developed again with the report, and the branch gets a further commit', async () => {
    const note = { path: 'NOTES.md', text: 'The interval is in minutes.\n' };
    const again = {
      when: { mode: 'write', prompt: 'the trouble is not gone' },
      do: [{ write: note }, { say: 'Done.' }],
    };
    await open({ script: scriptFor(failing, again), entry: ', verify: { soak: 1s }' });
    const task = await begin();
    const first = await answer(task, 'deployed', 'deployed');
    const branch = first.branch ?? '';
    const pushed = await world.remoteBranch(branch);
    const asked = await logging(`10:05 ${failing} password=other\n`, () => world.asked(task, 'verified'));
    const [question] = asked.open_questions;
    expect(question?.text).toContain('remaining. 1 error is still there.');
    expect(question?.choices.map(({ id }) => id)).toEqual(['release', 'fix', 'handle', 'roll_back', 'again']);
    await answer(task, 'verified', 'fix');
    await answer(task, 'deployed', 'deployed');
    const done = await logging('10:20 INFO all is well\n', () => world.ended(task));
    expect(done).toMatchObject({ outcome: 'released' });
    const head = await world.remoteBranch(branch);
    expect(head).not.toBe(pushed);
    await world.git('fetch', '--quiet', 'origin', branch);
    expect(await world.git('rev-parse', 'FETCH_HEAD~1')).toBe(pushed);
    expect(await world.git('show', 'FETCH_HEAD:NOTES.md')).toBe('The interval is in minutes.');
  });

  it('in a log of two gigabytes is found in its end, and one that is no text proves nothing', async () => {
    await open({ entry: ', verify: { soak: 1s }' });
    const file = join(root, 'logs/shop.log');
    truncateSync(file, 2 * 1024 ** 3);
    appendFileSync(file, `\n${'09:50 INFO a line of the usual kind that says little\n'.repeat(100_000)}`);
    log(`09:51 ${failing} password=hunter22`);
    const task = await begin();
    const looked = await answer(task, 'deployed', 'deployed');
    expect(looked.environment?.looks[0]?.errors).toMatchObject([{ count: 1 }]);
    const asked = await logging(Buffer.from([0x31, 0, 0, 0xff, 0x0a]), () => world.asked(task, 'verified'));
    expect(asked.environment?.verification).toMatchObject({
      verdict: 'unknown',
      summary: expect.stringContaining('it is no text'),
    });
    await answer(task, 'verified', 'release');
    expect(await world.ended(task)).toMatchObject({ outcome: 'not_verified' });
  });

  it('is asked what the analysis wants to know, word by word', async () => {
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
    const task = await begin();
    await answer(task, 'deployed', 'skip');
    expect(await world.ended(task)).toMatchObject({ outcome: 'not_verified' });
    expect(readFileSync(join(root, 'logs/shop.log'), 'utf8')).toContain('heartbeat');
  });
});

it('a fix after its pull request was merged is another pull request, from the base as it is then', async () => {
  const note = { path: 'NOTES.md', text: 'The interval is in minutes.\n' };
  const again = { when: { mode: 'write', prompt: 'the trouble is not gone' }, do: [{ write: note }, { say: 'Done.' }] };
  const forge = await startForge('github');
  await open({ script: scriptFor(failing, again), env: { SHOP_TOKEN: forge.hub.token } });
  try {
    const bare = await world.remote.repository('acme/shop');
    await world.git('remote', 'set-url', 'origin', bare.url);
    await world.git('push', '--quiet', '-u', 'origin', 'main');
    configure(
      `{ connect: ${root}, log: logs/shop.log }`,
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
    const task = await begin();
    await merged(task, 1);
    await answer(task, 'deployed', 'deployed');
    await logging(`10:05 ${failing} password=other\n`, () => world.asked(task, 'verified'));
    await answer(task, 'verified', 'fix');
    await merged(task, 2);
    await answer(task, 'deployed', 'deployed');
    const done = await logging('10:20 INFO all is well\n', () => world.ended(task));
    expect(done).toMatchObject({ outcome: 'released', environment: { verification: { verdict: 'resolved' } } });
    expect(new Set(forge.hub.pulls.map(({ branch }) => branch)).size).toBe(2);
    await world.git('fetch', '--quiet', 'origin', 'main');
    expect(await world.git('show', 'FETCH_HEAD:NOTES.md')).toBe('The interval is in minutes.');
  } finally {
    await forge.api.close();
  }
}, 300_000);

describe('an environment that goes while a task is at work', () => {
  it('and its entry with it, is a clear failure; what was made can be taken back', async () => {
    await open();
    const task = await begin();
    await world.asked(task, 'deployed');
    world.setConfig(`policy: hands-off\nworkspaces: { shop: { path: ${world.checkout} } }\n`);
    await answer(task, 'deployed', 'deployed');
    const asked = await world.asked(task, 'verified');
    expect(asked.environment?.verification).toMatchObject({
      verdict: 'unknown',
      summary: 'shop-local is not registered any more. (ENVIRONMENT_NOT_FOUND)',
    });
    await answer(task, 'verified', 'roll_back');
    const done = await world.ended(task);
    expect(done).toMatchObject({ outcome: 'not_verified', state: expect.stringContaining('rolled back by file://') });
    expect(done.open_points).toContain('roll back the deployment');
  });

  it(
    'CM-64 is asked about over ssh: down before the work, another key after it, and never taken for resolved',
    needs('ssh', 'sshd'),
    async () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sshd-')));
      sshd = await startSshd(folder);
      await open({ env: { PATH: `${sshd.bin}:${dirname(process.execPath)}:${process.env.PATH}` } });
      configure(`{ connect: "${sshd.userHost}:${root}", log: logs/shop.log, verify: { soak: 1s } }`);
      await sshd.stop();
      const task = await begin();
      const asked = await answer(task, 'unreachable', 'retry');
      expect(asked.open_questions[0]?.text).toContain('SSH_UNREACHABLE');
      const before = idOf(asked, 'unreachable');
      await world.until(
        () => world.show(task),
        (detail) => idOf(detail, 'unreachable') !== '' && idOf(detail, 'unreachable') !== before,
      );
      await sshd.start();
      await answer(task, 'unreachable', 'retry');
      const looked = await world.asked(task, 'deployed');
      expect(looked.environment?.looks).toMatchObject([{ why: null, errors: [{ count: 1 }] }]);
      await sshd.changeKey();
      await answer(task, 'deployed', 'deployed');
      log('10:00 INFO all is well');
      const unknown = await world.asked(task, 'verified');
      expect(unknown.environment?.verification?.verdict).toBe('unknown');
      expect(unknown.environment?.verification?.summary).toMatch(/SSH_UNREACHABLE/);
      await answer(task, 'verified', 'handle');
      expect(await world.ended(task)).toMatchObject({ outcome: 'not_verified' });
    },
  );
});

it('a daemon that is killed at the look, at the question and while it must stay quiet goes on where it was', async () => {
  const points = join(realpathSync(mkdtempSync(join(tmpdir(), 'points-'))), 'points');
  writeFileSync(points, '');
  const at = ['effect look-at-environment', 'effect mark-environment', 'commit verify-environment'].join(',');
  await open({ entry: ', verify: { soak: 5s }', env: { DROVER_TEST_CRASH: `daemon:at=${at}:${points}` } });
  const task = await begin();
  /** Whoever is asked may be killed over it. */
  const seen = (when: (detail: TaskDetail) => boolean) =>
    world.until(
      async () => world.ask<TaskDetail>(['task', 'show', task]),
      (reply) => reply.ok && when(reply.data),
    );
  await seen(({ open_questions }) => open_questions.some(({ kind }) => kind === 'deployed'));
  process.kill(await world.daemonPid(), 'SIGKILL');
  const asked = await answer(task, 'deployed', 'deployed');
  expect(asked.open_questions).toHaveLength(1);
  await logging('10:00 INFO all is well\n', () => seen(({ outcome }) => outcome !== null));
  expect(await world.show(task)).toMatchObject({
    ...{ outcome: 'released', pull_request: expect.stringContaining('file://') },
    environment: { verification: { verdict: 'resolved' } },
  });
  expect(readFileSync(points, 'utf8').match(/^KILL .*$/gm)).toHaveLength(3);
}, 300_000);
