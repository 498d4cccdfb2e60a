import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base, report as found, gatePlan, gateResult, gateSettings, settings } from '../../../../test/fakes/outside.ts';
import { begin, happen, type Machine, type Pick, type Played, round, say } from '../../../../test/fakes/play.ts';
import type { Criterion } from '../../criterion/criterion.ts';
import type { Performed } from '../../effect/effect.ts';
import { type HostId, instant, taskId } from '../../ids.ts';
import { leaseMs } from '../../lease/judge-lease.ts';
import type { Notice } from '../../notice.ts';
import { type Learned, learn } from '../../parts/known.ts';
import type { Report } from '../../plan/report.ts';
import type { Run } from '../../run/run.ts';
import { applyTask } from '../apply.ts';
import { decideTask } from '../decide.ts';
import type { TaskView } from '../moves.ts';
import { firstTaskState, type Known, type Task, type TaskState, type TaskStep } from '../task.ts';
import type { ManualStep, ManualStepEnd, ManualWish } from './step.ts';

const now = instant(1_000_000);
const end = instant(now + leaseMs);
const id = taskId('shop', 1);
const test: ManualWish = { step: 'test' };
const analyze: ManualWish = { step: 'analyze', agent: null, words: null };
const develop = { step: 'develop', agent: null, plan: null, branch: null, words: null, agreed: true } as const;
const submit = { step: 'submit', title: null, body: null, override: null } as const;
const criterion = { label: 'SC-1', text: 'it fires', verify: null, files: [], kind: 'behaviour' } as const;
const green = [gateResult('test', 'passed')];

const underWay = (wish: ManualWish, more: Partial<ManualStep> = {}): ManualStep => ({
  ...{ fence: 3, wish, seq: 1, by: 'caller', began: now, from: 'confirm', until: end, cleared: false },
  ...more,
});

function aTask(at: TaskStep, more: Partial<TaskState> = {}, known: Learned<Known> = {}): Task {
  const first = firstTaskState('hand');
  const all: Learned<Known> = {
    place: {
      ...{ base, gatePlan, gateSettings, hub: { path: '/hub', checkout: '/checkout' } },
      copy: { path: '/copy', branch: 'drover/shop-1', tree: 't0' },
    },
    work: { baseline: green, plan: { text: 'multiply', criteria: [criterion] } },
  };
  const spec = {
    ...{ number: 1, text: 'heartbeat does not fire', title: null, branch: null, base: null, until: null },
    ...{ plan: null, priority: 0, inferred: false, by: 'caller' },
    driven: 'hand',
    settings: { ...settings, preset: 'careful' },
  } as const;
  return {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host: 'here' as HostId, version: 1, fence: 1, effects: 0 },
    ...{ ended: false, createdAt: now, updatedAt: now, spec },
    state: { ...first, at, prices: [], ...more, known: learn(learn(first.known, all), known) },
  };
}

const wished = (wish: ManualWish, seq = 1): Notice => ({
  ...{ thing: id, seq, at: now, by: 'caller', kind: 'step', body: { fence: 3, wish } },
});
const decide = (thing: Task, more: Partial<TaskView> = {}, at = now) =>
  decideTask({ thing, children: [], notices: [], questions: [], slot: { kind: 'none' }, ...more }, at);
const moved = (...given: Parameters<typeof decide>): TaskState => {
  const decided = decide(...given);
  if (decided.kind !== 'advance') throw new Error(`it does ${JSON.stringify(decided).slice(0, 300)}`);
  return decided.state;
};
const apply = (thing: Task, name: string, output: unknown) =>
  applyTask(thing, { name, input: {}, result: { kind: 'done', output } } as unknown as Performed);
const held = (wish: ManualWish, known: Learned<Known> = {}) => {
  const at: TaskStep = { kind: 'holding', renew: false, next: { kind: 'by_hand', phase: 'confirm' } };
  return apply(aTask(at, { step: underWay(wish, { until: null }) }, known), 'hold-lease', { until: end }).state;
};
const endOf = ({ step }: ManualWish): ManualStepEnd => ({
  ...{ seq: 0, step, failure: null },
  changed: { files: ['old.js'], more: 0, totals: { files: 1, added: 1, removed: 0 } },
});
const lastOf = ({ steps }: TaskState) => steps?.at(-1);

