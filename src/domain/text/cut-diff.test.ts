// A diff of which the rest is left out.
import { expect, it } from 'vitest';
import { cutDiff, isCutDiff, wholeFiles } from './cut-diff.ts';

const one = 'diff --git a/a b/a\n+a\n';
const two = 'diff --git a/b b/b\n+b\n';

it('is known by its last line, which no changed line can be', () => {
  expect([cutDiff('', 10), cutDiff(one, 10)].map(isCutDiff)).toEqual([true, true]);
  expect([one, `+${cutDiff('', 10)}`, ` ${cutDiff('', 10)}`, `${cutDiff(one, 10)}${two}`].map(isCutDiff)).toEqual(
    Array(4).fill(false),
  );
});

it('has the files of which all is there: none where it was cut in the first', () => {
  expect(wholeFiles(one + two)).toBe(one + two);
  expect(wholeFiles(cutDiff(one + two, 10))).toBe(one.trimEnd());
  expect(wholeFiles(cutDiff(one, 10))).toBe('');
});
