import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstLines, readDiff } from './read-diff.ts';

let folder: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-diff-'));
  git('init', '-q');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What git says of two states of a folder. */
function diffOf(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  const tree = (files: Readonly<Record<string, string>>): string => {
    git('read-tree', '--empty');
    for (const [path, text] of Object.entries(files)) {
      writeFileSync(join(folder, 'one'), text);
      const blob = git('hash-object', '-w', 'one').trim();
      git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
    }
    return git('write-tree').trim();
  };
  const [from, to] = [tree(before), tree(after)];
  return readDiff(git('diff', '--no-color', '-M', from, to));
}

it('lines have their numbers before and after', () => {
  const [file] = diffOf({ 'a.ts': 'one\ntwo\nthree\n' }, { 'a.ts': 'one\n2\nthree\nfour' });
  expect(file).toMatchObject({ path: 'a.ts', state: 'changed', added: 2, removed: 1, from: null, binary: false });
  expect(file?.parts[0]?.lines).toEqual([
    { kind: 'same', text: 'one', before: 1, after: 1 },
    { kind: 'removed', text: 'two', before: 2, after: null },
    { kind: 'added', text: '2', before: null, after: 2 },
    { kind: 'same', text: 'three', before: 3, after: 3 },
    { kind: 'added', text: 'four', before: null, after: 4 },
    { kind: 'note', text: 'No newline at end of file', before: null, after: null },
  ]);
});

it('files that are new, gone, moved, empty or binary are told as such', () => {
  const text = 'a line that is long enough to be known again\n'.repeat(5);
  const files = diffOf(
    { 'gone.ts': 'x\n', 'old.ts': text, 'empty here.ts': '' },
    { 'new.ts': 'y\n', 'moved.ts': text, 'b.bin': '\u0000\u0001' },
  );
  expect(Object.fromEntries(files.map(({ path, state, from, binary }) => [path, { state, from, binary }]))).toEqual({
    'gone.ts': { state: 'gone', from: null, binary: false },
    'new.ts': { state: 'new', from: null, binary: false },
    'moved.ts': { state: 'changed', from: 'old.ts', binary: false },
    'empty here.ts': { state: 'gone', from: null, binary: false },
    'b.bin': { state: 'new', from: null, binary: true },
  });
});

it.each(['ä b.ts', 'with "quotes".ts', 'a\ttab.ts', '<script>.ts', '+++ b.ts', 'a b/b a.ts'])(
  'a file may be called %j',
  (path) => {
    const [file] = diffOf({ [path]: 'x\n' }, { [path]: '+++ y\n--- z\n' });
    expect(file?.path).toBe(path.replace('\t', '�'));
    expect(file).toMatchObject({ added: 2, removed: 1 });
  },
);

it('what is no diff has no files', () => {
  expect(readDiff('')).toEqual([]);
  expect(readDiff('nothing\n@@ -1 +1 @@\n')).toEqual([]);
});

it('of a long file the first lines stand in their parts', () => {
  const line = (text: string) => ({ kind: 'added', text, before: null, after: 1 }) as const;
  const parts = [
    { head: 'a', lines: [line('1'), line('2')] },
    { head: 'b', lines: [line('3')] },
  ];
  const told = (most: number) =>
    firstLines(parts, most).map(({ head, lines }) => `${head}${lines.map(({ text }) => text).join('')}`);
  expect([told(1), told(2), told(3), told(9)]).toEqual([['a1'], ['a12'], ['a12', 'b3'], ['a12', 'b3']]);
});
