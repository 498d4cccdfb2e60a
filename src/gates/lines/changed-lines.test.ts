import { describe, expect, it } from 'vitest';
import { changedLines, linesAt } from './changed-lines.ts';

const file = (path: string, body: string): string => `diff --git a/x b/x\n--- a/x\n+++ ${path}\n${body}`;

describe('lines that a change wrote', () => {
  it.each<readonly [string, string, object]>([
    ['written anew', '@@ -0,0 +1,2 @@\n+a\n+b\n', { written: [1, 2], gaps: [] }],
    ['in place of others', '@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n', { written: [2], gaps: [] }],
    ['taken away', '@@ -1,3 +1,2 @@\n a\n-b\n d\n', { written: [], gaps: [1] }],
    ['taken away at the top', '@@ -1,2 +1,1 @@\n-a\n b\n', { written: [], gaps: [0] }],
    ['taken away without context', '@@ -4,2 +3,0 @@\n-a\n-b\n', { written: [], gaps: [3] }],
    ['two places', '@@ -1,1 +1,2 @@\n a\n+b\n@@ -9,2 +10,1 @@\n x\n-y\n', { written: [2], gaps: [10] }],
    ['no newline at the end', '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n', { written: [1], gaps: [] }],
    ['in place of others, told the other way round', '@@ -1,3 +1,3 @@\n a\n+c\n-b\n d\n', { written: [2], gaps: [] }],
    ['taken away behind what was written', '@@ -1,3 +1,3 @@\n+c\n a\n-b\n d\n', { written: [1], gaps: [2] }],
    ['far down', '@@ -123,2 +124,3 @@\n x\n+a\n y\n', { written: [125], gaps: [] }],
    ['all of it', '@@ -1,2 +0,0 @@\n-a\n-b\n', { written: [], gaps: [0] }],
    ['what is itself a diff', '@@ -1 +1,3 @@\n a\n+diff --git a/y b/y\n+b\n', { written: [2, 3], gaps: [] }],
    ['what looks like a head', '@@ -1,1 +1,2 @@\n a\n+++ b/no\n', { written: [2], gaps: [] }],
  ])('%s', (_what, body, lines) => expect(changedLines(file('b/src/a.js', body)).get('src/a.js')).toEqual(lines));

  it('names are read as git writes them, and what is gone has none', () => {
    const odd = file('"b/na\\303\\257ve \\"x\\".js"', '@@ -0,0 +1 @@\n+a\n');
    expect([...changedLines(odd).keys()]).toEqual(['naïve "x".js']);
    expect(changedLines(file('/dev/null', '@@ -1 +0,0 @@\n-a\n')).size).toBe(0);
    expect([...changedLines(`${file('b/a b.js\t', '@@ -0,0 +1 @@\n+a\n')}${odd}`).keys()]).toHaveLength(2);
  });
});

it.each([
  ['a', 7],
  ['b', 8],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
  ['"', 34],
  ['\\', 92],
  ['x', 63],
])('\\%s in a name is the byte %i', (letter, byte) => {
  const found = changedLines(file(`"b/a\\${letter}b"`, '@@ -0,0 +1 @@\n+a\n'));
  expect([...found.keys()]).toEqual([`a${String.fromCharCode(byte)}b`]);
});

it('of a file that was not changed there are none', () => {
  expect(linesAt(new Map(), 'a')).toEqual({ written: [], gaps: [] });
});

it.each([
  ['without lines', 'diff --git a/x b/x\nsimilarity index 100%\nrename from x\nrename to y\n'],
  ['without a name', 'diff --git a/x b/x\n@@ -0,0 +1 @@\n+a\n'],
  ['of elsewhere', file('c/a.js', '@@ -0,0 +1 @@\n+a\n')],
  ['whose name stands behind its lines', 'diff --git a/x b/x\n@@ -1 +1 @@\n+++ b/a.js\n'],
])('a part %s is left out', (_, diff) => {
  expect(changedLines(diff).size).toBe(0);
});
