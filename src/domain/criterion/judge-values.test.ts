import { describe, expect, it } from 'vitest';
import type { AskingTest, HunkToTry } from '../evidence/hunk.ts';
import type { HunkWord } from '../evidence/judge-hunks.ts';
import { judgeValues, valuesResult } from './judge-values.ts';

const asks: readonly AskingTest[] = ['a', 'b'].map((title) => ({ id: `t.js > ${title}`, line: 3, key: `k${title}` }));
const [a, b] = asks.map(({ id }) => id);
const ran = (passed: readonly unknown[], failed: readonly unknown[]) => ({
  ids: { passed: passed.map(String), failed: failed.map(String), skipped: [] },
});

describe('red tests that expect another value', () => {
  it.each([
    ['that all fail judge', ran([], [a, b]), 'demanded', 0],
    ['of which one passes do not', ran([a], [b]), 'needless', 1],
    ['that are not there, with a file that could not be loaded, tell nothing', ran([], ['t.js']), 'untold', 0],
    ['of which one is not there tell nothing', ran([], [a]), 'untold', 0],
    ['that have no names tell nothing', { ids: null }, 'untold', 0],
  ])('%s', (_, result, word, idle) => {
    const judged = judgeValues(asks, result);
    expect([judged.word, judged.idle.length]).toEqual([word, idle]);
  });
});

const file = (tests: readonly AskingTest[]): HunkToTry => ({
  ...{ path: 't.js', lines: [3, 3], size: 0, shown: [], key: 'values t.js', tests: ['t.js'] },
  asks: tests,
});
const tried = (word: HunkWord, tests = asks) => [{ hunk: file(tests), word }];

describe('what is said of them', () => {
  it.each([
    ['nothing where none says what it expects', [], [], null],
    ['that each fails', tried('demanded'), [], 'passed: 2 red tests with other expected values: each fails'],
    ['that it fails', tried('demanded', asks.slice(1)), [], 'passed: 1 red test with another expected value: it fails'],
    ['how many need a yes', tried('needless'), [], 'passed: 2 red tests with other expected values: 2 need a yes'],
    [
      'how many were not told',
      tried('demanded', asks.slice(1)),
      [file(asks.slice(0, 1))],
      'passed: 1 red test with another expected value: it fails; 1 with another expected value not told',
    ],
    ['that none was run', [], [file(asks)], 'skipped: no red test was run with another expected value'],
    ['that none was told', tried('untold'), [], 'skipped: no red test was run with another expected value'],
  ] as const)('%s', (_, done, left, wanted) => {
    const result = valuesResult(done, left, false);
    expect(result && `${result.verdict}: ${result.why}`).toBe(wanted);
  });

  it.each([
    ['that none was tried', [], [file(asks)], 'skipped: not tried: answered before'],
    [
      'how many were not',
      tried('demanded', asks.slice(1)),
      [file(asks.slice(0, 1))],
      'passed: 1 red test with another expected value: it fails; 1 with another expected value not tried: answered before',
    ],
    [
      'that none was told where all were tried',
      tried('untold'),
      [],
      'skipped: no red test was run with another expected value',
    ],
    [
      'that each fails where all were tried',
      tried('demanded'),
      [],
      'passed: 2 red tests with other expected values: each fails',
    ],
  ] as const)('after a yes that came before the end, %s', (_, done, left, wanted) => {
    const result = valuesResult(done, left, true);
    expect(result && `${result.verdict}: ${result.why}`).toBe(wanted);
  });

  it('each that passes all the same needs a yes of its own', () => {
    expect(valuesResult(tried('needless'), [], false)?.findings).toEqual(
      ['a', 'b'].map((title) => ({
        ...{ gate: 'values', file: 't.js', line: 3, weight: 'note', needs: 'yes', key: `k${title}` },
        what: `line 3: "${title}" passes whatever value it expects`,
      })),
    );
  });
});
