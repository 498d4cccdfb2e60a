// A whole task driven by hand, through the program: take, analyze, develop, test, submit, release; and what each step refuses.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { StepTaken, StepView } from '../../src/contract/step.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

const take = (text = 'The heartbeat job fires too early.') => world.must<StepTaken>(['step', 'take', text], {});
const step = (task: string, ...args: string[]) => world.must<StepView>(['step', args[0] ?? '', task, ...args.slice(1)]);
const refused = async (args: readonly string[], env: Record<string, string> = {}) => {
  const reply = await world.ask(args, { env });
  return reply.ok ? 'ok' : reply.error_code;
};

describe('a task driven by hand', () => {
  it('CM-33 CM-34 CM-37 CM-49 CM-54 goes from the lease to the release, each step on record, and a person says submit', async () => {
    world = await openWorld({ config: 'policy: normal\n' });
    const taken = await take();
    const { task } = taken;
    expect(await refused(['step', 'submit', task])).toBe('EVIDENCE_MISSING');

    const analyzed = await step(task, 'analyze', '--agent', 'scripted', 'look at the clock');
    expect(analyzed).toMatchObject({ state: 'done', step: 'analyze', phase: 'analyze', failure: null });
    expect(analyzed.result?.analysis).toMatchObject({ complete: true, text: expect.stringContaining('nextBeat') });
    expect(readFileSync(analyzed.artifacts.analysis ?? '', 'utf8')).toContain('nextBeat');

    const developed = await step(task, 'develop', '--agent', 'scripted', '--branch', 'fix/minutes');
    expect(developed).toMatchObject({ state: 'done', phase: 'develop', branch: 'fix/minutes' });
    expect(developed.result?.criteria).toMatchObject([{ state: 'met', attempts: [{ result: 'all gates passed' }] }]);

    const tested = await step(task, 'test');
    expect(tested).toMatchObject({ state: 'done', phase: 'test', result: { tests: { passed: 4, failed: 0 } } });

    const waiting = await world.drover(['step', 'submit', task, '--title', 'Count in minutes', '--json']);
    expect(waiting.code, waiting.out).toBe(6);
    const asked = (JSON.parse(waiting.out) as { data: StepView }).data;
    expect(asked).toMatchObject({ state: 'waits', phase: 'test', open_questions: [{ kind: 'submit' }] });
    const again = await world.ask<StepView>(['step', 'submit', task]);
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
  });
});
