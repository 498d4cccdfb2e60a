import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Change } from '../../ports/gates.ts';
import { editedTests } from './edited-tests.ts';
import { assertingLines, testTexts } from './test-texts.ts';

const test = (title: string, body: string) => `test('${title}', () => {\n  ${body}\n});\n`;
const one = test('one', 'assert.equal(a, 1);');
const two = test('two', 'assert.equal(b, 2);');
const path = 'test/a.test.js';
const changed = (more: Partial<Change> = {}): Change => ({
  ...{ path, kind: 'modified', from: null, added: 1, removed: 1, binary: false, bytes: 9 },
  ...more,
});
const ids = ['one', 'two', 'three'].map((title) => `${path} > ${title}`);

describe('tests that a change wrote', () => {
  const edited = (was: string | null, now: string, changes: readonly Change[] = [changed()], asked = ids.slice(0, 2)) =>
    editedTests(memoryTree(was === null ? {} : { [path]: was }), memoryTree({ [path]: now }), changes, asked);

  it('are those with another text, and those that are new', async () => {
    expect(await edited(one + two, one + two.replace('2', '3'))).toEqual([ids[1]]);
    expect(await edited(one, one + two)).toEqual([ids[1]]);
    expect(await edited(null, one + two, [changed({ kind: 'added' })])).toEqual(ids.slice(0, 2));
    expect(await edited(one + two, `// said\n${two}${one}`)).toEqual([]);
  });

  it('are those whose text cannot be found', async () => {
    expect(await edited(one + two, one + two, [changed()], ids)).toEqual([ids[2]]);
  });

  it('stand in changed files alone', async () => {
    expect(await edited(one + two, one + two.replace('2', '3'), [])).toEqual([]);
    expect(await edited(one + two, one + two.replace('2', '3'), [changed({ path: 'test/b.test.js' })])).toEqual([]);
  });

  it('of a moved file are held against what it was', async () => {
    const base = memoryTree({ 'test/old.test.js': one + two });
    const tree = memoryTree({ [path]: one + two.replace('2', '3') });
    const moved = changed({ kind: 'renamed', from: 'test/old.test.js' });
    expect(await editedTests(base, tree, [moved], ids.slice(0, 2))).toEqual([ids[1]]);
  });
});

describe('the text of a test', () => {
  it('is found by its name, that of a file by its path', async () => {
    const found = await testTexts(memoryTree({ [path]: one + two }), [ids[0] ?? '', path, ids[2] ?? '', 'no.js > a']);
    expect([...found.keys()]).toEqual([ids[0], path]);
    expect(found.get(ids[0] ?? '')).toEqual({ text: one.trim().replace(/;$/, ''), asserts: ['assert.equal(a, 1);'] });
    expect(found.get(path)?.asserts).toEqual(['assert.equal(a, 1);', 'assert.equal(b, 2);']);
  });

  it('asserts in its first three lines that do, as far as they are shown', () => {
    const lines = [1, 2, 3, 4].map((at) => `  assert.equal(${at}, '${'x'.repeat(200)}');`);
    const told = assertingLines('a.js', ['const a = 1;', '// assert(a)', "say('assert(');", ...lines].join('\n'));
    expect(told.map((line) => [line.slice(0, 14), line.length])).toEqual([
      ['assert.equal(1', 160],
      ['assert.equal(2', 160],
      ['assert.equal(3', 160],
    ]);
    expect(assertingLines('a.txt', 'nothing')).toEqual([]);
  });
});
