// What is asked around a deployment, and what an analysis may ask of an environment.

import { describe, expect, it } from 'vitest';
import { report, settings } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, now, standing } from '../../../../test/fakes/standing-task.ts';
import type { Verification } from '../../environment/look.ts';
import { instant } from '../../ids.ts';
import type { Notice } from '../../notice.ts';
import { type Learned, learn } from '../../parts/known.ts';
import { applyTask } from '../apply.ts';
import type { Known, TaskSpec, TaskStep } from '../task.ts';
import { commandsIn, environmentToAsk, wantsToKnow } from './probe.ts';

const environments = [
  { name: 'shop-prod', tier: 'prod' },
  { name: 'shop-stg', tier: 'staging' },
] as const;
const stated: Partial<TaskSpec> = { env: 'shop-prod', settings: { ...settings, environments } };
const known: Learned<Known> = { delivery: { pullRequest: 'https://forge/7', commit: 'c7' } };
/** Nothing of the task is at work then. */
const outside = new Set<TaskStep['kind']>(['deploying', 'verifying', 'verified']);
const at = (step: TaskStep, more: Learned<Known> = {}, own: Partial<TaskSpec> = {}) =>
  standing(step, learn(known, more), { slot: outside.has(step.kind) ? 'none' : 'held' }, { ...stated, ...own });
const choices = (decision: ReturnType<typeof decided>) =>
  decision.kind === 'ask' ? decision.question.choices.map(({ id, label }) => `${id}: ${label}`) : [];

describe('a deployment', () => {
  it('is asked for with every place that it may have gone to', () => {
    const asked = decided(at({ kind: 'deploying' }));
    expect(asked).toMatchObject({
      kind: 'ask',
      answeredBy: null,
      question: {
        ...{ kind: 'deployed', binding: 'c7 0' },
        shown: { env: 'shop-prod', pull_request: 'https://forge/7', commit: 'c7' },
      },
      state: { at: { back: { kind: 'deploying' } } },
    });
    expect(choices(asked)).toEqual([
      'deployed: it is deployed to shop-prod',
      'deployed_shop-stg: it is deployed to shop-stg',
      'skip: skip the verification',
      'wait: wait: ask again in an hour, or after the time you name',
    ]);
    const { text } = (asked as Extract<typeof asked, { kind: 'ask' }>).question;
    expect(text).toMatch(/^https:\/\/forge\/7 is to be deployed to shop-prod .*by you\. Is it there\?/);
    expect(text).toContain('Only what is logged after your answer counts.');
    const page = decided(at({ kind: 'deploying' }, { delivery: { pullRequest: null, commit: null } }));
    expect(page).toMatchObject({ question: { text: expect.stringMatching(/^It is to be deployed/), binding: ' 0' } });
  });

  it('is not asked for before its time, unless a person says so', () => {
    const later = at({ kind: 'deploying', until: instant(now + 1) });
    expect(decided(later)).toEqual({ kind: 'wait', until: now + 1, on: 'the deployment to shop-prod' });
    expect(decided(later, { now: instant(now + 1) }).kind).toBe('ask');
    const notices = [{ seq: 4, kind: 'retry', body: null } as Notice];
    expect(decided(later, { notices })).toMatchObject({ kind: 'ask', state: { heard: 4 } });
  });

  it('nowhere is the end', () => {
    expect(decided(at({ kind: 'deploying' }, {}, { env: null }))).toMatchObject({
      state: { at: { kind: 'releasing', outcome: { kind: 'released', why: 'submitted' }, back: null } },
    });
  });
});

