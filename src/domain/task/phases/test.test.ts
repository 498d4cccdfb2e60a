// The whole, once all criteria are met: what each look at it leads to, when it is mended by itself, and when a person is asked.
import { describe, expect, it } from 'vitest';
import { gatePlan, gateResult, hub, settings } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, done, standing } from '../../../../test/fakes/standing-task.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import type { Run } from '../../run/run.ts';
import type { TaskSpec, TaskState, TaskStep } from '../task.ts';

const task = (at: TaskStep, known: object = {}, state: Partial<TaskState> = {}, spec: Partial<TaskSpec> = {}) =>
  standing(at, known, state, spec);
const red = gateResult('test', 'failed', { why: 'two fail', tail: 'the tail' });
const lint = gateResult('lint', 'failed', { why: 'a line is long' });
const good = gateResult('test', 'passed');

describe('the copy as it stands', () => {
  const snapshot = (output: object) =>
    done(task({ kind: 'checking' }, { work: { proven: 't1' } }), 'snapshot', { changes: [], ...output }).state;

  it('is looked at', () => {
    expect(decided(task({ kind: 'checking' }, {}, { runs: 2, fetched: 2 }))).toMatchObject({
      ...{ kind: 'perform', effect: { name: 'snapshot', input: { label: expect.stringContaining('final-2') } } },
    });
  });

  it('goes to the further looks where it is the tree that is proven, else to all gates', () => {
    const changes = [{ path: 'a.js' }];
    expect(snapshot({ tree: 't1' }).at).toEqual({ kind: 'staging_guarded', tree: 't1' });
    const other = snapshot({ tree: 't2', changes, total: 7 });
    expect(other.at).toEqual({ kind: 'inspecting_test', tree: 't2', changes });
    expect(other.known.work).toMatchObject({ changes, changed: 7 });
    expect(snapshot({ tree: 't2' }).known.work.changed).toBeNull();
  });

  it('says what of it lies in the folder of a submodule, and is no part of the change', () => {
    const seen = (output: object) =>
      done(task({ kind: 'checking' }), 'snapshot', { tree: 't2', changes: [], ...output });
    expect(seen({ aside: ['lib'] }).said).toEqual([{ kind: 'submodules_left', data: { paths: ['lib'] } }]);
    expect(seen({}).said).toEqual([]);
  });

  it('is inspected, staged and gone through gate by gate', () => {
    const inspecting = { kind: 'inspecting_test', tree: 't2', changes: [] } as TaskStep;
    expect(decided(task(inspecting))).toMatchObject({ effect: { name: 'inspect-change', input: { hub, tree: 't2' } } });
    const staging = { kind: 'staging_test', tree: 't2', found: [lint] } as TaskStep;
    expect(decided(task(staging, {}, { runs: 4, fetched: 4 }))).toMatchObject({
      kind: 'perform',
      effect: { name: 'stage-tree', input: { tree: 't2', label: expect.stringMatching(/test-4$/), repository: false } },
    });
    expect(done(task(staging), 'stage-tree', { folder: '/s' }).state.at).toEqual({
      ...{ kind: 'test_gates', tree: 't2', found: [lint], folder: '/s', results: [] },
    });
    const through = { kind: 'test_gates', tree: 't2', folder: '/s', found: [lint], results: [good] } as TaskStep;
    expect(decided(task(through))).toMatchObject({
      state: {
        at: { kind: 'recording_test', tree: 't2', results: [{ gate: 'test' }, { gate: 'lint' }], next: 'hooks' },
      },
    });
  });

  it('has a word of its own where tests are gone that the base had', () => {
    const ids = (passed: readonly string[]) => ({ passed, failed: [], skipped: [] });
    const told = (passed: readonly string[]) =>
      gateResult('test', 'passed', {
        ids: ids(passed),
        counts: { passed: passed.length, failed: 0, skipped: 0, total: passed.length },
      });
    const base = told(['a.test.js > one', 'a.test.js > two']);
    const now = told(['a.test.js > one']);
    const through = { kind: 'test_gates', tree: 't2', folder: '/s', found: [], results: [now] } as TaskStep;
    expect(decided(task(through, { work: { baseline: [base] } }))).toMatchObject({
      state: { at: { results: [{ gate: 'test' }, { gate: 'tamper' }] } },
    });
    expect(decided(task(through, { work: { baseline: [now] } }))).toMatchObject({
      state: { at: { results: [{ gate: 'test' }] } },
    });
  });
});

