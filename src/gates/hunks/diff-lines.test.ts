import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';

const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

it('put back one by one, the edits make the other text again', () => {
  fc.assert(
    fc.property(texts, texts, (was, now) => {
      const made = [...now];
      for (const { old, taken, now: at, put } of diffLines(was, now).toReversed())
        made.splice(at, put, ...was.slice(old, old + taken));
      expect(made).toEqual(was);
    }),
  );
});

it.each([
  ['nothing', 'abc', 'abc', []],
  ['a line that came', 'abd', 'abcd', [{ old: 2, taken: 0, now: 2, put: 1 }]],
  ['the same line again', 'a', 'aba', [{ old: 1, taken: 0, now: 1, put: 2 }]],
  ['the same at the end again', 'ab', 'abb', [{ old: 2, taken: 0, now: 2, put: 1 }]],
  ['one of the same less', 'aa', 'a', [{ old: 1, taken: 1, now: 1, put: 0 }]],
  ['all of it', '', 'ab', [{ old: 0, taken: 0, now: 0, put: 2 }]],
  ['nothing of it', 'ab', '', [{ old: 0, taken: 2, now: 0, put: 0 }]],
  ['a line that went', 'abcd', 'abd', [{ old: 2, taken: 1, now: 2, put: 0 }]],
  ['one for another', 'abc', 'axc', [{ old: 1, taken: 1, now: 1, put: 1 }]],
  [
    'two apart',
    'abcde',
    'xbcdy',
    [
      { old: 0, taken: 1, now: 0, put: 1 },
      { old: 4, taken: 1, now: 4, put: 1 },
    ],
  ],
])('%s', (_, was, now, wanted) => {
  expect(diffLines([...was], [...now])).toEqual(wanted);
});

/** As many lines as both can keep, by looking at all of them. */
function mostKept(was: readonly string[], now: readonly string[]): number {
  const best = was.map(() => now.map(() => 0));
  const at = (old: number, own: number) => best[old]?.[own] ?? 0;
  for (const [old, line] of was.entries())
    for (const [own, other] of now.entries())
      (best[old] as number[])[own] =
        line === other ? at(old - 1, own - 1) + 1 : Math.max(at(old - 1, own), at(old, own - 1));
  return at(was.length - 1, now.length - 1);
}

it('as few lines go and come as can be, and none twice', () => {
  fc.assert(
    fc.property(texts, texts, (was, now) => {
      const edits = diffLines(was, now);
      const sum = (of: 'taken' | 'put') => edits.reduce((all, each) => all + each[of], 0);
      expect([was.length - sum('taken'), now.length - sum('put')]).toEqual(Array(2).fill(mostKept(was, now)));
      for (const [at, { old, now: own }] of edits.entries()) {
        const before = edits[at - 1];
        if (before === undefined) continue;
        expect([old > before.old + before.taken, own > before.now + before.put]).toEqual([true, true]);
      }
    }),
  );
});

it('of what has nearly nothing in common, one edit is told', () => {
  const lines = (word: string) =>
    Array.from({ length: 1500 }, (_, at) => (at % 100 === 99 ? `${at}` : `${word} ${at}`));
  expect(diffLines(lines('was'), lines('now'))).toEqual([{ old: 0, taken: 1499, now: 0, put: 1499 }]);
});

it('of what has much in common, each is told, however long it is', () => {
  const lines = (word: string) => Array.from({ length: 1500 }, (_, at) => (at % 4 === 0 ? `${word} ${at}` : `${at}`));
  expect(diffLines(lines('was'), lines('now'))).toHaveLength(375);
});
