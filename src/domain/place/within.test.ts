import { expect, it } from 'vitest';
import { isWithin, pathBelow } from './within.ts';

it.each<[path: string, folder: string, below: string | null]>([
  ['/a/b/c', '/a/b', 'c'],
  ['/a/b', '/a/b', ''],
  ['/a/bc', '/a/b', null],
  ['/a', '/a/b', null],
  ['/a/b', '/', 'a/b'],
  ['/a/b/c', '/a/b/', 'c'],
  ['src/a.ts', 'src', 'a.ts'],
  ['src2/a.ts', 'src', null],
])('%s in %s is %j', (path, folder, below) => {
  expect(pathBelow(path, folder)).toBe(below);
  expect(isWithin(path, folder)).toBe(below !== null);
});
