import { describe, expect, it } from 'vitest';
import type { Change, GateDefinition, ToldLines } from '../ports/gates.ts';
import { followed, tellLines } from './tell-lines.ts';

const plan = { tests: ['test/**'], guarded: [] };
const definition = (runner: string | null): GateDefinition => ({
  ...{ gate: 'test', source: 'base', argv: ['x'], runner, reach: { flags: 'arguments', files: 'append' } },
  ...{ deadlineMs: 1000, absent: null },
});
const change = (path: string, kind: Change['kind'] = 'modified'): Change => ({
  ...{ path, kind, from: null, added: 1, removed: 1, binary: false, bytes: 9 },
});

describe('what of a change a run can be asked about', () => {
  const files = (count: number) => Array.from({ length: count }, (_, at) => change(`src/${at}.js`));
  it.each<[string, string | null, readonly Change[], object]>([
    [
      'code that its runner follows, without its tests',
      'node:test',
      [change('src/a.js'), change('src/b.py'), change('test/a.js'), change('src/c.js', 'deleted')],
      { kind: 'followed', files: ['src/a.js'] },
    ],
    [
      'nothing of a runner that tells no lines',
      'cargo test',
      files(1),
      { kind: 'untold', why: 'cargo test', blind: true },
    ],
    ['nothing where tests have no names', null, files(1), { kind: 'untold', why: 'the tests have no names' }],
    [
      'nothing where no code was changed',
      'node:test',
      [change('src/a.json')],
      { kind: 'untold', why: 'no code was changed that node:test can follow' },
    ],
    [
      'nothing of more than 2000 files',
      'jest',
      files(2001),
      { kind: 'untold', why: 'more than 2000 files were changed' },
    ],
  ])('%s', (_, runner, changes, wanted) => {
    expect(followed(definition(runner), plan, changes)).toEqual(wanted);
  });

  it('2000 files', () => {
    expect(followed(definition('jest'), plan, files(2000))).toMatchObject({
      kind: 'followed',
      files: { length: 2000 },
    });
  });
});

describe('what a run told of it', () => {
  const source = 'one();\ntwo();\nthree();\n';
  const record = (each: object) => `${JSON.stringify(each)}\n`;
  /** A process in which the test `a` called these lines. */
  const trace = (file: string, called: readonly number[], others: readonly string[] = []) =>
    [
      { k: 'begin', of: null },
      { k: 'test', test: ['test/a.js', 'a'] },
      { k: 'window', at: 'test', tests: [['test/a.js', 'a']], lines: [{ file, called, loaded: [] }], others },
      { k: 'end' },
    ]
      .map(record)
      .join('');
  const diff = (path: string) =>
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -2 +2 @@\n-2();\n+two();\n`;
  const told = (more: Partial<ToldLines> = {}, runner = 'node:test') =>
    tellLines(definition(runner), {
      ...{ plan, changes: [change('src/a.js')], diff: diff('src/a.js'), paths: ['src/a.js', 'src/b.js', 'test/a.js'] },
      ...{ sources: new Map([['src/a.js', source]]), ids: ['test/a.js > a'] },
      files: [{ name: '1.jsonl', text: trace('src/a.js', [1, 2, 3]) }],
      ...more,
    });
  const reached = (lines: readonly (readonly number[])[], file = 'src/a.js') => ({
    ...{ kind: 'measured', nothing: [], unsure: [] },
    reached: [{ id: 'test/a.js > a', file, lines }],
  });
  const nothing = { kind: 'measured', reached: [], nothing: ['test/a.js > a'], unsure: [] };
  const unsure = { ...nothing, nothing: [], unsure: ['test/a.js > a'] };
  const jsonl = (text: string) => ({ files: [{ name: '1.jsonl', text }] });

  it.each<[string, Partial<ToldLines>, object]>([
    ['lines that were written', {}, reached([[2, 2]])],
    ['all lines of a file that was moved', { changes: [change('src/a.js', 'renamed')], diff: '' }, reached([[1, 3]])],
    ['none where others ran', jsonl(trace('src/a.js', [1, 3])), nothing],
    [
      'none of a file that was not read',
      { sources: new Map(), ...jsonl(trace('src/a.js', [2])) },
      { kind: 'measured', nothing: ['test/a.js > a'], reached: [], unsure: [] },
    ],
    [
      'it is not sure beside code that nobody follows',
      { changes: [change('src/a.js'), change('src/c.rs')], ...jsonl(trace('src/a.js', [1])) },
      unsure,
    ],
    [
      'nor beside data, where it ran code at all',
      { changes: [change('src/a.js'), change('src/c.json')], ...jsonl(trace('src/a.js', [1])) },
      unsure,
    ],
    [
      'but beside data where it ran none',
      { changes: [change('src/a.js'), change('src/c.json')], ...jsonl(trace('src/a.js', [])) },
      nothing,
    ],
    ['nor where what was built ran', jsonl(trace('src/a.js', [], ['dist/a.js'])), unsure],
    ['but where a test ran alone', jsonl(trace('src/a.js', [], ['test/a.js'])), nothing],
  ])('%s', (_, more, wanted) => {
    expect(told(more)).toEqual(wanted);
  });

  it('what V8 counted of a program that the test started', () => {
    const counted = {
      url: 'file:///work/src/a.js',
      functions: [
        { ranges: [{ startOffset: 0, endOffset: source.length, count: 1 }] },
        { ranges: [{ startOffset: 7, endOffset: 13, count: 1 }] },
      ],
    };
    const own = record({ k: 'begin', of: ['test/a.js', 'a'], counts: true });
    const files = [
      { name: '7-0.jsonl', text: own },
      { name: 'coverage-7-1-0.json', text: JSON.stringify({ result: [counted] }) },
    ];
    expect(told({ files })).toEqual(reached([[2, 2]]));
  });

  it('of go, what no count reaches is felt by any test', () => {
    const of = (text: string, line: number) => ({
      ...{ changes: [change('a.go')], paths: ['a.go'], sources: new Map([['a.go', text]]) },
      diff: `diff --git a/a.go b/a.go\n--- a/a.go\n+++ b/a.go\n@@ -${line} +${line} @@\n-x\n+y\n`,
      ...jsonl(trace('a.go', [])),
    });
    const text = 'package a\n\nfunc a() {\n\tb()\n}\n\nvar c = 1\n';
    expect(told(of(text, 7), 'go test')).toEqual(unsure);
    expect(told(of(text, 4), 'go test')).toEqual(nothing);
    // What was taken away there as well.
    const gap = (line: number) => ({
      ...of(text, 4),
      diff: of(text, 4).diff.replace(/@@.*/s, `@@ -${line} +${line - 1},0 @@\n-x\n`),
    });
    expect(told(gap(7), 'go test')).toEqual(unsure);
    expect(told(gap(8), 'go test')).toEqual(unsure);
    expect(told(gap(4), 'go test')).toEqual(nothing);
  });

  it.each<[string, Partial<ToldLines>, string]>([
    ['a diff that is too large', { diff: null }, 'there is more of it than is read'],
    ['more than is read', { files: null }, 'what node:test told of them is too large'],
    ['nothing', { files: [] }, 'node:test told nothing of them'],
    ['what is no record', jsonl('no\n'), 'what was told of them cannot be read'],
    [
      'one that is, and one that is not',
      {
        files: [
          { name: '1.jsonl', text: trace('src/a.js', [2]) },
          { name: '2.json', text: '[]' },
        ],
      },
      'what was told of them cannot be read',
    ],
  ])('is untold, and why, with %s', (_, more, why) => {
    expect(told(more)).toEqual({ kind: 'untold', why });
  });
});
