import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import type { HunkToTry } from './hunk.ts';
import { budgetOfHunks, hunkFindings, inOrder, judgeHunk, sayHunks, stillOpen, type TriedHunk } from './judge-hunks.ts';
import type { GateResult } from './verdict.ts';

const hunk = (key: string, size = 1, within?: string): HunkToTry => ({
  ...{ path: `${key}.js`, lines: [3, 4], size, shown: [`${key}();`, 'more();'], key, tests: [] },
  ...(within !== undefined && { within }),
});
const names = (failed: readonly string[]) => ({ passed: [], failed, skipped: [] });
const counts = (passed: number) => ({ passed, failed: 0, skipped: 0, total: passed });
const whole = gateResult('test', 'passed', { ids: names([]), counts: counts(3) });
const red = gateResult('test', 'passed', { exit: 1, ids: names(['a > old']), counts: counts(3) });
const ran = (verdict: GateResult['verdict'], more: Partial<GateResult> = {}) => gateResult('test', verdict, more);

describe('a part of a change that was put back', () => {
  it.each<readonly [string, GateResult, GateResult, { some?: true; cut?: true }, string]>([
    ['is demanded where a test fails', whole, ran('failed', { ids: names(['a > new']) }), {}, 'demanded'],
    ['is demanded where nothing can be loaded', whole, ran('failed'), {}, 'demanded'],
    ['is demanded where the tests do not end', whole, ran('timeout', { exit: null }), {}, 'demanded'],
    ['is not judged where they had too little time', whole, ran('timeout', { exit: null }), { cut: true }, 'untold'],
    ['is not judged where they could not be run', whole, ran('failed', { exit: null }), {}, 'untold'],
    ['is demanded where they crash', whole, ran('failed', { exit: null, signal: 'SIGSEGV' }), {}, 'demanded'],
    ['is demanded where fewer tests pass', whole, ran('passed', { ids: names([]), counts: counts(2) }), {}, 'demanded'],
    [
      'is not demanded by fewer tests where only some were run',
      whole,
      ran('passed', { ids: names([]), counts: counts(2) }),
      { some: true },
      'needless',
    ],
    ['is needless where all pass', whole, ran('passed', { ids: names([]), counts: counts(3) }), {}, 'needless'],
    [
      'is needless where only what failed before fails',
      red,
      ran('failed', { ids: names(['a > old']), counts: counts(3) }),
      {},
      'needless',
    ],
    [
      'is demanded where another test fails than before',
      red,
      ran('failed', { ids: names(['a > new', 'a > old']), counts: counts(3) }),
      {},
      'demanded',
    ],
    ['is not judged by exit codes where something failed before', { ...red, ids: null }, ran('failed'), {}, 'untold'],
    ['is not judged by a run that was left out', whole, ran('skipped'), {}, 'untold'],
  ])('%s', (_, all, one, { some = false, cut = false }, word) => {
    expect(judgeHunk(all, one, { some, cut })).toBe(word);
  });
});

it('the largest is tried first, and what stands in it after it', () => {
  expect(inOrder([hunk('c', 2, 'b'), hunk('a', 1), hunk('b', 2)]).map(({ key }) => key)).toEqual(['b', 'c', 'a']);
});

it('what stands in something needless is not tried, however deep', () => {
  const all = [hunk('a'), hunk('b', 1, 'a'), hunk('c', 1, 'b'), hunk('d')];
  const open = (tried: readonly TriedHunk[]) => stillOpen(all, tried).map(({ key }) => key);
  expect(open([{ hunk: hunk('a'), word: 'needless' }])).toEqual(['d']);
  expect(open([{ hunk: hunk('a'), word: 'demanded' }])).toEqual(['b', 'c', 'd']);
});

it.each([
  [100, 60_000],
  [30_000, 90_000],
  [900_000, 600_000],
])('runs of tests that take %i ms may take %i ms', (took, budget) => {
  expect(budgetOfHunks(took)).toBe(budget);
});

const nothing = {
  ...{ tried: [], left: [], leftMore: 0, known: 0, agreed: 0 },
  ...{ none: { data: 0, unread: 0 }, budgetMs: 60_000 },
};
const tried: readonly TriedHunk[] = [
  { hunk: hunk('a'), word: 'demanded' },
  { hunk: hunk('b'), word: 'needless' },
  { hunk: hunk('c'), word: 'untold' },
];

it.each([
  [{ known: 1 }, '1 part of the change put back alone: tests fail without it'],
  [{ known: 1, tried: tried.slice(0, 1) }, '2 parts of the change put back alone: tests fail without each'],
  [{ tried: tried.slice(0, 2) }, '2 parts of the change put back alone: no test demands b.js:3 `b();`'],
  [{ left: [hunk('d')], budgetMs: null }, 'no part of the change was put back; not tried: d.js:3 (a yes came before)'],
  [
    { left: [hunk('d'), hunk('e')], agreed: 2, none: { data: 2, unread: 1 } },
    'no part of the change was put back; not tried: d.js:3, e.js:3 (at most 24 in 60 s); 2 with a yes from before; 2 files of no code not tried; 1 file not read',
  ],
  [
    { tried, left: [hunk('d')], leftMore: 4, agreed: 1, none: { data: 1, unread: 5, named: ['e.js', 'f.js', 'g.js'] } },
    '2 parts of the change put back alone: no test demands b.js:3 `b();`; not tried: c.js:3, d.js:3 and 4 more (at most 24 in 60 s); 1 with a yes from before; 1 file of no code not tried; 5 files not read: e.js, f.js, g.js and 2 more',
  ],
])('%o is said in one sentence', (more, said) => {
  expect(sayHunks({ ...nothing, ...more })).toBe(said);
});

it('what no test demands is a line by file and line, which needs a yes only where it is asked', () => {
  const line = {
    gate: 'hunks',
    file: 'b.js',
    line: 3,
    weight: 'note',
    what: 'line 3: no test demands `b();` `more();`',
  };
  expect(hunkFindings(tried, 'show')).toEqual([line]);
  expect(hunkFindings(tried, 'ask')).toEqual([{ ...line, needs: 'yes', key: 'b' }]);
});