describe('a verification', () => {
  const seen = (verdict: Verification['verdict'], env = 'shop-prod') =>
    ({
      ...{ env, at: instant(now), verdict, silent: false, summary: 'all is well', against: null },
      ...{ resolved: [], remaining: [], new: [] },
    }) as unknown as Verification;
  const verifying = (more: object): TaskStep => ({ kind: 'verifying', since: instant(now - 1), ...more });

  it('marks the logs, looks, and compares another environment with the one that was looked at before', () => {
    expect(decided(at(verifying({})))).toEqual({
      ...{ kind: 'perform', effect: { name: 'mark-environment', input: { env: 'shop-prod' } } },
    });
    const effect = (env?: string) => decided(at(verifying({ marks: null, ...(env && { env }) })));
    const input = { against: null, since: now - 1, marks: null };
    expect(effect()).toEqual({
      ...{ kind: 'perform', effect: { name: 'verify-environment', input: { env: 'shop-prod', ...input } } },
    });
    expect(effect('shop-stg')).toEqual({
      kind: 'perform',
      effect: { name: 'verify-environment', input: { env: 'shop-stg', ...input, against: 'shop-prod' } },
    });
  });

  it('that came to a verdict is told, and a person says what follows', () => {
    const step = verifying({ env: 'shop-stg', marks: null, seen: seen('remaining' as never, 'shop-stg') });
    expect(decided(at(step))).toMatchObject({
      kind: 'advance',
      state: {
        at: { kind: 'verified', since: now - 1, env: 'shop-stg', marks: null },
        known: { environment: { verification: { env: 'shop-stg' } } },
      },
      said: [
        {
          kind: 'environment_verified',
          data: { env: 'shop-stg', verdict: 'remaining', summary: 'all is well', against: null },
        },
      ],
    });
    const verified = (verdict: string, more: Learned<Known> = {}) =>
      decided(
        at(
          { kind: 'verified', since: instant(now) },
          learn<Learned<Known>>({ environment: { verification: seen(verdict as never) } }, more),
        ),
      );
    expect(choices(verified('remaining'))).toEqual([
      'release: release all the same, not verified',
      'fix: fix it: develop again with this report',
      'handle: I handle it',
      'roll_back: roll back',
      'again: look again',
    ]);
    expect(verified('remaining')).toMatchObject({ kind: 'ask', answeredBy: null, question: { kind: 'verified' } });
    expect(verified('resolved')).toMatchObject({ answeredBy: { choice: 'release' } });
    const split = choices(verified('resolved', { work: { features: { features: [], begun: 0 } } }));
    expect(split).toEqual(['release: release', 'handle: I handle it', 'again: look again']);
  });
});

describe('an answer', () => {
  const seen = (verdict: string) =>
    ({
      ...{ env: 'shop-prod', at: instant(now), verdict, silent: false, summary: 'all is well', against: null },
      ...{ resolved: [], remaining: [], new: [] },
    }) as unknown as Verification;
  const given = (step: TaskStep, choice: string, words: string | null = null, verdict = 'remaining') =>
    decided(at(asking(step), { environment: { verification: seen(verdict) }, work: { plan: onePlan } }), {
      questions: [answer(choice, words)],
    });
  const onePlan = {
    text: 'p',
    criteria: [{ label: 'SC-1', text: 't', verify: null, files: [], kind: 'behaviour' as const }],
  };
  const ends = (decision: ReturnType<typeof decided>) =>
    decision.kind === 'advance' && decision.state.at.kind === 'releasing' ? decision.state.at.outcome : null;
  const deploying: TaskStep = { kind: 'deploying' };
  const marks = { app: 'm1' } as never;
  const verified: TaskStep = { kind: 'verified', since: instant(5), env: 'shop-stg', marks };

  it('that it is deployed counts from then, there or elsewhere', () => {
    expect(given(deploying, 'deployed')).toMatchObject({
      state: { at: { kind: 'verifying', since: now } },
      said: [{ kind: 'deployed', data: { env: 'shop-prod', by: 'person:test' } }, { kind: 'phase_entered' }],
    });
    expect(given(deploying, 'deployed')).not.toHaveProperty('state.at.env');
    expect(given(deploying, 'deployed_shop-stg')).toMatchObject({
      state: { at: { kind: 'verifying', since: now, env: 'shop-stg' } },
      said: [{ data: { env: 'shop-stg' } }, { kind: 'phase_entered' }],
    });
  });

  it('may leave the verification out, or have it asked for later', () => {
    expect(ends(given(deploying, 'skip'))).toEqual({
      ...{ kind: 'not_verified', open: [] },
      why: 'submitted; the verification in shop-prod was skipped by person:test',
    });
    expect(given(deploying, 'wait')).toMatchObject({ state: { at: { kind: 'deploying', until: now + 3_600_000 } } });
    expect(given(deploying, 'wait', '2m')).toMatchObject({ state: { at: { until: now + 120_000 } } });
  });

  it('to what was seen releases the task by what that was', () => {
    expect(ends(given(verified, 'release', null, 'resolved'))?.why).toContain('submitted; resolved in shop-prod');
    expect(ends(given(verified, 'release'))).toEqual({
      ...{ kind: 'not_verified', open: [] },
      why: 'submitted; remaining in shop-prod, released all the same by person:test',
    });
    expect(ends(given(verified, 'handle'))).toEqual({
      ...{ kind: 'not_verified', open: [] },
      why: 'person:test handles it: remaining in shop-prod',
    });
  });

  it('has it mended with what was seen and what a person says, rolled back, or looked at again', () => {
    expect(given(verified, 'fix', 'try the clock')).toMatchObject({
      state: {
        at: {
          kind: 'developing',
          advice: expect.stringMatching(/trouble is not gone\. The person says: try the clock\n[\s\S]*shop-prod/),
        },
      },
    });
    expect(given(verified, 'fix')).toMatchObject({
      state: { at: { advice: expect.not.stringContaining('The person says') } },
    });
    expect(given(verified, 'roll_back')).toMatchObject({ state: { at: { kind: 'rolling_back', by: 'person:test' } } });
    expect(given(verified, 'again')).toMatchObject({
      state: { at: { kind: 'verifying', since: 5, env: 'shop-stg', marks } },
    });
  });
});

