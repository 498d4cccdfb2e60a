import { describe, expect, it } from 'vitest';
import type { TaskDiff } from '../../../contract/task.ts';
import { diffInShort } from './diff-in-short.ts';

const look = { color: false, width: 80, now: 0 };
const file = (path: string, lines: readonly string[]) =>
  [
    `diff --git a/${path} b/${path}`,
    'index 1..2 100644',
    `--- a/${path}`,
    `+++ b/${path}`,
    '@@ -1 +1 @@',
    ...lines,
  ].join('\n');
const change = (diff: string): TaskDiff => ({
  ...{ task: 'shop-1', diff, files: diff.split('diff --git').length - 1 },
  ...{ added: 60, removed: 1, cut: false },
});

describe('WT-23 a change before a yes to it', () => {
  it('is shown whole where it is short', () => {
    expect(diffInShort(look, change(file('a.js', ['-one', '+two'])), 'shop-1')).toContain('+two');
  });

  it('is counted by file where it is long, and says where all of it is', () => {
    const long = [
      // What a file's own lines look like is no head of another.
      file('a.js', ['--- x', '+++ y', ...Array.from({ length: 50 }, (_, at) => `+line ${at}`)]),
      file('b b.js', ['-gone']),
    ].join('\n');
    const text = diffInShort(look, change(long), 'shop-1');
    expect(text).toMatch(/a\.js\s+\+51\s+-1/);
    expect(text).toMatch(/b b\.js\s+\+0\s+-1/);
    expect(text).toContain('2 files, +60 -1. All of it: type `diff` here, or drover task diff shop-1');
    expect(text).not.toContain('line 7');
  });

  it('names so many files and counts the rest', () => {
    const many = Array.from({ length: 40 }, (_, at) => file(`f${at}.js`, ['+x'])).join('\n');
    expect(diffInShort(look, change(many), 'shop-1')).toContain('and 10 more');
  });
});
