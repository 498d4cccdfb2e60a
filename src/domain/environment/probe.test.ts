// Findings and what becomes of them, by the cases that a comparison of plain lines gets wrong.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant } from '../ids.ts';
import { compare } from './compare.ts';
import { findErrors, fingerprint } from './find-errors.ts';
import type { LogLook } from './finding.ts';
import { timeOf } from './time-of.ts';

const never = () => null;
const look = (lines: readonly string[], more: Partial<LogLook> = {}): LogLook => ({
  ...{ module: null, source: 'file', where: '/app/daemon.log', tail: '', lines: lines.length },
  ...{ findings: findErrors(lines, never), mark: null, coverage: 'whole', trouble: '', ...more },
});
const job = (time: string) => `${time} ERROR heartbeat: Task 'daily-report' skipped`;

describe('CM-67 the same error with another time, id, address or number', () => {
  it.each([
    [job('09:46'), job('10:05')],
    [job('2026-11-20 09:46:01,123'), job('2026-11-21T10:05:09.5Z')],
    ['Nov  2 09:46:01 host app[812]: error x', 'Nov 21 10:00:00 host app[9]: error x'],
    [
      '[20/Nov/2026:09:46:01 +0000] error 500 from 10.0.0.7:4431',
      '[21/Nov/2026:10:00:00 +0100] error 502 from 10.0.0.99:1',
    ],
    ['error in 7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a01', 'error in 00000000-0c4e-4a52-9d65-2f5f3f1c9a02'],
    ['error at 0x7ffdeadbeef of req_01H8XGJWBWBAQ4Z7Q2N5', 'error at 0x12 of req_01H8XGJWBWBAQ4ZZZZZZ'],
    ['\u001b[31merror\u001b[0m took 1,200.5 ms', 'error took 3 ms'],
    ['error  of\ttwo', 'error of two'],
  ])('%j is %j', (one, other) => {
    expect(fingerprint(one)).toBe(fingerprint(other));
  });

  it.each([
    [job('09:46'), "09:48 ERROR heartbeat: Task 'paper-digest' skipped"],
    ['error: connection refused', 'error: connection reset'],
    ['TypeError: a is not a function', 'TypeError: b is not a function'],
  ])('%j is another one than %j', (one, other) => {
    expect(fingerprint(one)).not.toBe(fingerprint(other));
  });
});

describe('errors in a log', () => {
  it('CM-67 are counted by kind, the newest kept and first', () => {
    const lines = Array.from(
      { length: 30 },
      (_, n) => `09:${10 + n} ERROR kind ${String.fromCharCode(97 + n)}x failed`,
    );
    const found = findErrors([job('09:00'), ...lines, job('09:59')], never);
    expect(found).toHaveLength(20);
    expect(found[0]).toMatchObject({ text: job('09:59'), count: 2 });
    expect(found[1]?.text).toContain('09:39');
  });

  it('CM-63 hide what is secret, in text and fingerprint', () => {
    const [found] = findErrors(['ERROR login password=hunter22 failed'], never);
    expect(JSON.stringify(found)).not.toContain('hunter22');
  });

  it.each([
    ['INFO started', false],
    ['INFO 0 errors, 3 warnings', false],
    ['INFO finished without errors', false],
    ['INFO done error=null', false],
    ['INFO errors: 0', false],
    ['level=error msg=x', true],
    ['INFO errors: 3', true],
    ['panic: runtime error', true],
    ['java.lang.NullPointerException', true],
    ['Traceback (most recent call last):', true],
    ['terror in the night', false],
  ])('%j: %j', (line, is) => {
    expect(findErrors([line], never).length === 1).toBe(is);
  });

  it('are found in bounded time whatever the lines are', () => {
    for (const piece of ['1', 'a1', ':', '0x', '1.', 'error ', '-', 'ab:'])
      expect(findErrors([piece.repeat(50_000), `error ${piece.repeat(50_000)}`], never).length).toBeGreaterThan(0);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (line) => findErrors([`error ${line}`], never).length <= 1));
  });
});

describe('when a line was written', () => {
  const here = { offset: 60, now: instant(Date.UTC(2026, 0, 2)) };
  it.each([
    ['2026-01-01T10:00:00Z x', Date.UTC(2026, 0, 1, 10)],
    ['2026-01-01T10:00:00.250+02:00 x', Date.UTC(2026, 0, 1, 8, 0, 0, 250)],
    ['[2026-01-01 10:00:00,5] x', Date.UTC(2026, 0, 1, 9, 0, 0, 500)],
    ['Jan  1 10:00:00 host x', Date.UTC(2026, 0, 1, 9)],
    ['Dec 31 10:00:00 host x', Date.UTC(2025, 11, 31, 9)],
    ['10:00 x', null],
    ['at 2026-01-01T10:00:00Z', null],
  ])('%j', (line, at) => {
    expect(timeOf(line, here)).toBe(at);
  });
});

describe('what became of the errors of a baseline', () => {
  it('CM-66 gone and none new: resolved', () => {
    expect(compare([look([job('09:46')])], [look(['10:00 INFO ok'])])).toMatchObject({
      ...{ verdict: 'resolved', summary: '1 error has not come again.', remaining: [], new: [] },
      resolved: [{ text: job('09:46') }],
    });
  });

  it('CM-66 CM-67 still there, at another time: remaining', () => {
    expect(compare([look([job('09:46')])], [look([job('10:05')])])).toMatchObject({
      verdict: 'remaining',
      resolved: [],
    });
  });

  it('CM-66 another one: new', () => {
    const other = '10:05 ERROR disk is full';
    expect(compare([look([job('09:46')])], [look([other])])).toMatchObject({ verdict: 'new', new: [{ text: other }] });
  });

  it.each([
    ['a log without a line since', [look([])]],
    ['no log at all', []],
    ['another log only', [look(['ok'], { where: '/elsewhere' })]],
    ['a log rotated away', [look(['ok'], { coverage: 'rotated_away', trouble: 'rotated away' })]],
    ['a log that cannot be read', [look(['ok'], { coverage: 'unreadable', trouble: 'permission denied' })]],
    ['a log read in part', [look(['ok'], { coverage: 'cut', trouble: 'too much' })]],
    ['a binary log', [look(['ok'], { coverage: 'binary', trouble: 'binary' })]],
  ])('CM-64 %s never resolves anything', (_what, since) => {
    const compared = compare([look([job('09:46')])], since);
    expect(compared).toMatchObject({ verdict: 'unknown', resolved: [] });
    expect(compared.summary).not.toBe('');
  });

  it('an error that is seen counts, however little was read', () => {
    expect(compare([look([job('09:46')])], [look([job('10:05')], { coverage: 'cut' })]).verdict).toBe('remaining');
  });
});