describe('results', () => {
  const recording = (results: readonly GateResult[], more: object = {}): TaskStep =>
    ({ kind: 'recording_test', tree: 't2', results, next: 'hooks', ...more }) as TaskStep;
  const recorded = (step: TaskStep, work: object = {}) => done(task(step, { work }), 'record-evidence', {}).state;

  it('are put on record with the tree', () => {
    expect(decided(task(recording([good])))).toMatchObject({
      ...{ kind: 'perform', effect: { name: 'record-evidence', input: { tree: 't2', results: [good] } } },
    });
  });

  it('of all gates prove the tree, with what says nothing', () => {
    const silent = gateResult('types', 'not_configured');
    const { at, known } = recorded(recording([good, silent]), {
      ...{ unverified: ['lint'], parted: 't0', results: [lint], proven: 't0' },
    });
    expect(at).toEqual({ kind: 'staging_guarded', tree: 't2' });
    expect(known.work).toMatchObject({ proven: 't2', parted: null, results: [good, silent] });
    expect(known.work.unverified).toEqual(expect.arrayContaining(['lint']));
    expect(new Set(known.work.unverified).size).toBe(known.work.unverified.length);
  });

  it('of a further look stand beside those before, each gate once', () => {
    const stable = gateResult('stable', 'passed');
    const before = { results: [good, gateResult('stable', 'failed')], proven: 't1', parted: null };
    const { at, known } = recorded(recording([stable], { next: 'stable' }), before);
    expect(at).toEqual({ kind: 'staging_hooks', tree: 't2' });
    expect(known.work).toMatchObject({ proven: 't1', results: [good, stable], parted: null });
    expect(recorded(recording([stable], { next: 'hunks_tried' }), before).known.work.parted).toBe('t2');
    const to = { kind: 'submitting' } as const;
    expect(recorded(recording([stable], { next: 'stable', to }), before).at).toEqual(to);
  });

  it('of which one failed are judged', () => {
    expect(recorded(recording([good, red])).at).toEqual({ kind: 'test_judged', results: [good, red] });
  });
});

describe('a whole that fails', () => {
  const judged = (
    results: readonly GateResult[],
    state: Partial<TaskState> = {},
    spec: Partial<TaskSpec> = {},
    work: object = {},
  ) => decided(task({ kind: 'test_judged', results }, { work }, state, spec));

  it('is mended by itself with what failed', () => {
    expect(judged([good, red])).toMatchObject({
      state: {
        fixes: 1,
        at: { kind: 'developing', advice: expect.stringMatching(/test: two fail\nthe tail$/) },
      },
    });
  });

  it.each<[number, readonly GateResult[], boolean]>([
    [1, [red], true],
    [2, [red], false],
    [2, [lint], true],
    [3, [lint], true],
    [4, [lint], false],
    [2, [lint, red], false],
  ])('after %i rounds of two, of which lines alone count half, goes back by itself: %#', (fixes, results, back) => {
    expect(judged(results, { fixes }).kind).toBe(back ? 'advance' : 'ask');
  });

  it('is not charged for the rounds that a review took', () => {
    expect(judged([red], { fixes: 3 }, {}, { reading: { fixes: 2 } }).kind).toBe('advance');
    expect(judged([red], { fixes: 4 }, {}, { reading: { fixes: 2 } }).kind).toBe('ask');
  });

  it('is a person’s then, who sees what failed', () => {
    const long = gateResult('test', 'failed', { why: 'w', tail: 'x'.repeat(5_000) });
    const asked = judged([long], { fixes: 2 }, {}, { proven: 't7' });
    expect(asked).toMatchObject({
      ...{ kind: 'ask', answeredBy: null },
      question: {
        ...{ kind: 'tests_failed', binding: 't7', shown: { error_code: 'TEST_FAILED', results: [long] } },
        text: `The whole fails after its criteria passed:\n${'x'.repeat(4_000)}`,
        choices: [{ id: 'fix', words: 'optional' }, { id: 'look' }, { id: 'test' }, { id: 'abandon' }],
      },
      state: { at: { back: { kind: 'checking' } } },
    });
    expect(judged([red], { fixes: 2 }, {}, { proven: null })).toMatchObject({ question: { binding: '' } });
  });

  it('is mended as they say, or by what failed; looked at, or gone through again', () => {
    const given = (choice: string, words: string | null) =>
      decided(task(asking({ kind: 'checking' }), { work: { results: [good, red, lint] } }), {
        questions: [answer(choice, words)],
      });
    const advice = (words: string | null) => {
      const decision = given('fix', words);
      return decision.kind === 'advance' && decision.state.at.kind === 'developing' ? decision.state.at.advice : null;
    };
    expect(advice('use a clock')).toMatch(/\nuse a clock$/);
    for (const none of [null, '']) expect(advice(none)).toMatch(/\ntest: two fail\nlint: a line is long$/);
    expect(given('test', null)).toMatchObject({ state: { at: { kind: 'checking' } } });
    expect(JSON.stringify(given('look', null))).toContain('in_hand');
  });
});

