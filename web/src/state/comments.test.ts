import { expect, it } from 'vitest';
import { readDiff } from '../parts/read-diff.ts';
import { commentOn, isAt, type LineComment, place, toWords } from './comments.ts';

const diff = (...lines: readonly string[]) =>
  readDiff(`diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,3 @@\n${lines.join('\n')}\n`);
const files = diff(' one', '-two', '+2', '+three');
const [, removed, added] = files[0]?.parts[0]?.lines ?? [];
const on = (line: typeof added, text: string) => commentOn('t1', 'a.ts', line!, text) as LineComment;

it('holds to the tree, the side and what the line said', () => {
  expect(on(added, 'why')).toEqual({ tree: 't1', path: 'a.ts', side: 'after', line: 2, quote: '2', text: 'why' });
  expect(on(removed, 'no')).toMatchObject({ side: 'before', line: 2, quote: 'two' });
  const [placed] = place([on(added, 'why')], files, 't1');
  expect(placed).toMatchObject({ moved: false, line: 2 });
  expect(isAt(placed!, 'a.ts', added!)).toBe(true);
  expect(isAt(placed!, 'a.ts', removed!)).toBe(false);
  expect(isAt(placed!, 'b.ts', added!)).toBe(false);
});

it.each([
  ['is found where the line went to', [' one', '-two', '+new', '+more', '+2', '+three'], 4],
  ['is found at the nearest of lines that say the same', [' one', '-two', '+2', '+x', '+x', '+x', '+2'], 2],
  ['is nowhere where the line is gone', [' one', '-two', '+three'], null],
  ['is not taken for a line of the other side', [' one', '-2', '+three'], null],
])('on another tree it %s, and says that it moved', (_what, lines, line) => {
  expect(place([on(added, 'why')], diff(...lines), 't2')).toMatchObject([{ moved: true, line }]);
});

it('all of them are one message, in the order of lines, with what each line said', () => {
  const comments = [on(added, ' say why '), on(removed, 'keep it')];
  expect(toWords(place(comments, files, 't1'))).toBe(
    'Comments on lines of the change (tree t1):\n\na.ts:2\n    2\nsay why\n\na.ts:2 (a line that was removed)\n    two\nkeep it',
  );
  expect(toWords(place([on(added, 'why')], diff(' one'), 't2'))).toContain('a.ts:2 (this line is gone since)');
});

it('a note of git is no line to speak of', () => {
  expect(commentOn('t1', 'a.ts', { kind: 'note', text: '', before: null, after: null }, 'x')).toBeNull();
});
