import { describe, expect, it } from 'vitest';
import { standingNode } from '../../../test/fakes/standing-node.ts';
import { builtIn, excuse, judgeGate, untoldTarget } from '../criterion/judge-attempt.ts';
import { holdCoverage } from './coverage.ts';
import type { CoverageWord } from './covered.ts';
import type { GateResult } from './verdict.ts';

const share = (ran: number, of: number) => ({ ran, of });
const measured = (ran: number, of: number, more: object = {}): CoverageWord => ({
  ...{ kind: 'measured', overall: share(ran, of), missed: [] },
  ...more,
});
const result = (coverage: CoverageWord, verdict: GateResult['verdict'] = 'passed'): GateResult => ({
  ...builtIn('coverage', verdict, verdict === 'passed' ? 'ended with 0' : 'ended with 1'),
  ...{ exit: verdict === 'passed' ? 0 : 1, coverage },
});

describe('coverage by its figures', () => {
  it.each([
    ['79.9 of 80', measured(799, 1000, { min: 80 }), 'failed', '79.9 % are covered (799 of 1000), 80 % are wanted'],
    [
      '79.99 of 80',
      measured(7999, 10000, { min: 80 }),
      'failed',
      '79.9 % are covered (7999 of 10000), 80 % are wanted',
    ],
    ['80.0 of 80', measured(80, 100, { min: 80 }), 'passed', 'ended with 0; 80.0 % are covered (80 of 100)'],
    [
      '79.95 of 79.95',
      measured(1599, 2000, { min: 79.95 }),
      'passed',
      'ended with 0; 79.9 % are covered (1599 of 2000)',
    ],
    ['all of 100', measured(7, 7, { min: 100 }), 'passed', 'ended with 0; 100.0 % are covered (7 of 7)'],
    ['nothing of 0', measured(0, 0, { min: 0 }), 'failed', 'nothing is in the report, 0 % are wanted'],
    [
      'the core alone too low',
      measured(90, 100, { min: 80, core: { ran: 89, of: 100, min: 90 } }),
      'failed',
      'of the core 89.0 % are covered (89 of 100), 90 % are wanted',
    ],
    [
      'a core that the report does not know',
      measured(90, 100, { core: { ran: 0, of: 0, min: 90 } }),
      'failed',
      'of the core nothing is in the report, 90 % are wanted',
    ],
    [
      'seen and too low',
      measured(79, 100, { min: 80, seen: true }),
      'failed',
      '79.0 % are covered (79 of 100), 80 % are wanted, by the lines that the tests were seen to run',
    ],
    [
      'seen and enough',
      measured(80, 100, { min: 80, seen: true }),
      'passed',
      'ended with 0; 80.0 % are covered (80 of 100), by the lines that the tests were seen to run',
    ],
    ['no report', { kind: 'untold', why: 'its command wrote no report' }, 'failed', 'its command wrote no report'],
  ] as const)('%s', (_, coverage, verdict, why) => {
    expect(holdCoverage(result(coverage))).toMatchObject({ verdict, why });
  });

  it('says nothing of a gate that failed by itself', () => {
    const failed = result(measured(1, 100, { min: 80 }), 'failed');
    expect(holdCoverage(failed)).toBe(failed);
  });

  it('names the lines that nothing runs, fifty of them', () => {
    const lines = Array.from({ length: 60 }, (_, at) => [at * 2 + 1, at * 2 + 1] as const);
    const missed = [
      { file: 'a.js', lines: [[3, 9]] },
      { file: 'b.js', lines },
    ];
    const { findings } = holdCoverage(result(measured(1, 100, { min: 80, missed })));
    expect(findings).toHaveLength(50);
    expect(findings.slice(0, 2)).toEqual([
      { gate: 'coverage', file: 'a.js', line: 3, weight: 'fail', what: 'nothing runs the lines to 9' },
      { gate: 'coverage', file: 'b.js', line: 1, weight: 'fail', what: 'nothing runs this line' },
    ]);
  });
});

