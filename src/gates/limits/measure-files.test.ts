import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { LimitsWish } from '../../domain/evidence/gate-plan.ts';
import type { Change } from '../../ports/gates.ts';
import type { FileReading, readFunctions } from '../functions/read-functions.ts';
import { isOver, measureFiles } from './measure-files.ts';

const plan = { tests: ['test/**'], guarded: [] };
const wish: LimitsWish = { function: 3, nesting: 1, file: 100 };
const change = (path: string, more: Partial<Change> = {}): Change => ({
  ...{ path, from: null, kind: 'modified', added: 1, removed: 0, binary: false, bytes: 9 },
  ...more,
});

/** Each file is one function, broken where it says so; every reading is kept. */
function reader(of: (text: string) => FileReading | null = () => null) {
  const asked: string[][] = [];
  const read: typeof readFunctions = async (files) => {
    asked.push(files.map(({ path, text }) => `${path}: ${text.split('\n').length}`));
    return files.map(({ text }): FileReading => {
      const lastLine = text.split('\n').length - 1;
      const one = { name: 'f', firstLine: 1, lastLine, depth: 0, deepestLine: 1 };
      const brokenAt = text.includes('broken') ? 1 : null;
      return of(text) ?? { kind: 'read', functions: lastLine > 0 ? [one] : [], brokenAt };
    });
  };
  return { asked, read };
}

type Files = Readonly<Record<string, string>>;
async function measure(was: Files, now: Files, changes: readonly Change[], limits = wish, of = reader()) {
  const trees = { base: memoryTree(was), tree: memoryTree(now) };
  return { ...(await measureFiles(limits, { plan, changes, ...trees }, of.read)), asked: of.asked };
}
const text = (lines: number, word = 'a') => `${word}\n`.repeat(lines);

describe('what stood there before is read', () => {
  const files = (count: number, others = 2) => ({ 'a.js': text(count), 'b.js': text(others) });
  const changes = (removed = 0) => [change('a.js'), change('b.js', { removed })];
  it.each<[string, Files, Files, readonly Change[], readonly (readonly string[])[]]>([
    ['nowhere, where nothing is over a limit', files(2), files(3), changes(99), [['a.js: 4', 'b.js: 3'], []]],
    ['where something is', files(2), files(4), changes(9), [['a.js: 5', 'b.js: 3'], ['a.js: 3']]],
    [
      'and where so much was taken away',
      files(2),
      files(4),
      changes(10),
      [
        ['a.js: 5', 'b.js: 3'],
        ['a.js: 3', 'b.js: 3'],
      ],
    ],
    [
      'where it does not parse',
      files(2),
      { ...files(2), 'a.js': text(2, 'broken') },
      changes(),
      [['a.js: 3', 'b.js: 3'], ['a.js: 3']],
    ],
    [
      'of a file that went',
      files(2),
      { 'a.js': text(4) },
      [change('a.js'), change('b.js', { kind: 'deleted' })],
      [
        ['a.js: 5', 'b.js: 1'],
        ['a.js: 3', 'b.js: 3'],
      ],
    ],
    [
      'not of one that came',
      { 'a.js': text(2) },
      files(4, 4),
      [change('a.js'), change('b.js', { kind: 'added' })],
      [['a.js: 5', 'b.js: 5'], ['a.js: 3']],
    ],
    [
      'under its old name',
      { 'old.js': text(9) },
      { 'a.js': text(4) },
      [change('a.js', { kind: 'renamed', from: 'old.js' })],
      [['a.js: 5'], ['a.js: 10']],
    ],
  ])('%s', async (_, was, now, changed, wanted) => {
    const { asked } = await measure(was, now, changed);
    expect(asked).toEqual(wanted);
  });

  it('and nothing at all is read where the length of files alone is held', async () => {
    const { asked, files: found } = await measure(files(2), files(9), changes(), { file: 5 });
    expect(asked).toEqual([]);
    expect(found.map(({ path, lines, before }) => [path, lines.length, before?.lines.length])).toEqual([
      ['a.js', 9, 2],
      ['b.js', 2, 2],
    ]);
  });
});

