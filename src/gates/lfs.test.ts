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