describe('a step that is wished for', () => {
  it('begins with a look at its lease, and only where none is under way', () => {
    const resting = aTask({ kind: 'by_hand' });
    const state = moved(resting, { notices: [wished(test)] });
    expect(state).toMatchObject({ at: { kind: 'holding' }, step: { fence: 3, seq: 1, from: 'confirm' }, stepped: 1 });
    expect(decide(aTask(state.at, state))).toMatchObject({
      effect: { name: 'hold-lease', input: { fence: 3, renew: false } },
    });
    expect(decide(aTask({ kind: 'by_hand' }, { stepped: 1 }), { notices: [wished(test)] }).kind).toBe('wait');
    const busy = aTask({ kind: 'checking' }, { step: underWay(test), stepped: 1 });
    const old = { kind: 'run', key: 'run-1', ended: false } as unknown as Run;
    expect(decide(resting, { notices: [wished(test)], children: [old] })).toMatchObject({ kind: 'wait' });
    expect(decide(busy, { notices: [wished(test), wished(analyze, 2)] })).toMatchObject({
      effect: { name: 'snapshot' },
    });
  });

  it('CM-31 is over, with nothing changed, where the lease does not hold any more', () => {
    const at: TaskStep = { kind: 'holding', renew: false, next: { kind: 'by_hand', phase: 'analyze' } };
    const step = underWay(test, { from: 'analyze' });
    const before = aTask(at, { step, phase: 'analyze' }, { work: { proven: 't1' } });
    const lost = apply(before, 'hold-lease', { until: null }).state;
    const state = moved({ ...before, state: lost });
    expect(lastOf(state)).toMatchObject({ seq: 1, failure: { error_code: 'LEASE_EXPIRED' } });
    expect(state).toMatchObject({ at: { kind: 'by_hand', phase: 'analyze' }, phase: 'analyze', step: null });
    expect(state.known.work.proven).toBe('t1');
  });

  it.each([
    [analyze, 'comparing'],
    [develop, 'comparing'],
    [{ ...develop, branch: 'drover/shop-1' }, 'comparing'],
    [{ ...develop, branch: 'fix/other' }, 'switching_branch'],
    [test, 'checking'],
    [submit, 'comparing'],
  ] as const)('CM-45 %j goes on to %s', (wish, kind) => {
    expect(held(wish).at.kind).toBe(kind);
  });

  it('has the base judged once, before anybody works on it', () => {
    for (const wish of [analyze, develop, test])
      expect(held(wish, { work: { baseline: [] } }).at.kind).toBe('staging_base');
    expect(held(submit, { work: { baseline: [] } }).at.kind).toBe('comparing');
  });

  it('an analysis keeps what was edited by hand before it', () => {
    const looked = aTask({ kind: 'comparing', phase: 'analyze' }, { step: underWay(analyze) });
    expect(apply(looked, 'snapshot', { tree: 't5', commits: 0, changes: [] }).state).toMatchObject({
      at: { kind: 'analyzing' },
      known: { place: { copy: { tree: 't5' } } },
    });
  });
});

