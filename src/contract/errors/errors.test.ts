import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../domain/error.ts';
import { toReply } from '../to-reply.ts';
import { errors } from './errors.ts';
import { errorPage, unemitted } from './page.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const codes = Object.keys(errors) as ErrorCode[];
const isTest = (file: string) => /\.(test|suite)\.ts$/.test(file);
const tables = [
  'src/contract/errors/errors.ts',
  'src/contract/errors/page.ts',
  'src/contract/errors/errors.test.ts',
  'src/domain/error.ts',
  'src/domain/text/chinese/errors-in-chinese.ts',
];

function textOf(patterns: readonly string[], keep: (file: string) => boolean): string {
  const files = globSync([...patterns], { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return files
    .filter((file) => keep(file) && !tables.includes(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
}

const sources = textOf(['src/**/*.ts', 'bin/*.cjs'], (file) => !isTest(file));
const tests = textOf(['src/**/*.ts', 'test/**/*.ts'], isTest);
const names = (text: string) => (code: string) => new RegExp(`\\b${code}\\b`).test(text);
const isShown = (code: ErrorCode) => names(sources)(code) && names(tests)(code);

describe('the error table', () => {
  it('keeps the ten codes of the first seed', () => {
    const seed = [
      'PATH_NOT_FOUND',
      'WORKSPACE_LOCKED',
      'GIT_DIRTY',
      'LOCK_NOT_FOUND',
      'LEASE_EXPIRED',
      'SSH_UNREACHABLE',
      'ENGINE_TIMEOUT',
      'ENGINE_ERROR',
      'COMMAND_DENIED',
      'TEST_FAILED',
    ];
    expect(seed.filter((code) => !(code in errors))).toEqual([]);
  });

  it('has a sentence and a hint of one line in every row', () => {
    const wrong = codes.filter((code) => {
      const { sentence, hint } = errors[code];
      return !/^[A-Z`].*\.$/.test(sentence) || hint === '' || /\n/.test(sentence + hint);
    });
    expect(wrong).toEqual([]);
  });

  it('has every code emitted in the source and named in a test, but for those that wait', () => {
    expect(codes.filter((code) => !(code in unemitted) && !names(sources)(code))).toEqual([]);
    expect(codes.filter((code) => !(code in unemitted) && !names(tests)(code))).toEqual([]);
  });

  it('has no code waiting that is shown already: take it out of unemitted.ts', () => {
    expect((Object.keys(unemitted) as ErrorCode[]).filter(isShown)).toEqual([]);
  });

  it('is the page in docs/errors.md: run `node scripts/write-error-page.ts`', () => {
    expect(readFileSync(join(root, 'docs/errors.md'), 'utf8')).toBe(errorPage());
  });
});

/** What a person has to replace. Names of variables and formats are real words. */
const placeholder = /\b(?!(?:PIN|JSON|UTF|HTTP|YAML|MCP|URL|LFS|PATH on|HEAD|README|[A-Z]+_[A-Z_]+)\b)[A-Z]{3,}\b/;
const everyObject = ['task', 'session', 'run', 'workspace', 'path', 'environment', 'feature', 'command', 'nearest'];
const known = Object.fromEntries(everyObject.map((name) => [name, `the-${name}-1`]));

describe('what a person is told to do', () => {
  it.each([
    ['nothing at hand', {}],
    ['all at hand', known],
    ['each at hand alone', null],
  ])('WT-28 has real words alone, whatever the code, with %s', (_, atHand) => {
    const hands = atHand === null ? everyObject.map((name) => ({ [name]: `the-${name}-1` })) : [atHand];
    const hints = codes.flatMap((code) => hands.map((hand) => toReply({ error_code: code, message: '' }, hand).hint));
    const wrong = (hint: string) => placeholder.test(hint) || /\{\w+\}|[[\]|]/.test(hint) || !/^[A-Z`]/.test(hint);
    expect(hints.filter(wrong)).toEqual([]);
  });

  it('WT-28 names the object at hand, quoted for a shell, and what helps where there is none', () => {
    const hint = (code: ErrorCode, hand: object) => toReply({ error_code: code, message: '' }, { ...hand }).hint;
    expect(hint('PUSH_REJECTED', { task: 'shop-12' })).toBe('Read its reason; then `drover task retry shop-12`.');
    expect(hint('PUSH_REJECTED', {})).toBe('Read its reason; then try again.');
    expect(hint('USAGE', { command: 'task show' })).toBe('See `drover help task show`.');
    expect(hint('USAGE', {})).toBe('See `drover help`.');
    expect(hint('NOT_READY', { session: '$(id)' })).toBe(
      "See `drover pane '$(id)'`; answer its question, or use `--force`.",
    );
    expect(hint('NOT_READY', { session: 'two\nlines' })).toBe('Answer its question, or use `--force`.');
    expect(hint('ENGINE_ERROR', {})).toBe('See `drover doctor` for the agents found.');
    expect(hint('UNKNOWN_KEY', { nearest: 'slots' })).toBe('Did you mean `slots`?');
  });

  it('WT-28 has real words wherever the source speaks of a command of ours, but in usage', () => {
    const isUsage = (file: string) => /contract.(errors.errors|words)\.ts$|cli.help.(help|completion)\.ts$/.test(file);
    const told = globSync('src/**/*.ts', { cwd: root })
      .filter((file) => !isTest(file) && !isUsage(file))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
        const quoted = text.match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [];
        return quoted.filter((each) => /\bdrover (?=[a-z])/.test(each)).map((each) => `${file}: ${each}`);
      });
    expect(told.length).toBeGreaterThan(50);
    expect(told.filter((each) => placeholder.test(each.replace(/\$\{[^}]*\}/g, '')))).toEqual([]);
  });
});

describe('a failure as a reply', () => {
  it("has the failure's message, the table's hint and its code", () => {
    const failure = { error_code: 'GIT_DIRTY' as const, message: 'a.txt is changed.', details: { files: ['a.txt'] } };
    expect(toReply(failure)).toEqual({
      ok: false,
      error: 'a.txt is changed.',
      error_code: 'GIT_DIRTY',
      hint: errors.GIT_DIRTY.hint,
      details: { files: ['a.txt'] },
    });
  });

  it("takes the table's sentence for an empty message, and a hint of the failure's own", () => {
    expect(toReply({ error_code: 'USAGE', message: '', details: { hint: 'Like this.' } })).toEqual({
      ok: false,
      error: errors.USAGE.sentence,
      error_code: 'USAGE',
      hint: 'Like this.',
    });
  });
});
