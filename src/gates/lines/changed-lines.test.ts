import { describe, expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

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
    ['what looks like a head', '@@ -1,1 +1,2 @@\n a\n+++ b/no\n', { written: [2], gaps: [] }],
  ])('%s', (_what, body, lines) => expect(changedLines(file('b/src/a.js', body)).get('src/a.js')).toEqual(lines));

  it('names are read as git writes them, and what is gone has none', () => {
    const odd = file('"b/na\\303\\257ve \\"x\\".js"', '@@ -0,0 +1 @@\n+a\n');
    expect([...changedLines(odd).keys()]).toEqual(['naïve "x".js']);
    expect(changedLines(file('/dev/null', '@@ -1 +0,0 @@\n-a\n')).size).toBe(0);
    expect([...changedLines(`${file('b/a b.js\t', '@@ -0,0 +1 @@\n+a\n')}${odd}`).keys()]).toHaveLength(2);
  });
});
