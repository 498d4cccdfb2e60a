// The main job, end to end: a person states a task, an agent fixes it in a safe copy, Drover proves it, a branch lands on a real remote.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Ps } from '../../src/contract/service.ts';
import type { TaskDetail, TaskDiff, TaskEvidence, VerifiedProof } from '../../src/contract/task.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { often, rarely } from './depth.ts';
import { shareWorlds } from './shared-worlds.ts';
import { watchGit } from './watch-git.ts';
import type { World } from './world.ts';

let world: World;
const open = shareWorlds();

describe('a task from statement to release', () => {
  /** Done by the first test, looked at and cleaned up by others. */
  let done: TaskDetail;

  often('CM-49 fixes, proves red and green, commits as the person, pushes a branch and opens a page', async () => {
    world = await open();
    const before = await world.git('rev-parse', 'HEAD');
    done = await world.ended(await world.start('The heartbeat job fires too early.'));
    expect(done.outcome).toBe('released');
    const branch = done.branch ?? '';
    const pushed = await world.remoteBranch(branch);
    expect(pushed).toMatch(/^[0-9a-f]{40}$/);
    await world.git('fetch', '--quiet', 'origin', branch);
    expect(await world.git('log', '-1', '--format=%an <%ae>', pushed ?? '')).toBe('A Person <person@example.com>');
    expect(await world.git('rev-parse', `${pushed}^`)).toBe(before);
    expect((await world.git('diff', '--name-only', before, pushed ?? '')).split('\n').sort()).toEqual([
      'src/schedule.js',
      'test/schedule.test.js',
    ]);
    const page = done.pull_request?.replace('file://', '') ?? '';
    expect(readFileSync(page, 'utf8')).toContain('The heartbeat job fires too early.');
    expect(await world.git('status', '--porcelain')).toBe('');
    expect(await world.git('rev-parse', 'HEAD')).toBe(before);
  });

  often('keeps evidence whose chain holds: PC-12 red and green with exit codes and test ids', async () => {
    world = await open();
    const { evidence, verified } = await world.must<TaskEvidence>(['task', 'evidence', done.id, '--verify']);
    expect(verified).toEqual({ ok: true, why: expect.any(String) });
    const red = evidence.find((line) => line.gate === 'red-first');
    expect(red?.verdict).toBe('passed');
    expect(red?.why).toContain('red without the change (exit 1), green with it (exit 0)');
    expect(red?.why).toContain('test/schedule.test.js > ');
    const ran = evidence.filter(({ command }) => command !== '');
    expect(ran.map(({ gate }) => gate)).toEqual(expect.arrayContaining(['test', 'red-first']));
    const late = ran.filter(({ at, started_at: began = at, duration_ms: took }) => took === 0 || began + took > at);
    expect(late).toEqual([]);
  });

  often('its bundle is run again by its own gates, and comes to the same', async () => {
    world = await open();
    const file = join(dirname(world.checkout), 'proof.jsonl');
    await world.must(['task', 'evidence', done.id, '--export', file, '--unsigned']);
    const again = await world.must<VerifiedProof>(['verify', file, '--unsigned', '--rerun']);
    expect(again.rerun).toMatchObject({ differences: [] });
    expect(again.rerun?.gates.map(({ gate, verdict }) => `${gate} ${verdict}`)).toEqual(
      expect.arrayContaining(['test passed', 'red-first passed']),
    );
  });

  often('waits for a person at the plan and at submit, and ends with what they choose', async () => {
    world = await open({ config: 'policy: normal\n' });
    const task = await world.start('Too early.');
    const asked = await world.asked(task, 'plan');
    expect(asked.open_questions[0]?.text).toMatch(
      /^The most it may cost is (?:not known )?.*\(\d+ turns that write, \d+ that only read/m,
    );
    const plan = asked.open_questions[0]?.id ?? '';
    expect((await world.drover(['answer', plan, 'go'])).code).toBe(0);
    const submit = (await world.asked(task, 'submit')).open_questions[0]?.id ?? '';
    const diff = await world.must<TaskDiff>(['task', 'diff', task]);
    expect(diff.diff).toContain('+const MINUTE = 60_000;');
    expect((await world.ask(['answer', plan, 'cancel'])) as { error_code?: string }).toMatchObject({
      ok: false,
      error_code: 'QUESTION_ANSWERED',
    });
    expect((await world.drover(['answer', submit, 'abandon'])).code).toBe(0);
    const left = await world.ended(task);
    expect(left.outcome).toBe('failed');
    expect(await world.remoteBranch(left.branch ?? '')).toBeNull();
    expect(existsSync(asked.copy ?? '')).toBe(true);
  });

  rarely('ends proven, not submitted, as a branch of the own repository where there is no remote', async () => {
    world = await open({ remote: null });
    const before = await world.git('rev-parse', 'HEAD');
    const { state, branch } = await world.ended(await world.start('Too early.'));
    expect(state).toBe(`proven: left as the branch ${branch} of your repository; there is no remote to submit to`);
    expect(await world.git('log', '--format=%an <%ae> %P', '-1', branch ?? '')).toBe(
      `A Person <person@example.com> ${before}`,
    );
    expect((await world.git('diff', '--name-only', before, branch ?? '')).split('\n')).toEqual([
      'src/schedule.js',
      'test/schedule.test.js',
    ]);
    expect([await world.git('status', '--porcelain'), await world.git('rev-parse', 'HEAD')]).toEqual(['', before]);
  });

  often(
    'CM-54 release with clean-up removes copy, branch and the branch on the remote, and leaves the checkout as it was',
    async () => {
      world = await open();
      expect(await world.remoteBranch(done.branch ?? '')).not.toBeNull();
      const released = await world.drover(['step', 'release', done.id, '--cleanup']);
      expect(released.code, released.err + released.out).toBe(0);
      expect(await world.remoteBranch(done.branch ?? '')).toBeNull();
      expect(existsSync(done.copy ?? '')).toBe(false);
      expect(await world.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
      expect(await world.git('status', '--porcelain')).toBe('');
      const again = await world.drover(['step', 'release', done.id, '--cleanup']);
      expect(again.code, again.err + again.out).toBe(0);
    },
  );

  rarely('CM-56 starts from what the remote has now, not from the stale checkout', async () => {
    world = await open({ config: 'policy: hands-off\n' });
    const other = `${world.folder}/other`;
    await world.git('clone', '--quiet', await world.git('remote', 'get-url', 'origin'), other);
    await world.git(
      '-C',
      other,
      '-c',
      'user.name=B',
      '-c',
      'user.email=b@b',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'newer',
    );
    await world.git('-C', other, 'push', '--quiet', 'origin', 'main');
    const newer = await world.git('-C', other, 'rev-parse', 'HEAD');
    const task = await world.start('Too early.');
    expect((await world.ended(task)).base?.commit).toBe(newer);
  });

  rarely(
    'starts at most 20 git processes from its statement to its first agent, 65 to its end and 5 for each part of its change and file of its red tests that is tried by itself, and no more as the second of its workspace',
    async () => {
      const git = watchGit();
      world = await open({ env: { PATH: `${dirname(process.execPath)}:${git.PATH}` } });
      try {
        const go = join('node_modules', 'go');
        const turns = demoScript.turns.map((turn) => ({ ...turn, do: [{ wait: { file: go } }, ...turn.do] }));
        world.setScript({ turns });
        await world.must(['workspace', 'add', 'shop', world.checkout]);
        const agents = async () =>
          (await world.must<Ps>(['ps'])).runs.filter((run) => run.program === 'scripted' && run.started_at !== null);
        const toFirstAgent = async () => {
          git.forget();
          const task = await world.start('The heartbeat job fires too early.');
          await world.until(agents, ({ length }) => length === 1);
          return { task, started: git.started() };
        };
        const first = await toFirstAgent();
        expect(first.started.length, first.started.join('\n')).toBeLessThanOrEqual(20);
        const { copy } = await world.show(first.task);
        mkdirSync(join(copy ?? '', 'node_modules'), { recursive: true });
        writeFileSync(join(copy ?? '', go), '');
        expect((await world.ended(first.task)).outcome).toBe('released');
        const whole = git.started();
        const [parts, files] = [2, 1];
        expect(whole.length, whole.join('\n')).toBeLessThanOrEqual(65 + 5 * (parts + files));
        const second = await toFirstAgent();
        expect(second.started.length, second.started.join('\n')).toBeLessThanOrEqual(20);
      } finally {
        git.close();
      }
    },
  );
});