describe('a step that is done', () => {
  it.each([
    [analyze, { kind: 'planning', looks: 0 }, 'analyze'],
    [develop, { kind: 'checking' }, 'develop'],
  ] as const)('%j at %j goes on record under its phase', (wish, at, phase) => {
    const looking = moved(aTask(at, { step: underWay(wish) }));
    expect(decide(aTask(looking.at, looking))).toMatchObject({
      effect: { name: 'snapshot', input: { base: 't0', label: 'shop-1/done-1' } },
    });
    const renamed = { path: 'b.js', kind: 'renamed', from: 'a.js', added: 1, removed: 2, binary: false, bytes: 9 };
    const seen = { tree: 't5', commits: 0, changes: [renamed] };
    const { state } = apply(aTask(looking.at, looking), 'snapshot', seen);
    expect(decide(aTask(state.at, state))).toMatchObject({
      effect: { name: 'keep-step', input: { fence: 3, phase, entered: now } },
    });
    const totals = { files: 1, added: 1, removed: 2 };
    const { steps } = apply(aTask(state.at, { ...state, steps: [endOf(wish), endOf(test)] }), 'keep-step', {
      until: end,
    }).state;
    expect(steps).toEqual([
      { seq: 0, step: wish.step, failure: null },
      endOf(test),
      { ...endOf(wish), seq: 1, changed: { files: ['a.js', 'b.js'], more: 0, totals } },
    ]);
  });

  it('of tests goes on record when every gate and hook has passed, and never on to a submission', () => {
    const recording: TaskStep = { kind: 'recording_test', tree: 't1', results: green, next: 'hunks_tried' };
    const { at } = apply(aTask(recording, { step: underWay(test) }), 'record-evidence', { from: 1, to: 1 }).state;
    expect(at).toEqual({ kind: 'keeping_step', phase: 'test' });
    const again = apply(aTask(recording, { step: underWay(submit) }), 'record-evidence', { from: 1, to: 1 }).state;
    expect(again.at).toEqual({ kind: 'submitting' });
  });

  it('CM-33 leaves its phase; one that failed leaves the one before', () => {
    const keeping: TaskStep = { kind: 'keeping_step', phase: 'test' };
    const step = underWay(test, { from: 'develop' });
    const done = apply(aTask(keeping, { step, fixes: 2 }), 'keep-step', { until: end }).state;
    expect(done).toMatchObject({ at: { kind: 'by_hand', phase: 'test' }, phase: 'test', step: null, fixes: 0 });
    expect(lastOf(done)).toMatchObject({ failure: null });
    const red = [gateResult('test', 'failed', { why: '1 failed' })];
    const failed = moved(aTask({ kind: 'test_judged', results: red }, { step, phase: 'test' }));
    expect(failed).toMatchObject({ at: { kind: 'by_hand', phase: 'develop' }, phase: 'develop', fixes: 1 });
    expect(lastOf(failed)).toMatchObject({
      failure: { error_code: 'TEST_FAILED', details: { results: [{ gate: 'test', why: '1 failed' }] } },
    });
  });

  it('is not done where its lease was lost meanwhile', () => {
    const thing = aTask({ kind: 'keeping_step', phase: 'test' }, { step: underWay(test) });
    const { state } = apply(thing, 'keep-step', { until: null });
    expect(lastOf(moved({ ...thing, state }))).toMatchObject({ failure: { error_code: 'LEASE_EXPIRED' } });
  });

  it('of development proves nothing yet: that is for the test', () => {
    const thing = aTask(
      { kind: 'keeping_step', phase: 'develop' },
      { step: underWay(develop) },
      { work: { proven: 't1' } },
    );
    expect(apply(thing, 'keep-step', { until: end }).state.known.work.proven).toBeNull();
  });
});

