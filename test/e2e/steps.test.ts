// A whole task driven by hand, through the program: take, analyze, develop, test, submit, release; and what each step refuses.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ManualStepView, ManualTaskTaken } from '../../src/contract/manual.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { needs } from '../needs/needs.ts';
import { built } from './built.ts';
import { often, rarely } from './depth.ts';
import { shareWorlds } from './shared-worlds.ts';
import type { World } from './world.ts';

let world: World;
const open = shareWorlds();

const take = (text = 'The heartbeat job fires too early.') => world.must<ManualTaskTaken>(['step', 'take', text], {});
const step = (task: string, ...args: string[]) =>
  world.must<ManualStepView>(['step', args[0] ?? '', task, ...args.slice(1)]);
const refused = async (args: readonly string[], env: Record<string, string> = {}) => {
  const reply = await world.ask(args, { env });
  return reply.ok ? 'ok' : reply.error_code;
};

describe('a task driven by hand', () => {
  often(
    'CM-33 CM-34 CM-37 CM-49 CM-54 goes from the lease to the release, each step on record, and a person says submit',
    async () => {
      world = await open({ config: 'policy: normal\n' });
      const taken = await take();
      const { task } = taken;
      expect(await refused(['step', 'submit', task])).toBe('EVIDENCE_MISSING');

      const analyzed = await step(task, 'analyze', '--agent', 'scripted', 'look at the clock');
      expect(analyzed).toMatchObject({ state: 'done', step: 'analyze', phase: 'analyze', failure: null });
      expect(analyzed.result?.analysis).toMatchObject({
        complete: true,
        summary: expect.stringContaining('Cause: nextBeat'),
      });
      expect(readFileSync(analyzed.artifacts.analysis ?? '', 'utf8')).toContain('nextBeat');

      const developed = await step(task, 'develop', '--agent', 'scripted', '--branch', 'fix/minutes');
      expect(developed).toMatchObject({ state: 'done', phase: 'develop', branch: 'fix/minutes' });
      expect(developed.result?.criteria).toMatchObject([{ state: 'met', attempts: [{ result: 'all gates passed' }] }]);

      const tested = await step(task, 'test');
      expect(tested).toMatchObject({ state: 'done', phase: 'test', result: { tests: { passed: 4, failed: 0 } } });

      const waiting = await world.drover(['step', 'submit', task, '--title', 'Count in minutes', '--json']);
      expect(waiting.code, waiting.out).toBe(6);
      const asked = (JSON.parse(waiting.out) as { data: ManualStepView }).data;
      expect(asked).toMatchObject({ state: 'waits', phase: 'test', open_questions: [{ kind: 'submit' }] });
      const again = await world.ask<ManualStepView>(['step', 'submit', task]);
      expect(again.ok && [again.data.seq, again.data.open_questions[0]?.id]).toEqual([
        asked.seq,
        asked.open_questions[0]?.id,
      ]);
      const question = asked.open_questions[0]?.id ?? '';
      const agent = { DROVER_RUN: 'r1', DROVER_MARK: 'm' };
      expect(await refused(['answer', question, 'submit'], agent)).toBe('UNAUTHORIZED');
      expect((await world.drover(['answer', question, 'submit'])).code).toBe(0);
      const submitted = await step(task, 'status', '--wait');
      expect(submitted).toMatchObject({
        ...{ state: 'done', step: 'submit', phase: 'submit', pushed_to_remote: true, branch: 'fix/minutes' },
        result: { commit: expect.stringMatching(/^[0-9a-f]{40}$/), pull_request: expect.stringContaining('file://') },
      });
      expect(Object.keys(submitted.artifacts).sort()).toEqual(['analysis', 'development', 'submission', 'test_report']);
      expect(submitted.phase_history.map(({ phase, outcome }) => [phase, outcome])).toEqual([
        ['analyze', 'done'],
        ['develop', 'done'],
        ['test', 'done'],
        ['submit', 'done'],
      ]);
      expect(submitted.expires_at ?? 0).toBeGreaterThan(taken.expires_at);
      expect(await world.remoteBranch('fix/minutes')).toBe(submitted.result?.commit);
      await world.git('fetch', '--quiet', 'origin', 'fix/minutes');
      expect(await world.git('log', '-1', '--format=%s', 'FETCH_HEAD')).toBe('Count in minutes');
      expect(await step(task, 'submit')).toMatchObject({ state: 'done', result: submitted.result });

      await world.must(['step', 'release', task, '--cleanup']);
      expect([existsSync(taken.copy), await world.remoteBranch('fix/minutes')]).toEqual([false, null]);
      expect((await world.show(task)).outcome).toBe('released');
      expect(await refused(['step', 'test', task])).toBe('LOCK_NOT_FOUND');
    },
  );

  rarely('WT-50 a branch that the person had pushed is left by cleanup, and named', async () => {
    world = await open({ config: 'policy: normal\n' });
    const { task, copy } = await take();
    await world.git('push', '--quiet', 'origin', 'HEAD:refs/heads/feature/x');
    await step(task, 'analyze', '--agent', 'scripted', 'look at the clock');
    await step(task, 'develop', '--agent', 'scripted', '--branch', 'feature/x');
    await step(task, 'test');
    const asked = await world.ask<ManualStepView>(['step', 'submit', task]);
    await world.must(['answer', (asked.ok && asked.data.open_questions[0]?.id) || '', 'submit']);
    const submitted = await step(task, 'status', '--wait');
    const { notes } = await world.must<{ notes: readonly string[] }>(['step', 'release', task, '--cleanup']);
    expect(notes.join('\n')).toContain('branch feature/x stays on the remote, for this task did not make it');
    expect([existsSync(copy), await world.remoteBranch('feature/x')]).toEqual([false, submitted.result?.commit]);
  });

  rarely(
    'WT-53 an analysis and a development tell their summary and what git sees changed, files that are not tracked too',
    async () => {
      world = await open({ config: 'policy: normal\n' });
      const { task, copy } = await take();
      writeFileSync(join(copy, 'notes by hand.md'), 'new\n');
      const analyzed = await step(task, 'analyze', '--agent', 'scripted', 'look at the clock');
      expect(analyzed.result).toMatchObject({
        summary: expect.stringContaining('Cause: nextBeat'),
        files_changed: ['notes by hand.md'],
      });
      const developed = await step(task, 'develop', '--agent', 'scripted');
      const { summary, files_changed: files } = developed.result ?? {};
      expect(files?.toSorted()).toEqual(['notes by hand.md', 'src/schedule.js', 'test/schedule.test.js']);
      expect(summary).toMatch(
        /^SC-1 met \(all gates passed\): .*\nFiles that differ from the base: 3 \(\+\d+ -\d+\)\.$/s,
      );
      const { result } = await step(task, 'status');
      expect(result).toEqual(developed.result);
      expect((await world.drover(['step', 'status', task])).out).toContain(
        'changed: notes by hand.md, src/schedule.js',
      );
    },
  );

  rarely(
    'CM-75 is coded by whoever took it: tested, not submitted once it was changed again, submitted when tested again',
    async () => {
      world = await open({ config: 'policy: normal\n' });
      const { task, copy } = await take();
      const file = join(copy, 'src/schedule.js');
      const fixed = readFileSync(file, 'utf8').replaceAll('SECOND', 'MINUTE').replace('1000', '60_000');
      writeFileSync(file, fixed.replace('now >', 'now <'));
      const red = await world.ask<ManualStepView>(['step', 'test', task]);
      expect(red).toMatchObject({ ok: false, error_code: 'TEST_FAILED' });
      expect((await world.drover(['step', 'test', task])).code).toBe(5);
      writeFileSync(file, fixed);
      expect((await step(task, 'test')).state).toBe('done');
      writeFileSync(file, `${fixed}// one line more\n`);
      expect(await refused(['step', 'submit', task, '--yes'])).toBe('EVIDENCE_STALE');
      expect((await step(task, 'test')).state).toBe('done');
      const done = await step(task, 'submit', '--yes', '--body', 'By hand.');
      expect(done).toMatchObject({ state: 'done', phase: 'submit', open_questions: [] });
      expect(await world.remoteBranch(done.branch ?? '')).toBe(done.result?.commit);
      writeFileSync(file, `${fixed}// two lines more\n`);
      const again = await world.must<ManualStepView>(['step', 'submit', task, '--yes', '--override']);
      expect(await world.remoteBranch(again.branch ?? '')).toBe(again.result?.commit);
      expect(again.result?.commit).not.toBe(done.result?.commit);
      const { lines } = await world.must<{ lines: { text: string }[] }>(['task', 'log', task]);
      expect(lines.map(({ text }) => text).join('\n')).toMatch(/NOT PROVEN, let pass by \S+: /);
    },
  );

  rarely('asks a person for the plan where an agent drives it, and goes on with the answer', async () => {
    world = await open({ config: 'policy: normal\n' });
    const { task, token_file } = await take();
    const driver = { DROVER_RUN: 'r1', DROVER_MARK: 'm', DROVER_LEASE: readFileSync(token_file, 'utf8').trim() };
    const plan = join(world.folder, 'plan.md');
    writeFileSync(plan, 'Count in minutes.\n');
    const asked = await world.drover(['step', 'develop', task, '-a', 'scripted', '--plan', plan], { env: driver });
    expect(asked.code, asked.err).toBe(6);
    const [question] = await world.questions(task);
    expect(question).toMatchObject({ kind: 'plan', text: expect.stringContaining('(not available)') });
    expect(asked.out).toContain(`drover answer ${question?.id}`);
    expect((await world.drover(['answer', question?.id ?? '', 'go'])).code).toBe(0);
    const done = await world.must<ManualStepView>(['step', 'status', task, '--wait'], { env: driver });
    expect(done).toMatchObject({ step: 'develop', state: 'done' });
    expect(await refused(['step', 'submit', task, '--yes'], driver)).toBe('UNAUTHORIZED');
  });

  rarely(
    'CM-50 CM-51 CM-52 fails with its reason where a hook or the remote says no, and goes on from there',
    needs('bwrap'),
    async () => {
      world = await open({ config: 'policy: normal\n' }, 'with hooks');
      const hook = join(world.checkout, '.git/hooks/pre-commit');
      writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      const { task, copy } = await take();
      writeFileSync(join(copy, 'notes.md'), 'by hand\n');
      const red = await world.ask<ManualStepView>(['step', 'test', task]);
      expect(red).toMatchObject({ ok: false, error_code: 'TEST_FAILED', error: expect.stringContaining('hooks') });
      writeFileSync(hook, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
      expect((await step(task, 'test')).state).toBe('done');
      await world.remote.rejectPushes('shop', 'not today');
      const first = await world.drover(['step', 'submit', task, '--yes', '--json']);
      expect([first.code, JSON.parse(first.out)]).toMatchObject([
        1,
        { ok: false, error_code: 'PUSH_REJECTED', hint: `Then once more: drover step submit ${task}` },
      ]);
      expect(await step(task, 'status')).toMatchObject({ state: 'failed', phase: 'test', pushed_to_remote: false });
      await world.remote.rejectPushes('shop', null);
      // A person said yes to this very tree before: the second one needs none.
      expect(await step(task, 'submit')).toMatchObject({ state: 'done', phase: 'submit', pushed_to_remote: true });
    },
  );
});

/** The gate waits for a file, so that its step is under way as long as a test wants. */
const gate = `import { existsSync } from 'node:fs';
while (!existsSync(process.env.GO ?? '')) await new Promise((resolve) => setTimeout(resolve, 50));
`;

describe('a step under way', () => {
  const slow = async (apart: string) => {
    const project = { 'wait.mjs': gate, 'readme.md': 'x\n' };
    world = await open({ project, config: 'policy: normal\nsandbox: off\n' }, apart);
    const go = join(world.folder, 'go');
    world.setConfig(
      `policy: normal\nsandbox: off\nworkspaces:\n  shop: { path: ${world.checkout}, gates: { test: env GO=${go} node wait.mjs } }\n`,
    );
    const reply = await world.ask<ManualTaskTaken>(['step', 'take', 'by hand']);
    const question = reply.ok ? '' : String(reply.details?.question);
    await world.drover(['answer', question, 'trust']);
    const task = 'shop-1';
    await world.until(
      () => world.must<ManualStepView>(['step', 'status', task]),
      ({ copy, says }) => copy !== null && says === 'is driven by hand',
    );
    return { task, go };
  };

  rarely(
    'CM-31 outlives the daemon: killed in the middle, the step is done once and its caller hears of it',
    async () => {
      const { task, go } = await slow('killed');
      const waiting = world.drover(['step', 'test', task, '--json']);
      await world.until(
        () => world.must<ManualStepView>(['step', 'status', task]),
        ({ says }) => says.includes('test'),
      );
      process.kill(await world.daemonPid(), 'SIGKILL');
      writeFileSync(go, '');
      const told = await waiting;
      expect(told.code, told.out + told.err).toBe(0);
      expect(JSON.parse(told.out)).toMatchObject({ ok: true, data: { state: 'done', phase: 'test' } });
      expect((await step(task, 'status')).phase_history).toHaveLength(1);
    },
  );

  rarely('is left by Ctrl-C, which says how to see it again; another is refused meanwhile', async () => {
    const { task, go } = await slow('left');
    const child = spawn(process.execPath, [built('cli'), 'step', 'test', task], {
      cwd: world.checkout,
      env: world.env,
    });
    const err: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    const left = new Promise((resolve) => child.on('close', resolve));
    await world.until(
      () => world.must<ManualStepView>(['step', 'status', task]),
      ({ state, says }) => state === 'running' && says.includes('test'),
    );
    expect(await refused(['step', 'submit', task])).toBe('STEP_RUNNING');
    child.kill('SIGINT');
    expect(await left).toBe(130);
    expect(Buffer.concat(err).toString()).toContain(`drover step status ${task} --wait`);
    writeFileSync(go, '');
    expect((await step(task, 'status', '--wait')).state).toBe('done');
  });
});

describe('an agent that leads', () => {
  rarely(
    "takes, analyzes, develops, tests, submits with a person's yes and releases, by what the skill says",
    async () => {
      const cli = (...args: string[]) => ({ run: [process.execPath, built('cli'), ...args] });
      const lead = (prompt: string, ...steps: object[]) => ({ when: { prompt }, do: [...steps, { say: 'Done.' }] });
      world = await open(
        {
          script: {
            turns: [
              lead(
                'LEAD-ON',
                cli('step', 'take', '-w', 'shop', 'The heartbeat job fires too early.'),
                cli('step', 'analyze', 'shop-1'),
                cli('step', 'develop', 'shop-1', '--branch', 'fix/minutes'),
                cli('step', 'test', 'shop-1'),
                cli('step', 'submit', 'shop-1', '--title', 'Count in minutes', '--yes'),
                cli('step', 'submit', 'shop-1', '--title', 'Count in minutes'),
              ),
              lead(
                'LEAD-OFF',
                cli('step', 'status', 'shop-1', '--wait'),
                cli('step', 'release', 'shop-1', '--cleanup'),
              ),
              ...demoScript.turns,
            ],
          },
          config: 'policy: { plan: auto }\n',
        },
        'its task is the first',
      );
      await world.must(['workspace', 'add', 'shop', world.checkout]);
      await world.drover(['start', 'scripted', '--name', 'lead', '-d']);
      const sent = await world.drover(['send', 'lead', 'LEAD-ON', '--wait', '--timeout', '100s']);
      expect(sent.code, sent.err).toBe(0);
      const asked = await world.show('shop-1');
      expect(asked.open_questions.map(({ kind }) => kind)).toEqual(['submit']);
      expect(asked.branch).toBe('fix/minutes');
      expect(await world.remoteBranch('fix/minutes')).toBeNull();
      const { lines } = await world.must<{ lines: { text: string }[] }>(['task', 'log', 'shop-1']);
      expect(lines.some(({ text }) => text.startsWith('refused step.submit'))).toBe(true);
      expect((await world.drover(['answer', asked.open_questions[0]?.id ?? '', 'submit'])).code).toBe(0);
      const pushed = await world.until(
        () => world.remoteBranch('fix/minutes'),
        (commit) => commit !== null,
      );
      expect(pushed).toMatch(/^[0-9a-f]{40}$/);
      await world.drover(['send', 'lead', 'LEAD-OFF', '--wait', '--timeout', '100s']);
      const ended = await world.show('shop-1');
      expect([ended.outcome, await world.remoteBranch('fix/minutes')]).toEqual(['released', null]);
      await world.drover(['stop', 'lead']);
    },
  );
});
