import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../domain/error.ts';
import { errorPage } from './error-page.ts';
import { errors } from './errors.ts';
import { toReply } from './to-reply.ts';
import { unemitted } from './unemitted.ts';

const root = join(import.meta.dirname, '..', '..');
const codes = Object.keys(errors) as ErrorCode[];
const isTest = (file: string) => /\.(test|suite)\.ts$/.test(file);
const tables = [
  'src/contract/errors.ts',
  'src/contract/unemitted.ts',
  'src/contract/errors.test.ts',
  'src/domain/error.ts',
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
