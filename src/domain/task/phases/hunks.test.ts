// Parts of a change that are put back alone before it is submitted.
import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../../test/fakes/outside.ts';
import { decided, done, ranGate, spec, standing } from '../../../../test/fakes/standing-task.ts';
import type { HunkToTry } from '../../evidence/hunk.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import type { ReportCriterion } from '../../plan/report.ts';
import type { TaskStep } from '../task.ts';

const hunk = (key: string, tests: readonly string[] = []): HunkToTry => ({
  ...{ path: 'a.js', lines: [1, 2], size: 1, shown: ['a();'], key, tests },
});
const test = gateResult('test', 'passed', { durationMs: 1000 });
const proofs = [{ of: 'SC-1', check: 'red-first', verdict: 'passed', seen: '' }] as const;
const work = { results: [test], baseline: [test], proofs };
const planOf = (...kinds: readonly ReportCriterion['kind'][]) => ({
  text: '',
  criteria: kinds.map((kind, at) => ({ label: `SC-${at}`, text: 'x', verify: null, files: [], kind })),
});
const cutting: TaskStep = { kind: 'cutting_hunks', tree: 't1' };
const beside = { left: [], leftMore: 0, agreed: 0, demanded: 0, none: { data: 0, unread: 0 }, files: 2 };
const at = { ...beside, tree: 't1', hunks: [hunk('h1'), hunk('h2')], tried: [], spentMs: 0, known: 0 };
const trying = (more: object = {}): TaskStep =>
  ({ ...at, kind: 'trying_hunk', hunk: hunk('h1'), folder: '/s', some: false, ...more }) as TaskStep;

/** What a run of the tests comes to. */
const ran = (step: TaskStep, result: GateResult) =>
  decided(standing(step, { work }, { runs: 1 }), { children: [ranGate(result)] });

describe('a change is cut into parts', () => {
  it.each<readonly [string, object, object, object]>([
    ['where a test was red without it', {}, {}, { effect: { name: 'cut-hunks' } }],
    ['where it was red in the one that was taken', { taken: 'shop-3' }, {}, { effect: { input: { taken: 'shop-3' } } }],
    [
      'where no code was meant to change',
      { proofs: [], plan: planOf('docs', 'config') },
      {},
      { effect: { name: 'cut-hunks' } },
    ],
    [
      'not where some of it was, and no test was red',
      { proofs: [], plan: planOf('docs', 'refactor') },
      {},
      { state: { at: { kind: 'gathering_tests' } } },
    ],
    ['not where no test was', { proofs: [] }, {}, { state: { at: { kind: 'gathering_tests' } } }],
    ['not where no test ran', { results: [] }, {}, { state: { at: { kind: 'gathering_tests' } } }],
    ['not where a person wants none', {}, { hunks: 'off' }, { state: { at: { kind: 'gathering_tests' } } }],
  ])('%s', (_, more, settings, wanted) => {
    const stated = { settings: { ...spec.settings, ...settings } };
    expect(decided(standing(cutting, { work: { ...work, ...more } }, {}, stated))).toMatchObject(wanted);
  });

  it.each<readonly [string, object, object]>([
    ['nothing of it is code', { hunks: [] }, { kind: 'gathering_tests' }],
    [
      'the largest is put back first',
      { hunks: [hunk('h1'), hunk('h2')] },
      { kind: 'staging_hunk', hunk: { key: 'h1' } },
    ],
    [
      'what is all of it is not run',
      { hunks: [hunk('h1')], all: 'h1' },
      { kind: 'recording_test', next: 'hunks_tried' },
    ],
    [
      'what was demanded before is not run',
      { hunks: [], demanded: 2 },
      { kind: 'recording_test', next: 'hunks_tried' },
    ],
    [
      'but its parts are',
      { hunks: [hunk('h1'), hunk('h2')], all: 'h1' },
      { kind: 'staging_hunk', hunk: { key: 'h2' } },
    ],
  ])('%s', (_, output, wanted) => {
    expect(done(standing(cutting, { work }), 'cut-hunks', { ...beside, ...output }).state.at).toMatchObject(wanted);
  });

  it('P3 what is too large to be read is said by name, and never passes in silence', () => {
    const none = { data: 0, unread: 1, named: ['large.js'] };
    const { at: told } = done(standing(cutting, { work }), 'cut-hunks', { ...beside, hunks: [], none }).state;
    expect(told).toMatchObject({
      kind: 'recording_test',
      results: [{ verdict: 'skipped', why: 'no part of the change was put back; 1 file not read: large.js' }],
    });
    const some = done(standing(cutting, { work }), 'cut-hunks', { ...beside, hunks: [hunk('h1')], all: 'h1', none });
    expect(some.state.at).toMatchObject({
      results: [
        {
          verdict: 'passed',
          why: '1 part of the change put back alone: tests fail without it; 1 file not read: large.js',
        },
      ],
    });
  });

  it('what is all of it is run where no test was red without it', () => {
    const asDocs = { ...work, proofs: [], plan: planOf('docs') };
    const output = { ...beside, hunks: [hunk('h1')], all: 'h1' };
    expect(done(standing(cutting, { work: asDocs }), 'cut-hunks', output).state.at).toMatchObject({
      kind: 'staging_hunk',
      hunk: { key: 'h1' },
      known: 0,
    });
  });
});

