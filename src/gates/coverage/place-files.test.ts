import { expect, it } from 'vitest';
import { countedList } from '../../../test/fakes/counted-list.ts';
import type { CoveredFile } from './covered-file.ts';
import { placeFiles } from './place-files.ts';

const none = {} as CoveredFile;
const folder = '/work';
const place = (names: readonly string[], paths: readonly string[], report = 'coverage/lcov.info') => [
  ...placeFiles(new Map(names.map((name) => [name, none])), { folder, report }, paths).keys(),
];

it('a file is meant by its path, by its end where one file alone ends so, and of Go behind the name of its module', () => {
  const paths = ['packages/shop/src/price.js', 'packages/other/src/price.js', 'packages/shop/src/tax.js', 'tax/tax.go'];
  expect(place(['/work/packages/shop/src/price.js'], paths)).toEqual(['packages/shop/src/price.js']);
  expect(place(['src/tax.js'], paths)).toEqual(['packages/shop/src/tax.js']);
  expect(place(['src/price.js', 'shop/src/price.js'], paths)).toEqual(['packages/shop/src/price.js']);
  expect(place(['example.com/shop/tax/tax.go'], paths)).toEqual(['tax/tax.go']);
  expect(place(['/elsewhere/src/tax.js', 'x.js'], paths)).toEqual([]);
  expect(place(['example.com/shop/tax/tax.js'], [...paths, 'tax/tax.js'])).toEqual([]);
  expect(place(['tax.js'], ['tax.js', 'src/tax.js'])).toEqual(['tax.js']);
  expect(place(['/elsewhere/tax.go'], ['tax.go'])).toEqual([]);
});

it('a report of a package means its own files, whatever others are called', () => {
  const paths = ['src/price.js', 'packages/till/src/price.js', 'packages/shelf/src/price.js', 'packages/shelf/tax.js'];
  const till = 'packages/till/coverage/lcov.info';
  expect(place(['src/price.js'], paths, till)).toEqual(['packages/till/src/price.js']);
  expect(place(['./src/price.js'], paths, till)).toEqual(['packages/till/src/price.js']);
  expect(place(['src/price.js'], paths)).toEqual(['src/price.js']);
  expect(place([`${folder}/src/price.js`, 'packages/shelf/src/price.js'], paths, till)).toEqual([
    'src/price.js',
    'packages/shelf/src/price.js',
  ]);
  expect(place(['src/price.js'], paths, './packages/shelf/lcov.info')).toEqual(['packages/shelf/src/price.js']);
  expect(place(['../shelf/src/price.js'], paths, till)).toEqual(['packages/shelf/src/price.js']);
  expect(place(['tax.js'], paths, till)).toEqual(['packages/shelf/tax.js']);
});

it('where all names are those of the tree, nothing but the paths is looked at, and each once', () => {
  const count = 20_000;
  const paths = Array.from({ length: count }, (_, at) => `a/b/c/d/e/f/g/h/${at}.js`);
  const { list, looks } = countedList(paths);
  expect(place(paths, list)).toHaveLength(count);
  expect(looks()).toBe(count);
});
