import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OldLines, oldLinesIn, touching } from './touching.ts';

describe('the lines that two changes touch', () => {
  it('are read from a diff without context, in the numbers before it', () => {
    const diff = '--- a/x\n+++ b/x\n@@ -3 +3 @@ f()\n-a\n+@@ -9 +9 @@\n@@ -5,2 +5,0 @@\n-b\n-c\n@@ -9,0 +8,3 @@\n+d\n';
    expect(oldLinesIn(diff)).toEqual([
      [3, 4],
      [5, 7],
      [10, 10],
    ]);
    expect(oldLinesIn('Binary files a/x and b/x differ\n')).toEqual([]);
  });

  const cases: readonly (readonly [string, readonly OldLines[], readonly OldLines[], readonly OldLines[]])[] = [
    ['the same line', [[3, 4]], [[3, 4]], [[3, 4]]],
    ['lines of which one is common', [[1, 4]], [[3, 9]], [[1, 9]]],
    ['lines side by side', [[3, 4]], [[4, 5]], [[3, 5]]],
    ['lines with one between them', [[3, 4]], [[5, 6]], []],
    ['two insertions at one place', [[7, 7]], [[7, 7]], [[7, 7]]],
    ['an insertion beside a changed line', [[7, 7]], [[7, 8]], [[7, 8]]],
    ['an insertion two lines on', [[7, 7]], [[8, 9]], []],
    [
      'several, joined where they meet',
      [
        [1, 5],
        [9, 10],
      ],
      [
        [2, 3],
        [4, 9],
      ],
      [[1, 10]],
    ],
    ['nothing of one of them', [], [[1, 9]], []],
  ];
  it.each(cases)('%s', (_words, ours, theirs, both) => {
    expect(touching(ours, theirs)).toEqual(both);
    expect(touching(theirs, ours)).toEqual(both);
  });

  it('are the same whoever is asked first, in order and apart', () => {
    const spans = fc.uniqueArray(fc.nat(60), { maxLength: 12 }).map((places) => {
      const sorted = places.toSorted((one, other) => one - other);
      return sorted.flatMap((from, at): OldLines[] => (at % 2 === 0 ? [[from, sorted[at + 1] ?? from]] : []));
    });
    fc.assert(
      fc.property(spans, spans, (ours, theirs) => {
        const both = touching(ours, theirs);
        expect(touching(theirs, ours)).toEqual(both);
        for (const [at, [from]] of both.entries()) expect(from).toBeGreaterThan(both[at - 1]?.[1] ?? -1);
      }),
    );
  });
});