describe('the commit hooks of the repository', () => {
  const staging: TaskStep = { kind: 'staging_hooks', tree: 't2' };
  const hooks: TaskStep = { kind: 'hooks', tree: 't2', folder: '/s' };
  const there = { place: { hooks: ['pre-commit'], gatePlan } };

  it('are none, or are run in a repository of their own', () => {
    expect(decided(task(staging, { place: { hooks: [] } }))).toMatchObject({ kind: 'advance' });
    expect(decided(task(staging, { place: { hooks: [] } }))).not.toMatchObject({ state: { at: { kind: 'hooks' } } });
    expect(decided(task(staging, there, { runs: 5, fetched: 5 }))).toMatchObject({
      effect: { name: 'stage-tree', input: { repository: true, label: expect.stringMatching(/hooks-5$/) } },
    });
    expect(done(task(staging, there), 'stage-tree', { folder: '/s' }).state.at).toEqual(hooks);
    expect(decided(task(hooks, there, { runs: 1, fetched: 1 }))).toMatchObject({
      kind: 'spawn',
      children: [
        {
          spec: {
            purpose: { kind: 'hooks', hub, folder: '/s', dependencies: null },
            ...{ deadlineMs: 600_000, sandbox: settings.sandbox },
          },
        },
      ],
    });
  });

  const ran = (result: object | null, ending: object = { kind: 'exited', code: 0 }) =>
    ({
      ...{ id: 'r1', kind: 'run', key: 'run-1', ended: result !== null, spec: { purpose: { kind: 'hooks' } } },
      state: result === null ? { kind: 'running' } : { kind: 'ended', ending, endedAt: 1, result },
    }) as unknown as Run;
  const came = (run: Run) => decided(task(hooks, there, { runs: 1 }), { children: [run] });

  it.each<[object, string, string]>([
    [{ kind: 'gate', result: gateResult('hooks', 'passed', { why: 'fine' }) }, 'passed', 'fine'],
    [{ kind: 'refused', failure: { error_code: 'X', message: 'no room' } }, 'failed', 'no room'],
    [{ kind: 'plain', ok: true, why: '' }, 'failed', 'they could not be run'],
  ])('say by %j: %s', (result, verdict, why) => {
    expect(came(ran(result))).toMatchObject({
      kind: 'advance',
      state: {
        fetched: 1,
        at: { kind: 'recording_test', tree: 't2', results: [{ gate: 'hooks', verdict, why }], next: 'submit' },
      },
      said: [{ kind: 'gate_judged', data: { on: 'tree', gate: 'hooks', verdict, why } }],
    });
  });

  it('are waited for, and run again where nobody knows how they ended', () => {
    expect(came(ran(null))).toEqual({ kind: 'wait', until: null, on: 'the commit hooks' });
    expect(came(ran({ kind: 'plain', ok: false, why: '' }, { kind: 'lost' }))).toMatchObject({
      state: { fetched: 1, at: hooks },
    });
  });
});
