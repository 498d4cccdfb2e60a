// Findings and what becomes of them, by the cases that a comparison of plain lines gets wrong.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant } from '../ids.ts';
import { compare } from './compare.ts';
import { findErrors, fingerprint, newestErrors } from './find-errors.ts';
import type { LogLook } from './finding.ts';
import { sayEnvironment } from './look.ts';
import { timeOf } from './time-of.ts';

const never = () => null;
const look = (lines: readonly string[], more: Partial<LogLook> = {}): LogLook => ({
  ...{ module: null, source: 'file', where: '/app/daemon.log', tail: '', lines: lines.length },
  ...{ findings: findErrors(lines, never), mark: null, coverage: 'whole', trouble: '', ...more },
});
const job = (time: string) => `${time} ERROR heartbeat: Task 'daily-report' skipped`;

describe('CM-67 the same error with another time, id, address or number', () => {
  it.each<readonly [string, string]>([
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
    ...['2026-01-01 10:00', '2026-01-01T10:00:00', '2026-01-01 10:00:00.5', '2026-01-01 10:00:00,5+02:00'].map(
      (time) => [`error x at (${time}) y`, 'error x at (2025-12-31T09:59:59.123Z) y'] as const,
    ),
    ['error x at 2026-01-01 10:00 -0200 y', 'error x at 2026-01-01 10:00:00 Z y'],
    ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map(
      (month) => [`error x at ${month}  2 09:46:01 y`, 'error x at Jan 12, 2026 10:00:00 y'] as const,
    ),
    ['error x at Jan 12 2026 10:00:00 y', 'error x at Jan 1 10:00:01 y'],
    ['error x at 1/2/26 10:00 y', 'error x at 11/Nov/2026:10:00:01 +0100 y'],
    ['error x at 9:05 y', 'error x at 19:05:01,250 y'],
    ['error x of 10.0.0.7 y', 'error x of 192.168.10.200:65535 y'],
    ['error x of [::1]:80 y', 'error x of fe80:0:0:1 y'],
    ['error x of [fe80::1] y', 'error x of 2001:DB8:0:0:1:2:3:4 y'],
    ['error x of 7d1f3a5 y', 'error x of DA39A3EE5E6B4B0D3255BFEF95601890AFD80709 y'],
    ['error x of abcdefghij0123456789 y', 'error x of A_-5defghijklmnopqrstuvwxyz y'],
    ['error x of 0xAB y', 'error x of 5 y'],
    ['error x took 1,200,300 y', 'error x took 1 y'],
    ['  - [10:00] : error x  ', 'error x'],
    [`error ${'x'.repeat(1_000)}a`, `error ${'x'.repeat(1_000)}b`],
  ])('%j is %j', (one, other) => {
    expect(fingerprint(one)).toBe(fingerprint(other));
  });

  it.each([
    [job('09:46'), "09:48 ERROR heartbeat: Task 'paper-digest' skipped"],
    ['error: connection refused', 'error: connection reset'],
    ['TypeError: a is not a function', 'TypeError: b is not a function'],
    ['error x of 7d1f3a y', 'error x of 7d1f3b y'],
    ['error x of facade y', 'error x of decade y'],
    ['error x of defaced y', 'error x of effaced y'],
    ['error x of abcdefghijklmnopqrst y', 'error x of abcdefghijklmnopqrsu y'],
    ['error xa', 'error xb'],
    ['error x of 10.0.0.7 y', 'error x of 7 y'],
    [`error ${'x'.repeat(900)}a`, `error ${'x'.repeat(900)}b`],
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

  it.each<readonly [string, boolean]>([
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
    ...['error', 'errors', 'err', 'fatal', 'critical', 'crit', 'emerg', 'alert', 'panic', 'panicked', 'exception'].map(
      (word) => [`x ${word}: y`, true] as const,
    ),
    ...['traceback', 'segfault', 'failed', 'failure', 'unhandled', 'uncaught', 'out of memory'].map(
      (word) => [`x ${word.toUpperCase()}: y`, true] as const,
    ),
    ...['oom-kill', 'oom-killed', 'oom-killer', 'oomkilled'].map((word) => [`x ${word} y`, true] as const),
    ...['fail', 'xerror', 'errorx', 'alerts', 'failing', 'failsafe', 'criticality', 'panics', 'memory', 'oom'].map(
      (word) => [`x ${word} y`, false] as const,
    ),
    ...['TypeError x', 'my.DiskError: x', 'OSError: x', 'java.io.IOException: x'].map((line) => [line, true] as const),
    ...['TypeErrors x', 'aExceptional x', '2Errors x', 'of_Error x'].map((line) => [line, false] as const),
    ...['0', 'no', 'without', 'zero'].flatMap((none) =>
      ['error', 'errors', 'failure', 'failures', 'exception', 'exceptions', 'failed'].map(
        (word) => [`x ${none} ${word} y`, false] as const,
      ),
    ),
    ...['error', 'errors', 'failed', 'failure', 'failures'].flatMap((word) =>
      ['=0', ': 0', '=null', '=none', '=false', '=[]', ' = 0'].map((none) => [`x ${word}${none} y`, false] as const),
    ),
    ...['x 10 errors y', 'x error=0.5 y', 'x error=0x1 y', 'x errors=nullable y', 'x no errors, but failed y'].map(
      (line) => [line, true] as const,
    ),
    ['x no error, 0 failures y', false],
  ])('%j: %j', (line, is) => {
    expect(findErrors([line], never).length === 1).toBe(is);
  });

  it('are shown without blanks around them, their times read, in at most 500 characters', () => {
    const [found] = findErrors([`  error ${'x'.repeat(600)}  `], () => instant(7));
    expect(found).toMatchObject({ count: 1, at: 7 });
    expect(found?.text).toBe(`error ${'x'.repeat(494)}`);
  });

  it('in short: the newest first, as many as are wanted, each in at most 300 characters', () => {
    const of = (text: string, at: number | null) => ({
      ...{ fingerprint: text, text, count: 2, at: at === null ? null : instant(at) },
    });
    const all = [of('old', 1), of('never', null), of(`new${'x'.repeat(400)}`, 3), of('middle', 2)];
    expect(newestErrors(all, 3)).toEqual([
      { text: `new${'x'.repeat(297)}`, count: 2, at: 3 },
      { text: 'middle', count: 2, at: 2 },
      { text: 'old', count: 2, at: 1 },
    ]);
    expect(newestErrors(all, 4).at(-1)).toEqual({ text: 'never', count: 2, at: null });
  });

  it('are found in bounded time whatever the lines are', () => {
    for (const piece of ['1', 'a1', ':', '0x', '1.', 'error ', '-', 'ab:'])
      expect(findErrors([piece.repeat(50_000), `error ${piece.repeat(50_000)}`], never).length).toBeGreaterThan(0);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (line) => findErrors([`error ${line}`], never).length <= 1));
  });
});

