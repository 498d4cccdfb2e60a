import { describe, expect, it } from 'vitest';
import { changesBetween, type Files, present } from '../../../test/fakes/changes-between.ts';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Change } from '../../ports/gates.ts';
import { findRenames, homeOf, wordIn } from './renames.ts';

const plan = { tests: ['test/**'] };

const renamesBetween = (was: Files, now: Files, changes: readonly Change[]) =>
  findRenames(plan, memoryTree(present(was)), memoryTree(present(now)), changes);

const add = 'export function add(a, b) {\n  return sum(a, b);\n}\n';
const log = 'export function log(text) {\n  print(text, 1);\n}\n';
const plus = add.replace('add', 'plus');

describe('where a name of a module is to be had now', () => {
  type Row = [what: string, was: Files, now: Files, moved: Record<string, string>, wanted: [string, string] | null];
  it.each<Row>([
    ['where it was', { 'a.js': add }, { 'a.js': `${add}f();` }, {}, ['a.js', 'add']],
    ['under its new name', { 'a.js': add }, { 'a.js': plus }, {}, ['a.js', 'plus']],
    ['in the file that has another name', { 'a.js': add }, { 'b.js': add }, { 'b.js': 'a.js' }, ['b.js', 'add']],
    [
      'in the file that has another name, though another has it too',
      { 'a.js': add },
      { 'aa.js': add, 'b.js': add },
      { 'b.js': 'a.js' },
      ['b.js', 'add'],
    ],
    ['there under a new name', { 'a.js': add }, { 'b.js': plus }, { 'b.js': 'a.js' }, ['b.js', 'plus']],
    ['in the file it was put into', { 'a.js': add, 'b.js': log }, { 'b.js': log + add }, {}, ['b.js', 'add']],
    ['in a new file', { 'a.js': add + log }, { 'a.js': log, 'b.js': add }, {}, ['b.js', 'add']],
    [
      'where it was, since that passes it on',
      { 'a.js': add },
      { 'a.js': "export { add } from './b.js';\n", 'b.js': add },
      {},
      ['a.js', 'add'],
    ],
    [
      'where it was, since that passes it on as it did before there were modules',
      { 'a.js': add },
      { 'a.js': "Object.assign(exports, { add: require('./b.js').add });\n", 'b.js': add },
      {},
      ['a.js', 'add'],
    ],
    [
      'where it was, since that takes it in',
      { 'a.js': add },
      { 'a.js': "import { add } from './b.js';\n", 'b.js': add },
      {},
      ['a.js', 'add'],
    ],
    [
      'not where that names it without passing it on',
      { 'a.js': add },
      { 'a.js': 'call(add);\n', 'b.js': add },
      {},
      ['b.js', 'add'],
    ],
    ['nowhere: it is gone', { 'a.js': add + log }, { 'a.js': log }, {}, null],
    ['nowhere: its file is gone', { 'a.js': add, 'b.js': log }, { 'b.js': `${log}f();` }, {}, null],
    ['where it was, if nobody has seen it defined', { 'a.js': log }, { 'a.js': `${log}f();` }, {}, ['a.js', 'add']],
    ['nowhere: nobody has seen it, and its file is gone', { 'a.js': log }, {}, {}, null],
  ])('%s', async (_, was, now, moved, wanted) => {
    const found = homeOf(await renamesBetween(was, now, changesBetween(was, now, moved)), 'a.js', 'add');
    expect(found).toEqual(wanted === null ? null : { path: wanted[0], name: wanted[1] });
  });
});

describe('what stands for a file that is gone', () => {
  const paths = async (was: Files, now: Files, moved: Record<string, string> = {}) => [
    ...(await renamesBetween(was, now, changesBetween(was, now, moved))).paths,
  ];

  it('the one that most of its names went to, by whatever name', async () => {
    const was = { 'a.js': `${log}${add}const one = first();\n`, 'b.js': '', 'c.js': '' };
    const one = 'const one = first();\n';
    expect(await paths(was, { 'b.js': log, 'c.js': plus + one })).toEqual([['a.js', 'c.js']]);
    expect(await paths(was, { 'b.js': log + one, 'c.js': plus })).toEqual([['a.js', 'b.js']]);
  });

  it('nothing, where none of them is anywhere', async () => {
    expect(await paths({ 'a.js': add }, {})).toEqual([['a.js', null]]);
  });

  it('its new name; nothing is said of files that stayed or came', async () => {
    expect(await paths({ 'a.js': add, 'c.js': log }, { 'b.js': add, 'c.js': add }, { 'b.js': 'a.js' })).toEqual([
      ['a.js', 'b.js'],
    ]);
    expect(await paths({}, { 'b.js': add })).toEqual([]);
  });
});

it('what is read is asked for at once, before it is read', async () => {
  const asked: string[] = [];
  const tree = (name: string, path: string) => ({
    ...memoryTree({ [path]: add }),
    ahead: async (paths: readonly string[]) => {
      await Promise.resolve();
      asked.push(`${name} ${paths.join()}`);
    },
    read: async () => {
      asked.push(name);
      return null;
    },
  });
  const changes = changesBetween({ 'a.js': add }, { 'b.js': add }, { 'b.js': 'a.js' });
  await findRenames(plan, tree('base', 'a.js'), tree('tree', 'b.js'), changes);
  expect(asked).toEqual(['base a.js', 'base', 'tree b.js', 'tree']);
});

describe('which files are looked at', () => {
  const change = (path: string, more: Partial<Change> = {}): Change => ({
    ...{ path, from: null, kind: 'modified', added: 1, removed: 1, binary: false, bytes: 9 },
    ...more,
  });
  const texts = async (changes: readonly Change[]) => {
    const files = Object.fromEntries(changes.map(({ path }) => [path, add]));
    const { before, after } = await renamesBetween(files, files, changes);
    return [[...before.keys()], [...after.keys()]];
  };

  it.each<[string, Change, boolean, boolean]>([
    ['one that was changed', change('a.js'), true, true],
    ['one that came', change('a.js', { kind: 'added' }), false, true],
    ['one that went', change('a.js', { kind: 'deleted' }), true, false],
    ['no test', change('test/a.js'), false, false],
    ['none that was a test', change('a.js', { kind: 'renamed', from: 'test/a.js' }), false, false],
    ['no document', change('a.md'), false, false],
    ['none that is binary', change('a.js', { binary: true }), false, false],
    ['one of half a megabyte', change('a.js', { bytes: 512 * 1024 }), true, true],
    ['none that is larger', change('a.js', { bytes: 512 * 1024 + 1 }), false, false],
  ])('%s', async (_, one, isBefore, isAfter) => {
    expect((await texts([one])).map(({ length }) => length > 0)).toEqual([isBefore, isAfter]);
  });

  it('300 of them', async () => {
    const all = Array.from({ length: 301 }, (_, at) => change(`${at}.js`));
    expect((await texts(all)).map(({ length }) => length)).toEqual([300, 300]);
  });
});

it.each([
  ['f(total)', 'total', true],
  ['f(totals)', 'total', false],
  ['f(subtotal)', 'total', false],
  ['f($total)', 'total', false],
  ['f(total$)', 'total', false],
  ['f($total)', '$total', true],
  ['f(a$b)', 'a$b', true],
])('in %s the word %s stands: %s', (text, word, isThere) => {
  expect(wordIn(text, word)).toBe(isThere);
});