describe('what a look came to', () => {
  const verifying: TaskStep = { kind: 'verifying', since: instant(now) };
  const looked = (name: string, result: object, step: TaskStep = verifying) =>
    applyTask(at(step), { name, input: { env: 'shop-prod', against: 'shop-stg' }, result } as never, instant(now + 1))
      .state.at;
  const failure = { error_code: 'SSH_UNREACHABLE', message: 'no way there' };

  it('marks where the logs stand, or that nobody could say', () => {
    expect(looked('mark-environment', { kind: 'done', output: { marks: { app: 'm' } } })).toEqual({
      ...verifying,
      marks: { app: 'm' },
    });
    expect(looked('mark-environment', { kind: 'failed', failure })).toEqual({ ...verifying, marks: null });
  });

  it('that could not be made is no verdict', () => {
    expect(looked('verify-environment', { kind: 'failed', failure })).toMatchObject({
      since: now,
      seen: {
        ...{ env: 'shop-prod', against: 'shop-stg', at: now + 1, verdict: 'unknown', silent: false },
        ...{ summary: expect.stringContaining('no way there'), resolved: [], remaining: [], new: [] },
      },
    });
  });

  it('by a clock that went back counts from when it was made', () => {
    const output = (when: number) => ({ kind: 'done', output: { at: instant(when), verdict: 'unknown' } });
    expect(looked('verify-environment', output(now - 7))).toMatchObject({ since: now - 7 });
    expect(looked('verify-environment', output(now + 7))).toMatchObject({ since: now, seen: { at: now + 7 } });
  });
});

