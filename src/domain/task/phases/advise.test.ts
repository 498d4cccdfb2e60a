// Another agent looks why a criterion does not go on.
import { describe, expect, it } from 'vitest';
import { base, gateResult, hub, settings, turn } from '../../../../test/fakes/outside.ts';
import { decided, done, standing } from '../../../../test/fakes/standing-task.ts';
import type { Criterion } from '../../criterion/criterion.ts';
import type { Run, RunResult } from '../../run/run.ts';
import type { TaskView } from '../moves.ts';
import type { Task, TaskSpec, TaskStep } from '../task.ts';
import { seekAdvice } from './advise.ts';

const appointed: Partial<TaskSpec> = {
  settings: {
    ...{ ...settings, appointed: ['advise'] },
    agents: { ...settings.agents, advise: ['one', 'two', 'three'] },
  },
};
const developing = { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null } as const;
const advising = (more: object = {}): TaskStep => ({
  ...{ kind: 'advising', back: developing, why: 'seven attempts failed', agent: 0, tree: 't5', ...more },
});
const child = (state: object = {}) =>
  ({
    ...{ id: 'shop-1/SC-1', kind: 'criterion', key: 'SC-1', ended: true },
    spec: {
      ...{
        label: 'SC-1',
        text: 'it fires',
        verify: null,
        kind: 'behaviour',
        plan: 'multiply',
        agents: ['one'],
        attempts: 7,
      },
    },
    state: {
      ...{ agent: 0, answer: 'I give up', at: { kind: 'ended' } },
      history: [
        { number: 1, results: [gateResult('lint', 'failed')] },
        { number: 2, results: [gateResult('test', 'failed')] },
      ],
      ...state,
    },
  }) as unknown as Criterion;
const view = (thing: Task, ...children: TaskView['children']): TaskView => ({
  ...{ thing, children, notices: [], questions: [], slot: { kind: 'held' as const }, now: 1 as TaskView['now'] },
});
const ran = (result: RunResult, ending: object = { kind: 'exited', code: 0 }) =>
  ({
    ...{ id: 'r1', kind: 'run', key: 'run-1', ended: true, spec: { purpose: { kind: 'agent', agent: 'two' } } },
    state: { kind: 'ended', endedAt: 1, startedAt: 1, ending, result },
  }) as unknown as Run;

describe('advice is sought', () => {
  const sought = (stated: Partial<TaskSpec>, of = child(), advised?: readonly string[]) =>
    seekAdvice(
      view(standing(developing, {}, advised === undefined ? {} : { advised }, stated), of),
      developing,
      of,
      'no way',
    );

  it('PC-31 twice for a criterion, of whoever was appointed and is not the one that is stuck', () => {
    expect(sought(appointed)).toMatchObject({
      kind: 'advance',
      state: {
        advised: ['SC-1'],
        at: { kind: 'advising', back: developing, why: 'no way', agent: 0, tree: null },
      },
    });
    expect(sought(appointed, child(), ['SC-2'])).toMatchObject({ state: { advised: ['SC-2', 'SC-1'] } });
    expect(sought(appointed, child(), ['SC-1'])).toMatchObject({ state: { advised: ['SC-1', 'SC-1'] } });
    expect(sought(appointed, child(), ['SC-1', 'SC-2', 'SC-1'])).toBeNull();
    expect(sought({}, child())).toBeNull();
    expect(sought({ settings: { ...settings, advisers: ['one', 'two'] } })).not.toBeNull();
    expect(sought({ settings: { ...settings, advisers: ['one'] } })).toBeNull();
    expect(sought(appointed, child({ history: [{ number: 7, results: [] }] }))).toBeNull();
    expect(sought(appointed, child({ history: [{ number: 6, results: [] }] }))).not.toBeNull();
    expect(sought(appointed, child({ history: [] }))).toBeNull();
    const alone = { ...settings, appointed: ['advise' as const] };
    expect(sought({ settings: alone })).toBeNull();
    expect(sought({ settings: { ...alone, agents: { ...alone.agents, advise: ['two'] } } })).not.toBeNull();
  });
});

