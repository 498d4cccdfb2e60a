import { expect, it } from 'vitest';
import { fileOf, groupsOf, testId, titleOf } from './test-id.ts';

it.each<readonly [id: string, file: string, path: readonly string[], title: string, groups: readonly string[]]>([
  ['t/a.js', 't/a.js', [], 't/a.js', []],
  ['t/a.js > adds', 't/a.js', ['adds'], 'adds', ['t/a.js']],
  [
    't/a.js > cart > big > adds',
    't/a.js',
    ['cart', 'big', 'adds'],
    'adds',
    ['t/a.js', 't/a.js > cart', 't/a.js > cart > big'],
  ],
])('%s', (id, file, path, title, groups) => {
  expect(testId(file, path)).toBe(id);
  expect([fileOf(id), titleOf(id)]).toEqual([file, title]);
  expect([...groupsOf([id])]).toEqual(groups);
});

it('a suite that holds several stands once', () => {
  expect([...groupsOf(['a > s > x', 'a > s > y', 'b > x', 'c'])]).toEqual(['a', 'a > s', 'b']);
});
