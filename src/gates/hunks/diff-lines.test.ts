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

it('of what has nearly nothing in common, one edit is told', () => {
  const lines = (word: string) => Array.from({ length: 1500 }, (_, at) => `${word} ${at}`);
  expect(diffLines(lines('was'), lines('now'))).toEqual([{ old: 0, taken: 1500, now: 0, put: 1500 }]);
});