describe('coverage beside that of the base', () => {
  const changed = (ran: number, of: number, more: object = {}) =>
    measured(80, 100, { changed: share(ran, of), ...more });
  const base = (coverage: CoverageWord, verdict: GateResult['verdict'] = 'passed') => [result(coverage, verdict)];

  it.each([
    ['changed lines below it', changed(7, 10), base(measured(71, 100)), 'failed'],
    ['changed lines as it was', changed(7, 10), base(measured(70, 100)), 'passed'],
    ['no changed line that counts', measured(60, 100), base(measured(70, 100)), 'passed'],
    ['a figure of its own, which alone is wanted', changed(1, 10, { min: 80 }), base(measured(90, 100)), 'passed'],
    ['a base that told nothing', changed(1, 10), base({ kind: 'untold', why: 'no report' }, 'failed'), 'passed'],
    ['no base', changed(1, 10), [], 'passed'],
  ] as const)('%s', (_, now, baseline, verdict) => {
    expect(excuse(baseline, holdCoverage(result(now)))).toMatchObject({ verdict });
  });

  it('says both figures where it is less', () => {
    expect(excuse(base(measured(71, 100)), result(changed(7, 10))).why).toBe(
      'of what was changed 70.0 % are covered (7 of 10), of all there was before 71.0 % are covered (71 of 100)',
    );
  });

  it('what was too low on the base already is not verified, and never lower', () => {
    const low = (ran: number) => holdCoverage(result(measured(ran, 100, { min: 80 })));
    expect(excuse([low(70)], low(75)).verdict).toBe('not_configured');
    expect(excuse([low(70)], low(70)).verdict).toBe('not_configured');
    expect(excuse([low(70)], low(69))).toMatchObject({ verdict: 'failed', why: expect.stringContaining('69.0 %') });
    const core = (ran: number) => holdCoverage(result(measured(90, 100, { core: { ran, of: 100, min: 90 } })));
    expect(excuse([core(70)], core(70)).verdict).toBe('not_configured');
    expect(excuse([core(70)], core(69)).verdict).toBe('failed');
  });

  it('a test that failed before excuses the run, not its figures', () => {
    const ids = { passed: ['b'], failed: ['a'], skipped: [] };
    const red = (coverage: CoverageWord) => ({ ...result(coverage, 'failed'), ids });
    expect(excuse([red(measured(90, 100))], red(changed(9, 10)))).toMatchObject({ verdict: 'passed' });
    expect(excuse([red(measured(90, 100))], red(changed(8, 10)))).toMatchObject({ verdict: 'failed' });
    expect(excuse([red(measured(90, 100))], red(measured(79, 100, { min: 80 })))).toMatchObject({ verdict: 'failed' });
  });
});

describe('coverage beside what the file of a node wants', () => {
  const changed = (ran: number, of: number) => result(measured(10, 100, { changed: share(ran, of) }));
  const node = (coverageTarget: number | null) => {
    const silent = standingNode({});
    return { ...silent, tests: { ...silent.tests, coverageTarget } };
  };

  it.each([
    ['less of what was changed', changed(79, 100), 'failed'],
    ['as much of it', changed(80, 100), 'passed'],
    ['no line that counts', result(measured(10, 100)), 'passed'],
    ['a run that failed', result(measured(10, 100, { changed: share(0, 9) }), 'failed'), 'failed'],
  ] as const)('%s', (_, said, verdict) => {
    expect(judgeGate({ baseline: [], node: node(80) }, said).verdict).toBe(verdict);
    expect(judgeGate({ baseline: [], node: node(null) }, said)).toEqual(said);
  });

  it('says both figures, and which lines nothing runs', () => {
    const missed = [{ file: 'src/a.ts', lines: [[3, 4]] }];
    const said = result(measured(10, 100, { changed: share(1, 2), missed }));
    expect(judgeGate({ baseline: [], node: node(80) }, said)).toMatchObject({
      why: 'of what was changed 50.0 % are covered (1 of 2), 80 % are wanted',
      findings: [{ file: 'src/a.ts', line: 3 }],
    });
  });

  it('is no pass where nothing measures it', () => {
    expect(untoldTarget({ node: node(80) }, [])).toMatchObject([{ gate: 'coverage', verdict: 'not_configured' }]);
    expect(untoldTarget({ node: node(80) }, [changed(9, 10)])).toEqual([]);
    expect([untoldTarget({ node: node(null) }, []), untoldTarget({}, [])]).toEqual([[], []]);
  });
});
