import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchGlob } from '../domain/text/match-glob.ts';
import { splitWords } from './split-words.ts';

describe('words', () => {
  it.each([
    [`a 'b c' "d e" f\\ g`, ['a', 'b c', 'd e', 'f g']],
    [`a "" ''`, ['a', '', '']],
    [`"a\\"b" 'c\\d' "e\\f"`, ['a"b', 'c\\d', 'e\\f']],
    [`--x='$HOME *'`, ['--x=$HOME *']],
    ['  ', []],
  ])('%s', (line, words) => expect(splitWords(line)).toEqual({ kind: 'words', words }));

  it.each([
    'a && b',
    'a | b',
    'a > f',
    'echo $X',
    'ls *.ts',
    'A=1 b',
    'a; b',
    '(a)',
    'a `b`',
    'echo "$X"',
    'a\nb',
    'cat ~/x',
    'a {b,c}',
  ])('%s needs a shell', (line) => expect(splitWords(line)).toEqual({ kind: 'shell', line }));

  it('splits as the shell does wherever no shell is needed', () => {
    const piece = fc.constantFrom('a', ' ', "'", '"', '\\', 'b', '-', '=', '/', '.');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((parts) => `x ${parts.join('')}`),
        (line) => {
          const read = splitWords(line);
          if (read.kind !== 'words' || line.endsWith('\\')) return;
          const shell = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' });
          expect(read.words.map((word) => `${word}\n`).join('')).toBe(shell);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (line) =>
        ['words', 'shell', 'broken'].includes(splitWords(line).kind),
      ),
    );
  });
});

describe('globs', () => {
  it.each(['__proto__', 'constructor', 'toString', 'valueOf'])('%s is a name like any other', (name) => {
    expect(matchGlob(name, name)).toBe(true);
    expect(matchGlob(`**/${name}/*.js`, `a/${name}/b.js`)).toBe(true);
    expect(matchGlob(name, 'b')).toBe(false);
  });

  it.each([
    ['**/*.test.ts', 'a.test.ts', true],
    ['**/*.test.ts', 'x/.y/a.test.ts', true],
    ['*.ts', 'x/a.ts', false],
    ['migrations/**', 'migrations/.hidden/a', true],
    ['migrations/', 'migrations/a', true],
    ['./a/*.{js,ts}', 'a/b.ts', true],
    ['././a', 'a', true],
    ['//a', 'a', true],
    ['a/./b', 'a/b', false],
    ['../a', 'a', false],
    ['**/**/a', 'a', true],
    ['a/***', 'a/b/c', true],
    ['a//', 'a/b', false],
    ['a[', 'a[', true],
    ['a[]b', 'a[]b', true],
    ['a[!b]', 'ac', true],
    ['a[!b]', 'a!', true],
    ['a[b!]', 'a!', true],
    ['a,b', 'a,b', true],
    ['{a,b', 'a', false],
    ['a}b', 'a}b', true],
    ['{a,{b,c}}d', 'cd', true],
    ['a?b', 'a/b', false],
    ['a?b', 'ab', false],
    ['a(b)+$^|c', 'a(b)+$^|c', true],
    ['**', 'a/b', true],
    ['a/**/', 'a/b/c', true],
    ['*', '.a', true],
    ['*', 'a\nb', true],
    ['[z-a]', 'z', false],
    ['a/[a-c]?.js', 'a/bz.js', true],
    ['a/[!a]x', 'a/ax', false],
    ['a.b', 'axb', false],
    ['{a', '{a', true],
    ['a/**/b', 'a/b', true],
    ['*a?*[bc]*.js', 'xaybay.cz.js', true],
    ['*a?*[bc]*.js', 'xa/ybay.cz.js', false],
    ['{*a*b,c}*d*e', 'xaxbxdxe', true],
    ['{*a*b,c}*d*e', 'xbxaxdxe', false],
    ['*[!a]*b', 'ab', false],
    ['*a*1', 'xa11', true],
    ['**/b/a/**/a/**/b', 'b/a/a/b', true],
  ])('%s and %s: %s', (pattern, path, expected) => expect(matchGlob(pattern, path)).toBe(expected));

  it('a name of many signs is not tried without end against many stars', () => {
    const name = 'a'.repeat(255);
    expect(matchGlob(`**/${'*a'.repeat(40)}b`, name)).toBe(false);
    expect(matchGlob(`**/${'*a'.repeat(40)}`, name)).toBe(true);
    expect(matchGlob(`${'*a'.repeat(40)}b`, `${name}b`)).toBe(true);
  });

  it('a deep path is not tried without end against many folders of any name', () => {
    const path = 'a/'.repeat(1500);
    for (const folder of ['a/', '*/', '?/', 'a/*a*/', '[ab]/a/'])
      expect(matchGlob(`${`**/${folder}`.repeat(20)}b`, `${path}c`)).toBe(false);
    expect(matchGlob(`${'**/a/'.repeat(20)}b`, `${path}b`)).toBe(true);
    expect(matchGlob(`x/${'**/a/'.repeat(20)}**`, `x/${path}`)).toBe(true);
    expect(matchGlob(`${'**/a/'.repeat(20)}x/**`, path)).toBe(false);
  });

  const joined = (each: readonly string[], most: number) =>
    fc.array(fc.constantFrom(...each), { minLength: 1, maxLength: most }).map((names) => names.join('/'));
  const names = ['a', 'b', 'ab', 'a.b'];

  // Four parts at most: with more it misses ways to share out the folders.
  it('agrees with the platform on plain patterns', () => {
    const parts = ['a', 'b', '*', '?', 'a*', '*a*', '*?b*.*', '**', 'a.b'];
    fc.assert(
      fc.property(joined(parts, 4), joined(names, 4), (pattern, path) => {
        fc.pre(!pattern.endsWith('**') && !pattern.includes('**/**'));
        expect(matchGlob(pattern, path)).toBe(posix.matchesGlob(path, pattern));
      }),
    );
  });

  /** Every way to share out the folders is tried. */
  const fits = ([first, ...rest]: readonly string[], path: readonly string[]): boolean => {
    if (first === undefined || path.length === 0) return first === undefined && path.length === 0;
    if (first === '**') return fits(rest, path) || fits([first, ...rest], path.slice(1));
    return posix.matchesGlob(path[0] ?? '', first) && fits(rest, path.slice(1));
  };

  it('agrees with whoever tries all of it, where folders of any name stand in many places', () => {
    const parts = ['a', 'b', '*', '*a*', '?', '**', '**', '[ab]'];
    fc.assert(
      fc.property(joined(parts, 9), joined(names, 9), (pattern, path) => {
        fc.pre(!pattern.endsWith('**') && !pattern.includes('**/**'));
        expect(matchGlob(pattern, path)).toBe(fits(pattern.split('/'), path.split('/')));
      }),
      { numRuns: 500 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        (pattern, path) => typeof matchGlob(pattern, path) === 'boolean',
      ),
    );
  });
});