describe('when a line was written', () => {
  const here = { offset: 60, now: instant(Date.UTC(2026, 0, 2)) };
  it.each<readonly [string, number | null]>([
    ['2026-01-01T10:00:00Z x', Date.UTC(2026, 0, 1, 10)],
    ['2026-01-01T10:00:00.250+02:00 x', Date.UTC(2026, 0, 1, 8, 0, 0, 250)],
    ['[2026-01-01 10:00:00,5] x', Date.UTC(2026, 0, 1, 9, 0, 0, 500)],
    ['Jan  1 10:00:00 host x', Date.UTC(2026, 0, 1, 9)],
    ['Dec 31 10:00:00 host x', Date.UTC(2025, 11, 31, 9)],
    ['10:00 x', null],
    ['at 2026-01-01T10:00:00Z', null],
    ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map(
      (month, index) => [`${month} 12 10:00:00 x`, Date.UTC(2025, index, 12, 9)] as const,
    ),
    ['Jan  3 00:59:59 x', Date.UTC(2026, 0, 2, 23, 59, 59)],
    ['Jan  3 01:00:00 x', Date.UTC(2026, 0, 3)],
    ['Jan  3 01:00:01 x', Date.UTC(2025, 0, 3, 0, 0, 1)],
    ['Jax  1 10:00:00 host x', null],
    ['Jan   1 10:00:00 host x', null],
    ['Jan 1 10:00:00', null],
    ['Jan 1 10:00 x', null],
    ['x Jan 1 10:00:00 x', null],
    ['2026-01-01T10:00:00-01:30 x', Date.UTC(2026, 0, 1, 11, 30)],
    ['2026-01-01 10:00:00 +0130 x', Date.UTC(2026, 0, 1, 8, 30)],
    ['2026-01-01 10:00:00.1234567 x', Date.UTC(2026, 0, 1, 9, 0, 0, 123)],
    ['2026-02-28 23:58:57 x', Date.UTC(2026, 1, 28, 22, 58, 57)],
    ['-- [2026-01-01 10:00:00 x', null],
    ['2026-01-01 10:00 x', null],
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

  it.each([
    [[look([job('09:46')])], [look([])], '/app/daemon.log has no line since: nothing shows that it was tried.'],
    [[look([job('09:46')])], [], 'No log was found to look into.'],
    [
      [look([job('09:46')])],
      [look(['ok'], { where: '/elsewhere' })],
      '/app/daemon.log was in the baseline and is not there any more.',
    ],
    [
      [look([job('09:46')])],
      [look(['ok']), look([], { where: '/b.log', coverage: 'cut', trouble: 'too much' })],
      '/b.log: too much',
    ],
    [[look(['ok'])], [look(['ok'])], 'No errors before, and none since.'],
    [[look(['error a', 'error b'])], [look(['ok'])], '2 errors have not come again.'],
    [[look(['error a', 'error b'])], [look(['error a'])], '1 error is still there.'],
    [[look(['error a', 'error b'])], [look(['error a', 'error b', 'error c'])], '2 errors are still there.'],
    [[look(['ok'])], [look(['error c'])], '1 error was not there before.'],
    [[look(['ok'])], [look(['error c', 'error d'])], '2 errors were not there before.'],
  ] as const)('%# is said in one sentence', (before, since, summary) => {
    expect(compare(before, since).summary).toBe(summary);
  });

  it('one log that was written whole proves nothing for another one that is silent', () => {
    const both = [look(['error a']), look(['ok'], { where: '/b.log' })];
    expect(compare(both, [look(['ok']), look([], { where: '/b.log' })]).verdict).toBe('unknown');
    expect(compare(both, [look(['ok']), look(['ok'], { where: '/b.log' })]).verdict).toBe('resolved');
    expect(compare(both, [look(['ok'])]).verdict).toBe('unknown');
  });

  it('what remains is told beside what is gone and what is new', () => {
    const found = compare([look(['error a', 'error b'])], [look(['error b', 'error c'])]);
    expect(found).toMatchObject({
      ...{ verdict: 'remaining', resolved: [{ text: 'error a' }] },
      ...{ remaining: [{ text: 'error b' }], new: [{ text: 'error c' }] },
    });
  });

  it('an environment is called by its name, and its tier where it has one', () => {
    expect(sayEnvironment({ name: 'shop', tier: 'prod' })).toBe('shop (prod)');
    expect(sayEnvironment({ name: 'shop', tier: null })).toBe('shop');
  });

  it('an error that is seen counts, however little was read', () => {
    expect(compare([look([job('09:46')])], [look([job('10:05')], { coverage: 'cut' })]).verdict).toBe('remaining');
  });
});