describe('while a step is under way', () => {
  it('its lease is renewed in time, and what runs goes on', () => {
    const run = { kind: 'run', key: 'run-1', ended: false, state: { kind: 'requested' }, spec: {} } as unknown as Run;
    const analyzing: TaskStep = { kind: 'analyzing', agent: 0, resume: null, missing: null, looks: 0, words: null };
    const thing = aTask(analyzing, { step: underWay(analyze), runs: 1 });
    expect(decide(thing, { children: [run] })).toEqual({
      ...{ kind: 'wait', until: now + leaseMs / 2, on: 'the analysis' },
    });
    const due = instant(now + leaseMs / 2);
    const renewing = moved(thing, { children: [run] }, due);
    expect(renewing.at).toEqual({ kind: 'holding', renew: true, next: analyzing });
    const renewed = apply({ ...thing, state: renewing }, 'hold-lease', { until: due + leaseMs }).state;
    expect(renewed).toMatchObject({ at: analyzing, step: { until: due + leaseMs } });
    const lost = apply({ ...thing, state: renewing }, 'hold-lease', { until: null }).state;
    expect(decide({ ...thing, state: lost }, { children: [run] }, due)).toMatchObject({
      ...{ kind: 'advance', notices: [{ kind: 'cancel' }], state: { at: { kind: 'by_hand' } } },
      closeQuestions: expect.any(String),
    });
  });

  it('keeps its slot while a person is asked', () => {
    const asking: TaskStep = { kind: 'asking', question: 'plan', key: 'k', back: { kind: 'planning', looks: 0 } };
    expect(decide(aTask(asking, { step: underWay(develop) })).kind).toBe('wait');
    expect(decide(aTask({ kind: 'by_hand' })).kind).toBe('wait');
  });

  it('a person is asked about failing tests once the rounds are used up, not before', () => {
    const red = [gateResult('test', 'failed')];
    const at: TaskStep = { kind: 'test_judged', results: red };
    expect(decide(aTask(at, { step: underWay(test), fixes: 1 })).kind).toBe('advance');
    expect(decide(aTask(at, { step: underWay(test), fixes: 2 }))).toMatchObject({
      question: { kind: 'tests_failed' },
    });
    const lint: TaskStep = { kind: 'test_judged', results: [gateResult('lint', 'failed')] };
    expect(lastOf(moved(aTask(lint, { step: underWay(test), fixes: 2 })))?.failure?.error_code).toBe('TEST_FAILED');
  });

  it('a failure outside ends it with its own code, and nobody is asked', () => {
    const result = {
      ...{ kind: 'plain', ok: false, why: 'no', tail: '' },
      failure: { error_code: 'PUSH_REJECTED', message: 'no' },
    };
    const run = {
      ...{ kind: 'run', key: 'run-1', ended: true, spec: {} },
      state: { kind: 'ended', ending: { kind: 'exited', code: 1 }, result },
    } as unknown as Run;
    const pushing = aTask(
      { kind: 'pushing', fresh: true },
      { step: underWay(submit), runs: 1 },
      { delivery: { commit: 'c1' } },
    );
    const looking = { ...pushing, state: moved(pushing, { children: [run] }) };
    const input = { hub: { path: '/hub', checkout: '/shop' }, branch: 'x', commit: 'c1' };
    const output = { there: false, at: null };
    const looked = applyTask(looking, { name: 'confirm-push', input, result: { kind: 'done', output } });
    const state = moved({ ...looking, state: looked.state }, { children: [run] });
    expect(lastOf(state)).toMatchObject({ failure: { error_code: 'PUSH_REJECTED' } });
    const after = { ...pushing, state };
    expect(decide(after, { children: [run], notices: [wished(submit, 2)] })).toMatchObject({ kind: 'advance' });
  });
});

it('a set-up that fails ends a step by hand once: the next one begins it anew', () => {
  const failure = { error_code: 'SETUP_FAILED', message: 'no' };
  const run = {
    ...{ kind: 'run', key: 'run-1', ended: true, spec: {} },
    state: {
      ...{ kind: 'ended', ending: { kind: 'exited', code: 1 } },
      result: { kind: 'plain', ok: false, why: 'no', tail: '', failure },
    },
  } as unknown as Run;
  const place = { gatePlan: { ...gatePlan, setup: [['npm', 'ci']] } };
  const settingUp: TaskStep = { kind: 'setting_up', folder: '/deps', index: 0 };
  const state = moved(aTask(settingUp, { step: underWay(test), runs: 1 }, { place }), { children: [run] });
  expect(lastOf(state)).toMatchObject({ failure: { error_code: 'SETUP_FAILED' } });
  expect(state).toMatchObject({ at: { kind: 'by_hand' }, fetched: 1 });
  const again = aTask(settingUp, { ...state, at: settingUp, step: underWay(test) }, { place });
  expect(decide(again, { children: [run] })).toMatchObject({ kind: 'spawn', state: { runs: 2 } });
});

