import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { type GuardedChange, guardedFindings, judgeHeld, sayGuarded } from './guarded-change.ts';
import type { GateResult } from './verdict.ts';

const ids = (passed: readonly string[], failed: readonly string[] = []) => ({ ids: { passed, failed, skipped: [] } });
const green = gateResult('test', 'passed', ids(['a > x', 'a > y']));
const red = gateResult('test', 'failed', ids(['a > x'], ['a > y']));
const dumb = gateResult('test', 'failed', { why: 'ended with 1' });

describe('with guarded files as they were', () => {
  it.each<readonly [string, readonly GateResult[], readonly GateResult[], readonly GateResult[], readonly string[]]>([
    ['what passes too is no matter', [green], [green], [green], []],
    ['a test that fails is named', [green], [red], [green], ['test: a > y']],
    ['so is one that is not run', [], [gateResult('test', 'passed', ids(['a > x']))], [green], ['test: a > y']],
    ['where tests have no names the gate speaks', [], [dumb], [gateResult('test', 'passed')], ['test: ended with 1']],
    [
      'a threshold that all tests do not reach counts',
      [],
      [{ ...green, verdict: 'failed', why: '80 %' }],
      [green],
      ['test: 80 %'],
    ],
    ['what failed on the base does not', [red], [red], [gateResult('test', 'passed', ids(['a > x']))], []],
    [
      'what does not end counts',
      [red],
      [gateResult('test', 'timeout', { why: 'too long' })],
      [green],
      ['test: too long'],
    ],
    ['what does not pass on the change has nothing to lose', [], [dumb], [gateResult('test', 'not_configured')], []],
  ])('%s', (_what, base, held, own, expected) => {
    expect(judgeHeld(base, held, own)).toEqual(expected);
  });
});

const change = (more: Partial<GuardedChange> = {}): GuardedChange => ({
  ...{ path: 'tools/run.sh', from: null, how: 'changed', asks: 'always', key: 'k', was: ['a'], now: ['b'] },
  ...more,
});
const told = (changes: readonly GuardedChange[], wanting: readonly string[] = []) =>
  guardedFindings(changes, wanting, (text) => `hash of ${text}`).map(({ file, what, needs, key }) => [
    file,
    what,
    needs,
    key,
  ]);

describe('a line for each', () => {
  it('has what went and what came, and a yes that holds for it', () => {
    expect(told([change()])).toEqual([
      ['tools/run.sh', 'a file that decides what gates say was changed: was `a`, now `b`', 'yes', 'k'],
    ]);
    const long = change({ how: 'added', was: [], now: ['1', '2', '3', '4', '5', '6'] });
    expect(told([long])[0]?.[1]).toMatch(/was added: now `1` `2` `3` `4` and 2 lines more$/);
    expect(told([change({ from: 'run.sh', was: [], now: [] })])[0]?.[1]).toMatch(/was changed, from run\.sh$/);
  });

  it('and one for what does not pass without them, which makes the rest ask too', () => {
    const some = change({ asks: 'if_needed' });
    expect(told([some])).toMatchObject([['tools/run.sh', expect.anything(), undefined, undefined]]);
    expect(told([some], ['test: a > y'])).toEqual([
      ['tools/run.sh', expect.anything(), 'yes', 'k'],
      [null, 'with it as it was, gates do not pass: test: a > y', 'yes', 'hash of k'],
    ]);
    const all = guardedFindings([some, change({ key: 'l' })], ['test: a > y', 'lint: x'], (text) => text);
    expect(all).toEqual([
      ...[expect.anything(), expect.anything()],
      {
        ...{ gate: 'guarded', file: null, line: null, weight: 'note', needs: 'yes', key: 'k\nl' },
        what: 'with these as they were, gates do not pass: test: a > y; lint: x',
      },
    ]);
  });

  it('and a sentence that says what was run', () => {
    expect(sayGuarded([change()], [green], [])).toBe(
      'test passes with 1 file that decides what gates say as at the start',
    );
    expect(sayGuarded([change(), change()], [], [])).toContain('no gate was run without that');
    expect(sayGuarded([change()], [green], [], { unobserved: true })).toMatch(/what gates read could not be seen here/);
    expect(sayGuarded([change()], [red], ['test: a > y'])).toContain('these do not pass: test: a > y');
  });
});
