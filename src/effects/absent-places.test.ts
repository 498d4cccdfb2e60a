import { expect, it } from 'vitest';
import { memoryTree } from '../../test/fakes/memory-tree.ts';
import { absentPlaces } from './absent-places.ts';

const tree = memoryTree({ 'src/a.js': 'one\ntwo\n', 'src/b.js': 'one\ntwo', 'src/empty.js': '' });

it('looks for the first hundred', async () => {
  const places = Array.from({ length: 101 }, () => ({ file: 'src/c.js', line: null }));
  expect(await absentPlaces(tree, places, '/copy')).toEqual(Array.from({ length: 100 }, (_, number) => number));
});

it.each([
  ['its last line', 'src/a.js', 2, true],
  ['a line after its last', 'src/a.js', 3, false],
  ['a last line that nothing ends', 'src/b.js', 2, true],
  ['a line of an empty file', 'src/empty.js', 1, false],
  ['a file as a whole', 'src/empty.js', null, true],
  ['a file seen from here', './src/a.js', 1, true],
  ['a file of the copy', '/copy/src/a.js', 1, true],
  ['a file outside', '/etc/passwd', 1, false],
  ['a file above', '../src/a.js', 1, false],
  ['a folder', 'src/', null, true],
  ['the whole', '.', null, true],
  ['half a name', 'sr', null, false],
  ['none', 'src/c.js', 1, false],
])('%s is there or not: %s:%s %s', async (_, file, line, isThere) => {
  expect(
    await absentPlaces(
      tree,
      [
        { file: 'src/a.js', line: 1 },
        { file, line },
      ],
      '/copy',
    ),
  ).toEqual(isThere ? [] : [1]);
});