describe('what is not measured', () => {
  const both = (one: string, was = one) => [{ 'a.js': was }, { 'a.js': one }] as const;
  const why = async (one: string, was?: string, more: Partial<Change> = {}) => {
    const { left } = await measure(...both(one, was), [change('a.js', more)]);
    return left.map((each) => each.why);
  };

  it.each<[string, number, readonly string[]]>([
    ['one of 4 MB is', 4 * 1024 * 1024, []],
    ['one that is larger is not', 4 * 1024 * 1024 + 1, ['larger than is read']],
  ])('%s', async (_, bytes, wanted) => {
    expect(await why('a\n', undefined, { bytes })).toEqual(wanted);
  });

  it('of what went, nothing is said', async () => {
    const went = (more: Partial<Change>) =>
      measure({ 'a.js': text(2) }, {}, [change('a.js', { kind: 'deleted', ...more })]);
    expect(await went({ binary: true })).toMatchObject({ left: [], files: [] });
    expect(await went({ bytes: 9 ** 9 })).toMatchObject({ left: [], files: [] });
    expect(await went({})).toMatchObject({
      left: [],
      files: [{ path: 'a.js', lines: [], before: { lines: ['a', 'a'] } }],
    });
    const { left } = await measure({ 'a.js': '// @generated\n' }, {}, [change('a.js', { kind: 'deleted' })]);
    expect(left).toEqual([]);
  });

  it.each([
    ['// @generated\n', true],
    ['// Code generated by x. DO NOT EDIT.\n', true],
    ['// code generated by x\n', false],
    ['// DO NOT EDIT\n', false],
    ['<auto-generated />\n', true],
    ['<autogenerated>\n', true],
    ['// @generatedx\n', false],
    ['// regenerated\n', false],
    [`${' '.repeat(989)}@generated\n`, true],
    [`${' '.repeat(991)}@generated\n`, false],
  ])('%j says that it is generated: %s', async (one, is) => {
    expect(await why(one)).toEqual(is ? ['it says that it is generated'] : []);
  });

  it.each<[string, string, boolean]>([
    ['a line of 5001 characters', `${'x'.repeat(5001)}\n`, true],
    ['not one of 5000', `${'x'.repeat(5000)}\n`, false],
    ['more than 20,000 in lines of more than 400', `${'x'.repeat(401)}\n`.repeat(50), true],
    ['not in lines of 400', `${'x'.repeat(399)}\n`.repeat(60), false],
    ['not 20,000', `${'x'.repeat(999)}\n`.repeat(20), false],
  ])('%s: minified', async (_, one, is) => {
    expect(await why(one)).toEqual(is ? ['minified'] : []);
  });

  it('a mark that came excuses nothing that was there before', async () => {
    expect(await why('// @generated\n', 'a\n')).toEqual([]);
    expect(await why('a\n', '// @generated\n')).toEqual([]);
    expect(await why(`${'x'.repeat(5001)}\n`, 'a\n')).toEqual([]);
  });

  it.each<[string, string, FileReading, object]>([
    [
      'without a grammar, known',
      'a.kt',
      { kind: 'unknown' },
      { left: [{ path: 'a.kt', why: 'no grammar for .kt', known: true }], unread: [] },
    ],
    [
      'without an ending',
      'bin/a',
      { kind: 'unknown' },
      { left: [{ path: 'bin/a', why: 'no grammar for it', known: true }], unread: [] },
    ],
    ['large', 'a.js', { kind: 'large' }, { left: [{ path: 'a.js', why: 'larger than is parsed' }], unread: [] }],
    [
      'unread, which is grave',
      'a.js',
      { kind: 'unread', why: 'it died' },
      { left: [], unread: [{ path: 'a.js', why: 'it died' }] },
    ],
  ])('%s', async (_, path, reading, wanted) => {
    const of = reader(() => reading);
    const now = { [path]: text(2) };
    expect(await measure(now, now, [change(path)], wish, of)).toMatchObject({
      ...wanted,
      files: [{ path, functions: [] }],
    });
    // Without a limit of files there is nothing else to measure.
    expect(
      await measure(
        now,
        now,
        [change(path)],
        { function: 3 },
        reader(() => reading),
      ),
    ).toMatchObject({ ...wanted, files: [] });
  });
});

it.each([
  [{ function: 3 }, 3, 9, false],
  [{ function: 3 }, 4, 0, true],
  [{ nesting: 2 }, 99, 2, false],
  [{ nesting: 2 }, 1, 3, true],
  [{}, 999, 999, false],
])('%j: a function of %d lines and nesting %d is over: %s', (limits, lines, depth, is) => {
  expect(isOver(limits, { name: 'f', firstLine: 1, lastLine: lines, depth, deepestLine: 1 })).toBe(is);
});
