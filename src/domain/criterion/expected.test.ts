import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import type { GateResult } from '../evidence/verdict.ts';
import { holdExpected } from './expected.ts';

const came = (exit: number, tail: string, more: Partial<GateResult> = {}): GateResult =>
  gateResult('verify', exit === 0 ? 'passed' : 'failed', { exit, tail, counts: null, ids: null, why: 'w', ...more });
const counted = (passed: number): Partial<GateResult> => ({ counts: { passed, failed: 0, skipped: 0 } as never });

describe('what a plan expects is compared with what was measured', () => {
  it.each<[expected: string, GateResult, verdict: string, why: string]>([
    ['exit 0', came(0, ''), 'passed', 'as expected: exit 0'],
    ['Exits with code 2', came(2, ''), 'passed', 'as expected: Exits with code 2'],
    ['exit code 0', came(2, ''), 'failed', 'w'],
    ['exit code: 2', came(0, ''), 'failed', 'expected: exit code: 2; exit 0'],
    ['a non-zero exit code', came(1, ''), 'failed', 'w'],
    ['exits non-zero', came(1, ''), 'passed', 'as expected: exits non-zero'],
    ['exits nonzero', came(0, ''), 'failed', 'expected: exits nonzero; exit 0'],
    ['exit status zero', came(0, ''), 'passed', 'as expected: exit status zero'],
    ['3 passed', came(0, '3 passed in 0.1 s'), 'passed', 'as expected: 3 passed'],
    ['3 tests pass', came(0, '# tests 5\n# pass 5'), 'passed', 'as expected: 3 tests pass'],
    ['3 tests passed', came(0, 'ran 9\n2 passed'), 'failed', 'expected: 3 tests passed; 2 passed'],
    ['4 passing', came(0, '', counted(3)), 'failed', 'expected: 4 passing; 3 passed'],
    ['prints `late`', came(0, 'is late\n'), 'passed', 'as expected: prints `late`'],
    ['output "late"', came(0, 'in time\n'), 'failed', 'expected: output "late"; it is not printed'],
    ['输出：`晚`', came(0, '早\n'), 'failed', 'expected: 输出：`晚`; it is not printed'],
    ['exit 3 and prints `no`', came(3, 'yes'), 'failed', 'expected: prints `no`; it is not printed'],
    ['exit 3 and prints `no`', came(3, 'no'), 'passed', 'as expected: exit 3; prints `no`'],
    ['all is well', came(1, ''), 'failed', 'w'],
  ])('%s', (expected, result, verdict, why) => expect(holdExpected(expected, result)).toMatchObject({ verdict, why }));

  it.each([
    ...['print', 'prints', 'output', 'outputs', 'contain', 'contains', 'show', 'shows', 'say', 'says'],
    ...['include', 'includes', '输出', '包含', '显示'],
  ])('%s `late` is compared with what was printed', (word) => {
    expect(holdExpected(`it ${word} \`late\``, came(0, 'late'))).toMatchObject({ verdict: 'passed' });
    expect(holdExpected(`it ${word}: “late”`, came(0, 'in time'))).toMatchObject({ verdict: 'failed' });
  });

  it.each([
    ['3 pass', 3],
    ['3 passed', 3],
    ['3 passing', 3],
    ['pass: 3', 3],
    ['passed 3', 3],
    ['pass 9\npass 3', 3],
    ['13 passed', 13],
    ['3 passengers', null],
    ['bypass 3', null],
  ])('%j says that %s passed', (tail, count) => {
    const { why } = holdExpected('1 passed', came(0, tail));
    expect(why).toBe(count === null ? 'w' : 'as expected: 1 passed');
    if (count !== null)
      expect(holdExpected(`${count + 1} passed`, came(0, tail)).why).toBe(
        `expected: ${count + 1} passed; ${count} passed`,
      );
  });

  it.each([
    ['2 pass', 'as expected: 2 pass'],
    ['2 passes', 'as expected: 2 passes'],
    ['2 test pass', 'as expected: 2 test pass'],
    ['2 new tests pass', 'as expected: 2 new tests pass'],
    ['2 unit tests passing', 'as expected: 2 unit tests passing'],
    ['exited with status 0', 'as expected: exited with status 0'],
    ['exit=0', 'as expected: exit=0'],
  ])('%s is understood', (expected, why) => {
    expect(holdExpected(expected, came(0, '2 passed'))).toMatchObject({ verdict: 'passed', why });
  });

  it.each([
    [1_999, 'failed'],
    [2_000, 'passed'],
  ])('of an output of %i, in which it is not, it is %s', (length, verdict) => {
    expect(holdExpected('prints `late`', came(0, 'x'.repeat(length))).verdict).toBe(verdict);
  });

  it.each<[string, GateResult]>([
    ['all tests pass', came(0, 'ok')],
    ['3 passed', came(0, 'nothing counts')],
    ['prints `late`', came(0, 'x'.repeat(5_000))],
  ])('where it cannot be, that is told: %s', (expected, result) =>
    expect(holdExpected(expected, result)).toMatchObject({
      ...{ verdict: 'passed', why: 'w' },
      findings: [{ what: `not compared, for it is not said so that it can be: expected ${expected}`, weight: 'note' }],
    }),
  );

  it('nothing is said where the plan says nothing, or the command did not end', () => {
    const [good, gone] = [came(0, 'a'), came(0, '', { verdict: 'timeout' })];
    expect([holdExpected(undefined, good), holdExpected('exit 0', gone)]).toEqual([good, gone]);
  });
});
