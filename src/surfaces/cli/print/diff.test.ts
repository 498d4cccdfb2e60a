import { describe, expect, it } from 'vitest';
import type { TaskDiff } from '../../../contract/task.ts';
import { diff, diffInShort } from './diff.ts';

const look = { color: false, width: 80, now: 0 };
type File = TaskDiff['by_file'][number];
const file = (path: string, added: number, removed: number): File => ({ path, added, removed });
const change = (lines: number, by_file: readonly File[]): TaskDiff => ({
  ...{ task: 'shop-1', diff: `${'+a line\n'.repeat(lines)}`, by_file, cut: false },
  ...{ files: by_file.length, added: 60, removed: 1 },
});

describe('WT-23 a change before a yes to it', () => {
  it('is shown whole where it is short', () => {
    expect(diffInShort(look, change(40, [file('a.js', 40, 0)]))).toBe('+a line\n'.repeat(40).trimEnd());
  });

  it('is counted by file where it is long, and says where all of it is', () => {
    const text = diffInShort(look, change(41, [file('a.js', 51, 1), file('b\nb.js', 0, 1)]));
    expect(text).toMatch(/^a\.js\s+\+51\s+-1$/m);
    expect(text).toMatch(/^b b\.js\s+\+0\s+-1$/m);
    expect(text).toContain('2 files, +60 -1. All of it: type `diff` here, or drover task diff shop-1');
    expect(text).not.toContain('a line');
  });

  it('names so many files and counts the rest', () => {
    const many = Array.from({ length: 40 }, (_, at) => file(`f${at}.js`, 1, 0));
    const text = diffInShort(look, change(41, many));
    expect(text).toContain('f29.js');
    expect(text).not.toContain('f30.js');
    expect(text).toContain('and 10 more');
  });
});

describe('a change that is too long to be told whole', () => {
  const cut = (files: number) =>
    diff(
      { ...change(1, []), diff: 'diff --git a/a b/a\n+diff --git\ndiff --git a/b b/b\n+b\n', cut: true, files },
      look,
    );

  it('says how many of its files are shown, and how the others are seen', () => {
    expect(cut(5_000)).toMatch(
      /\n\(cut: 2 of 5000 files are shown, .*`drover task diff shop-1 --file` and its path;.*`drover task path shop-1`\)$/,
    );
    expect(cut(1)).toContain('(cut: not all of the file is shown; more of it: `drover');
  });
});