describe('development by hand', () => {
  const planning: TaskStep = { kind: 'planning', looks: 0 };

  it('asks whether the plan is right, but not the person who wants it', () => {
    expect(
      decide(aTask(planning, { step: underWay({ ...develop, agreed: false }) }, { work: { plan: null } })),
    ).toMatchObject({
      question: { kind: 'plan' },
    });
    expect(moved(aTask(planning, { step: underWay(develop) }, { work: { plan: null } })).at.kind).toBe('developing');
  });

  it('goes on with the plan that was agreed to, until another analysis was made', () => {
    const step = underWay({ ...develop, agreed: false, words: 'the empty list fails' });
    const plan = { text: 'multiply', criteria: [criterion] };
    expect(moved(aTask(planning, { step }, { work: { plan } })).known.work.plan).toEqual(plan);
    expect(
      decide(aTask(planning, { step }, { work: { plan: { ...plan, text: 'heartbeat does not fire' } } })).kind,
    ).toBe('ask');
    expect(
      decide(aTask(planning, { step: underWay({ ...step.wish, plan: 'another' } as ManualWish) }, { work: { plan } }))
        .kind,
    ).toBe('ask');
    expect(held(analyze, { work: { plan } }).known.work.plan).toBeNull();
    expect(held(test, { work: { plan } }).known.work.plan).toEqual(plan);
    expect(held(test, { work: { plan: null } }).known.work.plan?.text).toBe('heartbeat does not fire');
  });

  it('an analysis that no agent could make is over with the plan of a person', () => {
    const at: TaskStep = { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null };
    expect(moved(aTask(at, { step: underWay(analyze) }))).toMatchObject({
      at: { kind: 'comparing', phase: 'analyze' },
      step: { over: true },
    });
  });

  it('CM-37 a plan of one\'s own has what the analysis found beside it, or "(not available)"', () => {
    const step = underWay({ ...develop, plan: 'count in minutes' });
    const with_ = { report: null, text: 'minutes are taken for seconds' };
    expect(moved(aTask(planning, { step }, { work: { report: with_ } })).known.work.plan?.text).toBe(
      'count in minutes\n\nWhat the analysis found:\nminutes are taken for seconds',
    );
    expect(moved(aTask(planning, { step }, { work: { report: null } })).known.work.plan?.text).toContain(
      '(not available)',
    );
    const told = moved(aTask(planning, { step }, { work: { report: { report: found as Report, text: '{}' } } })).known
      .work.plan?.text;
    expect(told).toContain('Cause: minutes are taken for seconds');
  });

  it('is a criterion of its own each time, and hears what was said with the step', () => {
    const at: TaskStep = { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null };
    const old = { kind: 'criterion', key: 'SC-1', createdAt: now, ended: true } as unknown as Criterion;
    const step = underWay({ ...develop, words: 'and the empty list' }, { began: instant(now + 1) });
    const again = moved(aTask(at, { step }), { children: [old] });
    expect(again.at).toMatchObject({ key: 'SC-1.2', advice: null });
    const told = moved(aTask(again.at, { step }), { children: [old] });
    expect(told.at).toMatchObject({ key: 'SC-1.2', advice: 'and the empty list' });
  });

  it('is done by the agent that is named', () => {
    const at: TaskStep = { kind: 'analyzing', agent: 0, resume: null, missing: null, looks: 0, words: null };
    expect(decide(aTask(at, { step: underWay({ ...analyze, agent: 'two' }) }))).toMatchObject({
      children: [{ spec: { purpose: { agent: 'two' } } }],
    });
  });
});

