// WT-120: what a pattern matches, and the sign next to it that it does not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactPattern, matchesGlob, readPattern } from './pattern.ts';

describe('WT-120 a pattern is read', () => {
  it.each<[string, ReturnType<typeof readPattern>]>([
    ['Bash', { tool: 'Bash', glob: null }],
    ['  Bash  ', { tool: 'Bash', glob: null }],
    ['Bash(npm test)', { tool: 'Bash', glob: 'npm test' }],
    ['Bash (npm test) ', { tool: 'Bash', glob: 'npm test' }],
    ['Bash()', { tool: 'Bash', glob: '' }],
    ['Bash(echo (a) b)', { tool: 'Bash', glob: 'echo (a) b' }],
    ['Bash(a\nb)', { tool: 'Bash', glob: 'a\nb' }],
    ['an odd tool', { tool: 'an odd tool', glob: null }],
    ['', null],
    ['(npm test)', null],
    [' (npm test)', null],
    ['Bash(npm', null],
    ['Bash)', null],
    ['Bash(npm test) or more', null],
  ])('%j', (text, pattern) => {
    expect(readPattern(text)).toEqual(pattern);
  });
});

describe('WT-120 a glob', () => {
  it.each<[string, string, boolean, boolean]>([
    ['npm test', 'npm test', false, true],
    ['npm test', 'npm test x', false, false],
    ['npm test', 'x npm test', false, false],
    ['npm test*', 'npm test', false, true],
    ['npm test*', 'npm test a/b\nc', false, true],
    ['npm test*', 'x npm test', false, false],
    ['*.ts', 'a/b.ts', false, true],
    ['*.ts', 'a/b.ts', true, false],
    ['*.ts', 'b.ts', true, true],
    ['**.ts', 'a/b.ts', true, true],
    ['src/**', 'src/a/b', true, true],
    ['src/*', 'src/a/b', true, false],
    ['src/**', 'lib/src/a', true, false],
    ['a\\*b', 'a*b', false, true],
    ['a\\*b', 'axb', false, false],
    ['a\\\\b', 'a\\b', false, true],
    ['a\\', 'a\\', false, true],
    ['a.b', 'axb', false, false],
    ['a.b', 'a.b', false, true],
    ['a+(b)?[c]{d}^$|/', 'a+(b)?[c]{d}^$|/', false, true],
    ['a+', 'aa', false, false],
    ['[ab]', 'a', false, false],
    ['a|b', 'a', false, false],
    ['', '', false, true],
    ['', 'a', false, false],
  ])('%j matches %j (slashes part: %s): %s', (glob, text, slashes, matches) => {
    expect(matchesGlob(glob, text, slashes)).toBe(matches);
  });

  it('made of a permission matches that one and, with anything before or behind it, nothing', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (subject, more) => {
        const { glob } = readPattern(exactPattern({ tool: 'Bash', subject })) ?? {};
        expect(matchesGlob(glob ?? '', subject, false)).toBe(true);
        expect(matchesGlob(glob ?? '', subject + more, false)).toBe(false);
        expect(matchesGlob(glob ?? '', more + subject, false)).toBe(false);
      }),
    );
  });

  it('is not made of a permission without a subject', () => {
    expect(exactPattern({ tool: 'Bash', subject: '' })).toBe('Bash');
  });
});
