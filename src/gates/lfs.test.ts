import { expect, it } from 'vitest';
import { memoryTree } from '../../test/fakes/memory-tree.ts';
import type { Change } from '../ports/gates.ts';
import { lfsContents } from './lfs.ts';

const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 12\n';
const change = (path: string, kind: Change['kind'], bytes: number): Change => ({
  ...{ path, kind, from: null, added: 1, removed: 0, binary: true, bytes },
});
const attributes = {
  '.gitattributes': '# art\n*.psd filter=lfs diff=lfs merge=lfs -text\n*.txt text\n/data/*.bin filter=lfs\n',
  'sub/.gitattributes': '"big files/**" filter=lfs\n',
};

it('content in the place of a pointer is named; a pointer, and what attributes do not name, is not', async () => {
  const files = {
    ...attributes,
    'art/new.psd': 'content',
    'art/moved.psd': pointer,
    'data/a.bin': 'content',
    'other/a.bin': 'content',
    'sub/big files/x': 'content',
    'a.txt': 'text',
  };
  const base = memoryTree({ ...attributes, 'data/a.bin': pointer });
  const changes = Object.keys(files).map((path) =>
    change(path, path === 'data/a.bin' ? 'modified' : 'added', path === 'art/moved.psd' ? pointer.length : 7),
  );
  const found = await lfsContents(base, memoryTree(files), changes);
  expect(found.map(({ file, weight }) => [file, weight])).toEqual([
    ['art/new.psd', 'fail'],
    ['data/a.bin', 'fail'],
    ['sub/big files/x', 'fail'],
  ]);
});

it('a file that the base holds as content already is left alone, and so is one that goes', async () => {
  const base = memoryTree({ ...attributes, 'old.psd': 'content', 'gone.psd': pointer });
  const tree = memoryTree({ ...attributes, 'old.psd': 'content, changed' });
  const changes = [change('old.psd', 'modified', 16), change('gone.psd', 'deleted', 0)];
  expect(await lfsContents(base, tree, changes)).toEqual([]);
});

it.each([
  ['*.psd filter=lfs', true],
  ['*.psd  diff=lfs  filter=lfs', true],
  ['  *.psd\tfilter=lfs -text', true],
  ['*.psd filter=lfs\r', true],
  ['/a.psd filter=lfs', true],
  ['"a.psd" filter=lfs', true],
  ['**/*.psd filter=lfs', true],
  ['*.psd filter=lfsx', false],
  ['*.psd xfilter=lfs', false],
  ['#*.psd filter=lfs', false],
  ['*.psd', false],
  ['/sub/*.psd filter=lfs', false],
])('attributes %j keep a.psd there: %s', async (line, is) => {
  const tree = memoryTree({ '.gitattributes': `${line}\n`, 'a.psd': 'content' });
  expect((await lfsContents(memoryTree({}), tree, [change('a.psd', 'added', 7)])).length > 0).toBe(is);
});

it('what only begins with the name of attributes holds none', async () => {
  const tree = memoryTree({
    '.gitattributes.bak': '*.psd filter=lfs\n',
    'x.gitattributes': '*.psd filter=lfs\n',
    'a.psd': 'b',
  });
  expect(await lfsContents(memoryTree({}), tree, [change('a.psd', 'added', 1)])).toEqual([]);
});

it.each([
  [pointer, pointer.length, true],
  [pointer, 1024, true],
  [pointer, 1025, false],
  [pointer.replace('v1', 'v12'), 9, true],
  [pointer.replace('v1', 'v'), 9, false],
  [` ${pointer}`, 9, false],
  [pointer.replace('v1\n', 'v1 '), 9, false],
  [pointer.replace('github.com', 'githubxcom'), 9, false],
])('%j of %i bytes is a pointer: %s', async (text, bytes, is) => {
  const tree = memoryTree({ ...attributes, 'a.psd': text });
  expect((await lfsContents(memoryTree({}), tree, [change('a.psd', 'added', bytes)])).length === 0).toBe(is);
});

it('a moved file is held against what it was', async () => {
  const tree = memoryTree({ ...attributes, 'b.psd': 'content' });
  const moved: Change = { ...change('b.psd', 'renamed', 7), from: 'a.psd' };
  expect(await lfsContents(memoryTree({ 'a.psd': 'content' }), tree, [moved])).toEqual([]);
  expect(await lfsContents(memoryTree({ 'a.psd': pointer }), tree, [moved])).toHaveLength(1);
});

it('nor what goes on behind that name', async () => {
  const tree = memoryTree({ '.gitattributes.bak': '/a.psd filter=lfs\n', '.gita.psd': 'b' });
  expect(await lfsContents(memoryTree({}), tree, [change('.gita.psd', 'added', 1)])).toEqual([]);
});