describe('submission by hand', () => {
  const compared = (known: Learned<Known>, wish: ManualWish = submit) => {
    const thing = aTask({ kind: 'comparing', phase: 'submit' }, { step: underWay(wish) }, known);
    return { ...thing, state: apply(thing, 'snapshot', { tree: 't1', commits: 0, changes: [] }).state };
  };

  it('CM-75 is refused without evidence, and where the copy was changed since', () => {
    const code = (known: Learned<Known>) => lastOf(moved(compared(known)))?.failure?.error_code;
    expect([code({ work: { proven: null } }), code({ work: { proven: 't0' } })]).toEqual([
      'EVIDENCE_MISSING',
      'EVIDENCE_STALE',
    ]);
  });

  it('CM-75 goes on without evidence where a person takes it upon them, and says so', () => {
    const { state } = compared({ work: { proven: null } }, { ...submit, override: 'person:Ada' });
    expect(state).toMatchObject({ at: { kind: 'submitting' }, known: { work: { proven: 't1' } } });
    expect(state.known.work.unverified).not.toEqual([]);
  });

  it.each([
    [{}, 'submitting'],
    [{ commit: 'c1' }, 'pushing'],
    [{ commit: 'c1', head: { commit: 'c1', tree: 't1' } }, 'opening_pull_request'],
    [{ commit: 'c1', head: { commit: 'c1', tree: 't1' }, pullRequest: 'x' }, 'keeping_step'],
    [{ commit: null, head: { commit: 'c1', tree: 't0' }, pullRequest: 'x' }, 'submitting'],
  ] as const)('CM-51 goes on where an earlier one came to: %j at %s', (delivery, kind) => {
    expect(compared({ work: { proven: 't1' }, delivery }).state.at.kind).toBe(kind);
  });

  it('the commit that was pushed is known again where a development after it changed nothing', () => {
    const { state } = compared({
      work: { proven: 't1' },
      delivery: { commit: null, head: { commit: 'c1', tree: 't1' } },
    });
    expect(state).toMatchObject({ at: { kind: 'opening_pull_request' }, known: { delivery: { commit: 'c1' } } });
  });

  it('looks at the lease once more right before the commit', () => {
    const committing: TaskStep = { kind: 'committing' };
    const thing = aTask(committing, { step: underWay(submit) }, { work: { proven: 't1' } });
    const state = moved(thing);
    expect(state.at).toEqual({ kind: 'holding', renew: false, next: committing });
    const cleared = apply({ ...thing, state }, 'hold-lease', { until: end }).state;
    expect(decide({ ...thing, state: cleared })).toMatchObject({ effect: { name: 'commit' } });
  });

  it('ends where there is no remote', () => {
    const local = { place: { base: { ...base, from: 'local' as const } }, work: { proven: 't1' } };
    const state = moved(aTask({ kind: 'submitting' }, { step: underWay(submit) }, local));
    expect(lastOf(state)).toMatchObject({ failure: { error_code: 'UNSUPPORTED' } });
  });
});

describe('whatever comes by hand', () => {
  const machine: Machine = {
    decide: (seen, at) => decideTask(seen as unknown as TaskView, at),
    apply: (thing, performed) => applyTask(thing as Task, performed),
  };
  const from = (choices: readonly number[]): Pick => {
    let next = 0;
    return (count) => (choices[next++ % choices.length] ?? 0) % count;
  };
  const wishes: readonly ManualWish[] = [
    ...[analyze, develop, test, submit, { ...develop, agreed: false, branch: 'fix/b', words: 'more' }],
    ...[
      { ...submit, override: 'person:Ada' },
      { ...develop, plan: 'a plan' },
    ],
    { step: 'verify', verdict: 'resolved', artifact: '/v.json' },
  ];
  const next = (played: Played, pick: Pick): Played => {
    const { at } = played.seen.thing.state as TaskState;
    const wish = wishes[pick(wishes.length)] ?? test;
    const rests = at.kind === 'by_hand' && played.waits !== null;
    const told = rests ? say(played, 'step', { fence: 3, wish }) : played;
    const after = round(machine, told, pick);
    return after.waits === null || (after.seen.thing.state as TaskState).at.kind === 'by_hand'
      ? after
      : happen(after, pick);
  };

  it('nothing throws, no commit is made but right after a look at the lease, and a finish leads to the end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 40, maxLength: 300 }), fc.nat(250), (numbers, rounds) => {
        const pick = from(numbers);
        let at = begin({ ...aTask({ kind: 'opening' }), state: firstTaskState('hand') });
        for (let n = 0; n < rounds && !at.ended; n += 1) at = next(at, pick);
        const { effects } = at;
        effects.forEach((name, index) => {
          if (name === 'commit') expect(effects[index - 1]).toBe('hold-lease');
        });
        expect(effects.filter((name) => name === 'free-slot')).toEqual([]);
        if (at.ended) return;
        at = say(at, 'finish');
        for (let n = 0; n < 30 && !at.ended; n += 1) {
          at = round(machine, at, pick);
          if (at.waits !== null) at = happen(at, pick);
        }
        expect(at.ended).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