describe('a part that is put back', () => {
  const passed = gateResult('test', 'passed', { durationMs: 1000 });
  const failed = gateResult('test', 'failed', { durationMs: 1000 });

  it('is tried by the test files that are known to run it', () => {
    const step = trying({ hunk: hunk('h1', ['a.test.js']), some: true });
    expect(decided(standing(step, { work }))).toMatchObject({
      children: [{ spec: { purpose: { folder: '/s', only: ['a.test.js'] } } }],
    });
  });

  it.each<readonly [string, TaskStep, GateResult, object]>([
    [
      'is demanded, and the next follows',
      trying(),
      failed,
      { kind: 'staging_hunk', hunk: { key: 'h2' }, tried: [{ word: 'demanded' }] },
    ],
    [
      'is needless, and the next follows',
      trying(),
      passed,
      { kind: 'staging_hunk', spentMs: 1000, tried: [{ word: 'needless' }] },
    ],
    [
      'is tried by all tests where some do not demand it',
      trying({ hunk: hunk('h1', ['a.test.js']), some: true }),
      passed,
      { kind: 'trying_hunk', some: false, spentMs: 1000 },
    ],
    [
      'is not tried by all where those are all',
      trying({ hunk: hunk('h1', ['a.test.js', 'b.test.js']), some: true }),
      passed,
      { kind: 'staging_hunk', hunk: { key: 'h2' } },
    ],
    [
      'is the last where the budget is used up',
      trying({ spentMs: 59_000 }),
      failed,
      { kind: 'recording_test', results: [{ why: expect.stringContaining('not tried: a.js:1 ') }] },
    ],
  ])('%s', (_, step, result, wanted) => {
    expect(ran(step, result)).toMatchObject({ state: { at: wanted } });
  });

  it.each<readonly [string, object, Partial<GateResult>, object]>([
    ['some run fewer, for they are some', { tests: ['a.test.js'] }, {}, { kind: 'trying_hunk', some: false }],
    ['all run fewer, which is demanded', {}, {}, { tried: [{ word: 'demanded' }] }],
    [
      ...['those that are all run fewer, which is demanded', { tests: ['a.test.js', 'b.test.js'] }, {}],
      { tried: [{ word: 'demanded' }] },
    ],
    [
      'they do not end in all their time, which is demanded',
      {},
      { verdict: 'timeout' },
      { tried: [{ word: 'demanded' }] },
    ],
    [
      ...['they do not end in what is left of it, which tells nothing', { spentMs: 59_500 }, { verdict: 'timeout' }],
      { results: [{ why: expect.stringContaining('a.js:1') }] },
    ],
  ] as const)('where %s', (_, { tests, ...more }: { tests?: readonly string[] }, result, wanted) => {
    const counted = (count: number) => ({ counts: { passed: count, failed: 0, skipped: 0, total: count } });
    const whole = gateResult('test', 'passed', { durationMs: 1000, ...counted(3) });
    const step = trying({ ...more, ...(tests && { hunk: hunk('h1', tests), some: true }) });
    const run = { ...passed, ...counted(2), ...result };
    const task = standing(step, { work: { ...work, results: [whole] } }, { runs: 1 });
    expect(decided(task, { children: [ranGate(run)] })).toMatchObject({ state: { at: wanted } });
  });

  it.each([
    ['hands-off', 'yes'],
    ['careful', 'yes'],
    ['normal', undefined],
  ] as const)('%s: what no test demands needs a word or none (%s)', (preset, needs) => {
    const last = trying({ hunks: [hunk('h1')] });
    const stated = { settings: { ...spec.settings, preset } };
    const decision = decided(standing(last, { work }, { runs: 1 }, stated), { children: [ranGate(passed)] });
    expect(decision).toMatchObject({
      state: { at: { results: [{ gate: 'hunks', findings: [{ file: 'a.js', line: 1 }] }] } },
    });
    const next = (decision as { state: { at: { results: readonly GateResult[] } } }).state.at;
    expect(next.results[0]?.findings[0]?.needs).toBe(needs);
  });

  it.each(['hands-off', 'normal'] as const)('%s: a red test that passes whatever it expects needs a yes', (preset) => {
    const asks = [{ id: 't.js > a', line: 3, key: 'ka' }];
    const values: HunkToTry = { ...hunk('values t.js', ['t.js']), path: 't.js', asks };
    const output = { ...beside, hunks: [hunk('h1')], all: 'h1', values: [values] };
    const stated = { settings: { ...spec.settings, preset } };
    const staging = done(standing(cutting, { work }, { runs: 1 }, stated), 'cut-hunks', output).state;
    expect(staging.at).toMatchObject({ kind: 'staging_hunk', hunk: { path: 't.js' } });
    expect(decided(standing(staging.at, { work }))).toMatchObject({
      effect: { name: 'stage-tree', input: { overlay: { exchanged: 't.js', asks: ['t.js > a'] } } },
    });
    const step = trying({ hunks: [values], hunk: values, some: true, known: 1 });
    const own = { ...passed, ids: { passed: ['t.js > a'], failed: [], skipped: [] } };
    const came = decided(standing(step, { work }, { runs: 1 }, stated), { children: [ranGate(own)] });
    expect(came).toMatchObject({
      state: { at: { results: [{ gate: 'hunks' }, { gate: 'values', findings: [{ needs: 'yes', key: 'ka' }] }] } },
    });
  });

  it('is said to be not tried where its tree cannot be made', () => {
    const step = { ...at, kind: 'staging_hunk', hunk: hunk('h1') } as TaskStep;
    expect(done(standing(step, { work }), 'stage-tree', { folder: '', tree: 't1' }).state.at).toMatchObject({
      ...{ kind: 'staging_hunk', hunk: { key: 'h2' }, tried: [{ word: 'untold' }] },
    });
  });
});
