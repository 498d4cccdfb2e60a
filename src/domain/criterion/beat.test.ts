import { describe, expect, it, test } from 'vitest';
import { gatePlan, gateResult, gateSettings } from '../../../test/fakes/outside.ts';
import type { GateSettings } from '../evidence/gate-plan.ts';
import type { Beat } from '../plan/plan.ts';
import { beatsOf, sayRetested } from './beat.ts';
import type { CriterionKind } from './criterion.ts';
import { builtIn } from './judge-attempt.ts';
import { judgeTests } from './tests-red.ts';

const settings = (tdd: Partial<GateSettings['tdd']>): GateSettings => ({
  ...gateSettings,
  tdd: { ...gateSettings.tdd, ...tdd },
});
const withoutTests = {
  ...gatePlan,
  gates: gatePlan.gates.map((each) =>
    each.gate === 'test' ? { ...each, absent: { verdict: 'not_configured' as const, why: 'none' } } : each,
  ),
};
const two: readonly Beat[] = ['test', 'code'];
const three: readonly Beat[] = [...two, 'refactor'];

describe('PC-11 a criterion is done in turns of its own', () => {
  it.each<[string, { beats?: readonly Beat[]; kind?: CriterionKind; tdd?: Partial<GateSettings['tdd']> }, object]>([
    ['where its plan says so', { beats: three }, { beats: three }],
    ['where the settings say so of its kind', { tdd: { behaviour: 'steps' } }, { beats: two }],
    ['as its plan says before the settings', { beats: three, tdd: { behaviour: 'steps' } }, { beats: three }],
    ['not where nobody says so', {}, {}],
    ['not where its kind needs no test', { beats: two, kind: 'docs' }, {}],
    ['not where its tests must stay green alone', { beats: two, kind: 'refactor' }, {}],
  ])('%s', (_, { beats, kind = 'behaviour', tdd = {} }, expected) =>
    expect(beatsOf(beats === undefined ? {} : { beats }, { gateSettings: settings(tdd), gatePlan, kind })).toEqual(
      expected,
    ),
  );

  it('not where no tests can be run', () =>
    expect(beatsOf({ beats: two }, { gateSettings, gatePlan: withoutTests, kind: 'behaviour' })).toEqual({}));
});

describe('PC-11 tests by themselves', () => {
  const base = { tree: 'b', commit: 'c', branch: 'main' } as never;
  const green = gateResult('test', 'passed', { ids: { passed: ['old.test.js > a'], failed: [], skipped: [] } });
  const ids = (passed: string[], failed: string[]) => ({ passed: ['old.test.js > a', ...passed], failed, skipped: [] });
  const judge = (verdict: 'passed' | 'failed' | 'timeout' | 'not_configured', more: object, before = green) =>
    judgeTests(
      { base, baseline: [before], gatePlan, text: 'it is new', verify: null },
      ['new.test.js'],
      gateResult('test', verdict, { exit: 1, ...more }),
    );

  it.each([
    ['fail', judge('failed', { ids: ids([], ['new.test.js > x']) }), 'passed', 'red (exit 1): new.test.js > x'],
    ['cannot load what is not there yet', judge('failed', { ids: ids([], ['new.test.js']) }), 'passed', 'did not load'],
    ['do not end', judge('timeout', { ids: null, durationMs: 60_000 }), 'passed', 'did not end within 60 s'],
    ['pass', judge('passed', { ids: ids(['new.test.js > x'], []) }), 'failed', 'passes already'],
    ['are not collected', judge('passed', { ids: ids([], []) }), 'failed', 'not collected by the runner: new.test.js'],
    ['fail beside others alone', judge('failed', { ids: ids([], ['old.test.js > b']) }), 'failed', 'not collected'],
    [
      'failed before, beside one that passes',
      judge(
        'failed',
        { ids: ids(['new.test.js > y'], ['new.test.js > x']) },
        gateResult('test', 'failed', { exit: 1, ids: { passed: [], failed: ['new.test.js > x'], skipped: [] } }),
      ),
      ...(['failed', 'failed before already, and the plan does not mean this by it'] as const),
    ],
    ['cannot be run', judge('not_configured', { ids: null }), 'failed', 'could not be run'],
    ['fail by exit code', judge('failed', { ids: null }), 'passed', 'by exit codes'],
    [
      'fail by exit code where others did before',
      judge('failed', { ids: null }, gateResult('test', 'failed', { exit: 1, ids: null })),
      'not_configured',
      'red proves nothing here',
    ],
    [
      'do not end where they did not before',
      judge('timeout', { ids: null }, gateResult('test', 'timeout', { exit: null, ids: null })),
      'failed',
      'could not be run',
    ],
  ])('that %s', (_, result, verdict, why) =>
    expect(result).toMatchObject({ gate: 'red-first', verdict, why: expect.stringContaining(why) }),
  );
});

test('PC-12 what was changed of the tests since they were red is told with what proves them', () => {
  const proof = builtIn('red-first', 'passed', 'red without the change');
  const change = {
    path: 'a.test.js',
    kind: 'modified',
    from: null,
    added: 2,
    removed: 1,
    binary: false,
    bytes: 9,
  } as const;
  expect(sayRetested(proof)).toBe(proof);
  expect(sayRetested(proof, [change, { ...change, path: 'b.test.js', kind: 'deleted' }])).toMatchObject({
    verdict: 'passed',
    why: 'red without the change; changed since they were red: a.test.js (+2 -1), b.test.js (removed)',
    findings: [
      { file: 'a.test.js', weight: 'note' },
      { file: 'b.test.js', what: 'was removed after it was red', weight: 'note' },
    ],
  });
});