describe('who advises', () => {
  it('has the copy looked at first, and is compared with that', () => {
    expect(decided(standing(advising({ tree: null }), {}, {}, appointed))).toMatchObject({
      effect: { name: 'snapshot', input: { hub, copy: '/copy', base: base.tree, label: 'shop-1/reading-0' } },
    });
    expect(done(standing(advising({ tree: null })), 'snapshot', { tree: 't6' }).state.at).toEqual(
      advising({ tree: 't6' }),
    );
  });

  it('begins a turn that may only look, told of all that differs from the base', () => {
    const begun = decided(standing(advising(), {}, {}, appointed), { children: [child()] });
    expect(begun).toMatchObject({
      kind: 'spawn',
      children: [
        {
          spec: {
            purpose: {
              ...{ kind: 'agent', role: 'advise', agent: 'two', mode: 'analysis', resume: null, copy: '/copy', hub },
              changesSince: base.tree,
            },
            deadlineMs: 60_000,
          },
        },
      ],
      said: [{ kind: 'advice_sought', data: { agent: 'two', criterion: 'SC-1' } }],
    });
    const [{ spec }] = (begun as never as { children: [{ spec: { purpose: { prompt: string } } }] }).children;
    expect(spec.purpose.prompt).toContain(
      'one does not get on with criterion SC-1 after 2 attempts: seven attempts failed.',
    );
    for (const told of ['it fires', 'heartbeat does not fire', 'multiply', 'I give up', 'test'])
      expect(spec.purpose.prompt).toContain(told);
    expect(spec.purpose.prompt).not.toContain('lint');
  });

  it('goes on with its conversation where it was cut', () => {
    expect(decided(standing(advising({ resume: 'c9' }), {}, {}, appointed), { children: [child()] })).toMatchObject({
      children: [{ spec: { purpose: { resume: 'c9', prompt: expect.stringContaining('was cut off') } } }],
    });
  });

  it('is nobody more where all were tried, or the criterion is gone: the work goes on from where it was', () => {
    for (const [at, children] of [
      [advising({ agent: 2 }), [child()]],
      [advising(), []],
    ] as const)
      expect(decided(standing(at, {}, {}, appointed), { children })).toMatchObject({
        kind: 'advance',
        state: { at: developing },
      });
  });
});

describe('what came of it', () => {
  const came = (run: Run | null, more: object = {}) =>
    decided(standing(advising(more), {}, { runs: 1 }, appointed), {
      children: run === null ? [child()] : [child(), run],
    });

  it('is waited for', () => {
    expect(came(null)).toEqual({ kind: 'wait', until: null, on: 'the advice' });
  });

  it('is counsel for the next criterion of the same label, shortened to what fits', () => {
    const text = 'y'.repeat(8_001);
    expect(came(ran(turn(text)))).toMatchObject({
      state: {
        fetched: 1,
        at: {
          ...{ kind: 'reading_advice', tree: 't5' },
          next: { ...developing, key: 'SC-1.2', counsel: { from: 'two', text: 'y'.repeat(8_000) } },
        },
      },
    });
  });

  it('is the same turn again where it was cut, and the next agent where it failed', () => {
    expect(came(ran(turn('half'), { kind: 'lost' }))).toMatchObject({
      state: { fetched: 1, at: advising({ resume: 'conv-1' }) },
      said: [{ kind: 'turn_cut', data: { conversation: 'conv-1' } }],
    });
    const failed = turn('', { outcome: { kind: 'failed', message: 'it broke' } as never });
    expect(came(ran(failed), { resume: 'c9' })).toMatchObject({
      state: { fetched: 1, at: { kind: 'advising', agent: 1, resume: null } },
      said: [{ kind: 'agent_failed', data: { agent: 'two' } }],
    });
  });

  it('is given on with the copy as it was: what it wrote all the same is undone', () => {
    const next = { ...developing, key: 'SC-1.2', counsel: { from: 'two', text: 'look at the clock' } };
    const reading: TaskStep = { kind: 'reading_advice', tree: 't5', next };
    expect(decided(standing(reading, {}, { runs: 1 }))).toMatchObject({
      effect: { name: 'snapshot', input: { label: 'shop-1/reading-1' } },
    });
    const said = [{ kind: 'advice_given', data: { agent: 'two', text: 'look at the clock' } }];
    expect(done(standing(reading), 'snapshot', { tree: 't5' })).toMatchObject({ state: { at: next }, said });
    const undoing: TaskStep = { kind: 'undoing_reading', tree: 't5', next };
    expect(done(standing(reading), 'snapshot', { tree: 't6' })).toMatchObject({ state: { at: undoing }, said });
    expect(decided(standing(undoing, {}, { runs: 1 }))).toEqual({
      ...{ kind: 'perform' },
      effect: { name: 'restore-copy', input: { hub, copy: '/copy', tree: 't5', label: 'shop-1/reading-1' } },
    });
    expect(done(standing(undoing), 'restore-copy', { changed: ['a.js'] })).toMatchObject({
      state: { at: next },
      said: [{ kind: 'wrote_in_read_only', data: { paths: ['a.js'] } }],
    });
  });
});