describe('what an analysis wants to know', () => {
  const looks = (...commands: readonly string[]): Learned<Known> => ({
    work: { report: { report: { ...report, looks: commands } as never, text: '' } },
  });
  const looking = (more: object = {}): TaskStep => ({
    ...{ kind: 'looking', commands: ['ls', 'uptime'], looks: 2, words: 'the timer', allowed: false },
    ...more,
  });

  it('is asked for where an environment takes part and was not asked enough: ten commands that can be read', () => {
    const wanted = (more: Learned<Known>, own: Partial<TaskSpec> = {}) =>
      wantsToKnow(at({ kind: 'planning', looks: 0 }, more, own), 1);
    expect(wanted(looks('ls'))).toEqual({
      ...{ kind: 'looking', commands: ['ls'], looks: 1, words: null, allowed: false },
    });
    const many = Array.from({ length: 12 }, (_, index) => `ls ${index}`);
    expect(wanted(looks('x'.repeat(1_001), ...many))?.commands).toEqual(many.slice(0, 10));
    expect(wanted(looks('x'.repeat(1_000)))?.commands).toHaveLength(1);
    expect([wanted(looks()), wanted({}), wanted(looks('ls'), { env: null })]).toEqual([null, null, null]);
    const asked = (rounds: number) => ({ environment: { asked: { rounds, allowed: true, all: [] } } });
    expect(wanted({ ...looks('ls'), ...asked(1) })).toMatchObject({ allowed: true });
    expect(wanted({ ...looks('ls'), ...asked(2) })).toBeNull();
    expect(environmentToAsk(at(looking()))).toEqual({ mayAsk: 'shop-prod' });
  });

  it('is a person’s to allow in production, once or for the task, and nobody’s elsewhere', () => {
    const asked = decided(at(looking()));
    expect(asked).toMatchObject({
      question: {
        kind: 'permission',
        text: 'The analysis wants to ask shop-prod, which is production:\n$ ls\n$ uptime',
        binding: '["ls","uptime"]',
      },
    });
    expect(choices(asked)).toEqual([
      ...['once: allow it once', 'task: allow it for this task', 'deny: go on without', 'cancel: cancel the task'],
    ]);
    const input = { commands: ['ls', 'uptime'], keep: false };
    const effect = (env: string) => ({
      kind: 'perform',
      effect: { name: 'look-at-environment', input: { env, ...input } },
    });
    expect(decided(at(looking({ allowed: true })))).toEqual(effect('shop-prod'));
    expect(decided(at(looking(), {}, { env: 'shop-stg' }))).toEqual(effect('shop-stg'));
    const given = (choice: string) => decided(at(asking(looking())), { questions: [answer(choice)] });
    expect(given('once')).toMatchObject({
      state: { at: { kind: 'looking', allowed: true }, known: { environment: { asked: { allowed: false } } } },
    });
    expect(given('task')).toMatchObject({
      state: { at: { kind: 'looking', allowed: true }, known: { environment: { asked: { allowed: true } } } },
    });
    expect(given('deny')).toMatchObject({
      state: { at: { kind: 'planning', looks: 2 }, known: { environment: { asked: { rounds: 2 } } } },
    });
  });

  it('is kept with what it said, and the analysis goes on with it; what is not allowed is an answer too', () => {
    const before = { rounds: 1, allowed: true, all: [{ command: 'df', said: 'full' }] } as never;
    const input = { env: 'shop-prod', commands: ['ls'], keep: false };
    const failed = (error_code: string) =>
      applyTask(at(looking(), { environment: { asked: before } }), {
        ...{ name: 'look-at-environment', input },
        result: { kind: 'failed', failure: { error_code, message: 'no' } },
      } as never);
    expect(failed('COMMAND_DENIED')).toMatchObject({
      state: {
        at: { kind: 'analyzing', looks: 2, words: 'the timer' },
        known: {
          environment: {
            asked: {
              rounds: 2,
              allowed: true,
              all: [{ command: 'df' }, { command: 'ls', said: 'no (COMMAND_DENIED)' }],
            },
          },
        },
      },
      said: [
        { kind: 'environment_asked', data: { env: 'shop-prod', commands: ['ls'] } },
        { kind: 'phase_entered', data: { phase: 'analyze', left: 'probe' } },
      ],
    });
    expect(failed('SSH_UNREACHABLE').state.at).toMatchObject({ kind: 'troubled', back: looking() });
  });

  it('lines of a person that begin with $ are asked of it, the others of the agent', () => {
    expect(commandsIn(' look at the timer \n  $  uptime  \n$ls -l\n$\n then stop ')).toEqual({
      commands: ['uptime', 'ls -l'],
      rest: 'look at the timer \n$\n then stop',
    });
    expect(commandsIn(`$ ${'x'.repeat(1_001)}`)).toEqual({ commands: [], rest: '' });
  });
});
