// What a person is asked about tests of the base that do not hold as they were, and what is only told.
import { describe, expect, it } from 'vitest';
import { changesBetween, type Files, present } from '../../../test/fakes/changes-between.ts';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Broken } from '../../domain/evidence/judge-expectations.ts';
import { carriedTests, tellExpectations } from './tell-expectations.ts';

const plan = { tests: ['test/**'] };
const file = 'test/cart.test.js';

const cart = 'export function total(prices) {\n  return prices.length;\n}\n';
const sums = `test('sums', () => {
  const prices = [1, 2];
  assert.equal(total(prices), 3);
});
`;
const halves = `test('halves', () => {
  assert.equal(total([0.5]), 0.5);
});
`;
const importing = `import { total } from '../src/cart.js';\n`;
const shop: Files = { 'src/cart.js': cart, [file]: `${importing}${sums}${halves}` };

type Asked = { readonly base?: Files; readonly moved?: Readonly<Record<string, string>> };
const findings = (edits: Files, broken: readonly Broken[], { base = shop, moved = {} }: Asked = {}) => {
  const gone = Object.fromEntries(Object.values(moved).map((path) => [path, null]));
  const now = { ...base, ...edits, ...gone };
  return tellExpectations(
    plan,
    memoryTree(present(base)),
    memoryTree(present(now)),
    changesBetween(base, now, moved),
    broken,
  );
};
const told = async (edits: Files, broken: readonly Broken[], asked?: Asked) =>
  (await findings(edits, broken, asked)).map(
    ({ file: path, line, what, ...rest }) => `${path}:${line}${'needs' in rest ? ` (${rest.needs})` : ''}: ${what}`,
  );

const id = (title: string) => `${file} > ${title}`;
const fails = (title: string, said?: string): Broken => ({ id: id(title), how: 'fails', ...(said ? { said } : {}) });
const without = (text: string) => ({ [file]: (shop[file] ?? '').replace(text, '') });
const instead = (was: string, is: string) => ({ [file]: (shop[file] ?? '').replace(was, is) });

describe('a test of the base that fails on the new code', () => {
  it('is asked about with the lines that assert, before and after', async () => {
    expect(await told(instead('total(prices), 3', 'total(prices), 4'), [fails('sums')])).toEqual([
      `${file}:2 (yes): an expectation that changed: "sums": was \`assert.equal(total(prices), 3);\`, now \`assert.equal(total(prices), 4);\``,
    ]);
  });

  it('shows lines that assert nothing where no other differ', async () => {
    expect(await told(instead('[1, 2]', '[1, 2, 0]'), [fails('sums')])).toEqual([
      `${file}:2 (yes): an expectation that changed: "sums": was \`const prices = [1, 2];\`, now \`const prices = [1, 2, 0];\``,
    ]);
  });

  it('says that nothing stood there, or stands there now', async () => {
    const edits = instead('  assert.equal(total([0.5]), 0.5);\n', '');
    expect(await told(edits, [fails('halves')])).toEqual([
      `${file}:6 (yes): an expectation that changed: "halves": was \`assert.equal(total([0.5]), 0.5);\`, now nothing`,
    ]);
    const base = { ...shop, ...edits };
    expect(await told({ [file]: shop[file] ?? '' }, [fails('halves')], { base })).toEqual([
      `${file}:6 (yes): an expectation that changed: "halves": was nothing, now \`assert.equal(total([0.5]), 0.5);\``,
    ]);
  });

  it('says so where the test itself is as it was', async () => {
    expect(await told({ 'test/data.json': '{}' }, [fails('sums')])).toEqual([
      `${file}:null (yes): a test was removed: "sums": \`assert.equal(total(prices), 3);\``,
    ]);
    expect(await told({ [file]: `// more\n${shop[file]}` }, [fails('sums')])).toEqual([
      `${file}:3 (yes): does not hold as it was, and what it expects now stands elsewhere: "sums"`,
    ]);
  });

  it('shows at most three lines of each, none beyond its length', async () => {
    const lines = (value: string) =>
      `test('long', () => {\n${[1, 2, 3, 4].map((one) => `  assert.equal(a, '${one}${value.repeat(200)}');\n`).join('')}});\n`;
    const [one = ''] = await told({ [file]: lines('b') }, [fails('long')], { base: { ...shop, [file]: lines('a') } });
    expect(one.match(/assert/g)).toHaveLength(6);
    for (const line of one.match(/`[^`]*`/g) ?? []) expect(line).toHaveLength(122);
  });

  it('is asked about as removed where nothing has its name', async () => {
    expect(await told(without(sums), [fails('sums')])).toEqual([
      `${file}:null (yes): a test was removed: "sums": \`assert.equal(total(prices), 3);\``,
    ]);
    expect(await told({ [file]: null }, [fails('sums')])).toEqual([
      `${file}:null (yes): a test was removed: "sums": \`assert.equal(total(prices), 3);\``,
    ]);
  });

  it('is found in the file that its own was moved to, before any other', async () => {
    const moved = { 'test/all.test.js': file };
    const edits = {
      'test/all.test.js': (shop[file] ?? '').replace('), 3', '), 4'),
      'test/a.test.js': sums.replace('), 3', '), 5'),
    };
    const [one = ''] = await told(edits, [fails('sums')], { moved });
    expect(one).toMatch(/^test\/all\.test\.js:2 .*now `assert\.equal\(total\(prices\), 4\);`$/);
    const [other = ''] = await told({ [file]: null, 'test/a.test.js': edits['test/a.test.js'] }, [fails('sums')]);
    expect(other).toMatch(/^test\/a\.test\.js:1 .*now `assert\.equal\(total\(prices\), 5\);`$/);
  });

  it('is found in its own file before a new one with a test of that name', async () => {
    const edits = { 'test/a.test.js': sums.replace('), 3', '), 5'), ...instead('), 3', '), 4') };
    const now = { ...edits, [file]: edits[file] ?? '' };
    expect(await told(now, [fails('sums')])).toEqual([expect.stringMatching(/^test\/cart\.test\.js:2 .*, 4\);`$/)]);
  });

  it('with the code that one of two with its name tests is told', async () => {
    const twice = `${importing}${halves}test('halves', () => {\n  assert.ok(0.5);\n});\n`;
    const edits = { 'src/cart.js': 'export const other = 1;\n', [file]: '' };
    expect(await told(edits, [fails('halves')], { base: { ...shop, [file]: twice } })).toEqual([
      `${file}:null: 1 test went with the code that it tests: "halves"`,
    ]);
  });

  it('with the code that it tests is told, and asks nothing', async () => {
    const edits = {
      'src/cart.js': 'export const other = 1;\nexport const more = (a, b) => a ** b;\n',
      ...without(sums),
    };
    expect(await told(edits, [fails('sums')])).toEqual([
      `${file}:null: 1 test went with the code that it tests: "sums"`,
    ]);
    const both = [fails('sums'), fails('halves')];
    expect(await told({ ...edits, [file]: '' }, both)).toEqual([
      `${file}:null: 2 tests went with the code that they test: "sums", "halves"`,
    ]);
    // It is still there.
    expect(await told({ ...edits, ...instead('), 3', '), 4') }, [fails('sums')])).toEqual([
      expect.stringMatching(/^test\/cart\.test\.js:2 \(yes\): an expectation that changed/),
    ]);
  });

  it('with the code that its failure misses is told too', async () => {
    const base = {
      ...shop,
      [file]: `import * as shop from '../src/cart.js';\n${sums}`.replace('total(', 'shop.total('),
    };
    const edits = { 'src/cart.js': 'export const other = 1;\n', [file]: '' };
    expect(await told(edits, [fails('sums', 'total is not a function')], { base })).toEqual([
      `${file}:null: 1 test went with the code that it tests: "sums"`,
    ]);
    expect(await told(edits, [fails('sums', 'totals is not a function')], { base })).toEqual([
      expect.stringMatching(/\(yes\): a test was removed/),
    ]);
  });
});

describe('a test of the base that tells nothing', () => {
  const edits = instead('), 3', '), 4');
  it('because it is skipped is asked about by itself', async () => {
    expect(await told(edits, [{ id: id('sums'), how: 'skipped' }])).toEqual([
      `${file}:2 (yes): a test that ran on the base is skipped now: "sums"`,
    ]);
  });

  it.each([
    ['not_loaded', 'could not be loaded as it was, so'],
    ['not_run', 'could not be run as it was, so'],
  ] as const)('because it is %s is asked about once for its file', async (how, words) => {
    expect(await told(edits, [{ id: id('sums'), how }])).toEqual([
      `${file}:2 (yes): ${words} 1 test of it say nothing of this change`,
    ]);
    const both = ['sums', 'halves'].map((title): Broken => ({ id: id(title), how }));
    expect(await told(edits, both)).toEqual([`${file}:2 (yes): ${words} 2 tests of it say nothing of this change`]);
  });

  it('because its file cannot be loaded any more, with the code that it tests, asks nothing', async () => {
    const gone = { 'src/cart.js': 'export const other = 1;\n', [file]: null };
    expect(await told(gone, [{ id: id('sums'), how: 'not_loaded' }])).toEqual([
      `${file}:null: 1 test went with the code that it tests: "sums"`,
    ]);
  });

  it.each(['not_loaded', 'not_run', 'gone', 'skipped'] as const)(
    'because it is %s is asked about for each file',
    async (how) => {
      const other = 'test/b.test.js';
      const base = { ...shop, [other]: shop[file] ?? '' };
      const broken = [file, other].map((path): Broken => ({ id: `${path} > sums`, how }));
      const all = await told({ [file]: '', [other]: '' }, broken, { base });
      expect(all.map((line) => line.slice(0, line.indexOf(':')))).toEqual([file, other]);
    },
  );

  it('because it is gone is asked about by itself', async () => {
    const broken = ['sums', 'halves'].map((title): Broken => ({ id: id(title), how: 'gone' }));
    expect(await told({ [file]: '' }, broken)).toEqual([
      expect.stringContaining('a test was removed: "sums"'),
      expect.stringContaining('a test was removed: "halves"'),
    ]);
  });

  it('cases of one table are one line', async () => {
    const base = { ...shop, [file]: "test.each([1, 2])('adds %i', (a) => {\n  expect(a).toBe(a);\n});\n" };
    const now = { [file]: (base[file] ?? '').replace('toBe(a)', 'toBe(1)') };
    const cases = ['adds 1', 'adds 2'].map((title) => fails(title));
    expect(await told(now, cases, { base })).toEqual([
      `${file}:1 (yes): an expectation that changed: "adds %i": was \`expect(a).toBe(a);\`, now \`expect(a).toBe(1);\` (2 of its cases)`,
    ]);
  });
});

describe('a test of the base that is gone', () => {
  const gone = (title: string, heir?: string): Broken => ({ id: id(title), how: 'gone', ...(heir ? { heir } : {}) });

  it('is asked about as removed', async () => {
    expect(await told(without(halves), [gone('halves')])).toEqual([
      `${file}:null (yes): a test was removed: "halves": \`assert.equal(total([0.5]), 0.5);\``,
    ]);
  });

  it('is told where all that it claims stands elsewhere', async () => {
    const other = `test('all', () => {\n  assert.equal(total([0.5]), 0.5);\n  assert.ok(true);\n});\n`;
    expect(await told({ ...without(halves), 'test/b.test.js': other }, [gone('halves')])).toEqual([
      `${file}:null: 1 test still holds, and stands elsewhere or in another form: "halves"`,
    ]);
    // A value of it is another, or what is called.
    for (const is of [other.replaceAll('0.5', '0.75'), other.replace('total(', 'sum(')])
      expect(await told({ ...without(halves), 'test/b.test.js': is }, [gone('halves')]), is).toEqual([
        expect.stringContaining('(yes): a test was removed'),
      ]);
  });

  it('is not told so for what stood in other tests before', async () => {
    const base = { ...shop, 'test/b.test.js': halves.replace('halves', 'all') };
    const edits = { ...without(halves), 'test/b.test.js': `// more\n${base['test/b.test.js']}` };
    expect(await told(edits, [gone('halves')], { base })).toEqual([
      expect.stringContaining('(yes): a test was removed'),
    ]);
  });

  it('claims by texts as well, and by nothing where it says nothing', async () => {
    const texts = (text: string) => `test('says', () => {\n  expect(word).toBe('${text}');\n});\n`;
    const base = { ...shop, [file]: texts('late') };
    const at = (text: string) => ({ [file]: texts(text).replace("'says'", "'tells'") });
    expect(await told(at('late'), [gone('says')], { base })).toEqual([expect.stringContaining('1 test still holds')]);
    expect(await told(at('soon'), [gone('says')], { base })).toEqual([expect.stringContaining('was removed')]);
    const empty = { ...shop, [file]: "test('nothing', () => {\n  expect(a).toBe(b);\n});\n" };
    const now = { [file]: "test('none', () => {\n  expect(a).toBe(b);\n});\n" };
    expect(await told(now, [gone('nothing')], { base: empty })).toEqual([expect.stringContaining('was removed')]);
  });

  it('claims what it calls, though a word of tests is in its name', async () => {
    const calls = (call: string) => `test('says', () => {\n  run(${call});\n});\n`;
    const base = { ...shop, [file]: calls('latest_total()') };
    for (const call of ['1', 'test_total()', 'testTotal()'])
      expect(await told({ [file]: calls(call).replace('says', 'tells') }, [gone('says')], { base })).toEqual([
        expect.stringContaining('was removed'),
      ]);
    const ofTests = { ...shop, [file]: calls('test_total()') };
    expect(await told({ [file]: calls('1').replace('says', 'tells') }, [gone('says')], { base: ofTests })).toEqual([
      expect.stringContaining('still holds'),
    ]);
  });

  it('is told where its heir is the same word by word, whatever stands around it', async () => {
    const heir = `${file} > cart > nothing`;
    const base = { ...shop, [file]: "test('nothing', () => {\n  expect(a).toBe(b);\n});\n" };
    const inSuite = (text: string) => ({
      [file]: `describe('cart', () => {\n  ${text.replaceAll('\n', '\n    ')}});\n`,
    });
    expect(await told(inSuite(base[file]), [gone('nothing', heir)], { base })).toEqual([
      expect.stringContaining('1 test still holds'),
    ]);
    expect(await told(inSuite(base[file].replace('(b)', '(c)')), [gone('nothing', heir)], { base })).toEqual([
      expect.stringContaining('was removed'),
    ]);
  });

  it.each([
    ...['it', 'test', 'describe', 'specify', 'expect', 'assert', 'assertEqual', 'self', 'def', 'async', 'await'],
    ...['const', 'let', 'var', 'function', 'return', 'toBe', 'toBeNull', 'toEqual', 'toStrictEqual', 'toMatch'],
    ...['toContain', 'toHave', 'toHaveLength', 'toThrow', 'toSatisfy', 'toReturn', 'strictEqual', 'deepEqual'],
    ...['deepStrictEqual', 'equal', 'equals', 'ok', 'is', 'not', 't', 'for', 'in', 'of', 'pytest', 'unittest'],
    ...['mark', 'parametrize', 'each', 'import', 'from', 'as', 'None', 'null', 'undefined', 'True', 'False', 'true'],
    ...['false', 'tests'],
  ])('claims nothing by %s, which is of every test', async (word) => {
    const says = (text: string) => `test('says', () => {\n  run(${text});\n});\n`;
    const base = { ...shop, [file]: says(`7, ${word}()`) };
    const now = (text: string) => ({ [file]: says(text).replace('says', 'tells') });
    expect(await told(now('7'), [gone('says')], { base })).toEqual([expect.stringContaining('still holds')]);
    const others = [`my_${word}`, ...(/^(?:test|assert|to)/.test(word) ? [] : [`${word}Other`])];
    for (const called of others) {
      const other = { ...shop, [file]: says(`7, ${called}()`).replace('test(', 'it(') };
      expect(await told(now('7'), [gone('says')], { base: other })).toEqual([expect.stringContaining('was removed')]);
    }
  });

  const renamed = { 'src/cart.js': cart.replaceAll('total', 'sumUp') };
  const inWords = (text: string) => text.replaceAll('total', 'sumUp');
  const whole = `import * as shop from '../src/cart.js';\n`;
  const half = halves.replace('total', 'shop.total');

  it('is told where what it claims stands elsewhere in the words of the change', async () => {
    const edits = (other: string) => ({ ...renamed, [file]: whole, 'test/b.test.js': inWords(other) });
    const base = { ...shop, [file]: `${whole}${half}` };
    const other = half.replace('halves', 'a half');
    expect(await told(edits(other), [gone('halves')], { base })).toEqual([
      expect.stringContaining('1 test still holds'),
    ]);
    // Of two with one title each has its own claims.
    const twice = { ...shop, [file]: `${whole}${half}${half.replaceAll('0.5', '0.25')}` };
    const both = other.replace('});', '  assert.equal(shop.total([0.25]), 0.25);\n});');
    expect(await told(edits(both), [gone('halves')], { base: twice })).toEqual([
      expect.stringContaining('1 test still holds'),
    ]);
    expect(await told(edits(other), [gone('halves')], { base: twice })).toEqual([
      expect.stringContaining('was removed'),
    ]);
  });

  it('is told where its heir is the same in the words of the change, or in its own', async () => {
    const base = { ...shop, [file]: `${whole}${half}` };
    const heir = `${file} > cart > halves`;
    const inSuite = (text: string) => `${whole}describe('cart', () => {\n${text}});\n`;
    for (const text of [half, inWords(half)])
      expect(await told({ ...renamed, [file]: inSuite(text) }, [gone('halves', heir)], { base })).toEqual([
        expect.stringContaining('1 test still holds'),
      ]);
  });

  it('is not told so for what production code or a test that went says', async () => {
    const edits = { ...without(halves), 'src/half.js': 'export const half = total([0.5]) === 0.5;\n' };
    expect(await told(edits, [gone('halves')])).toEqual([expect.stringContaining('was removed')]);
    const base = { ...shop, 'test/b.test.js': halves.replace('halves', 'a half') };
    expect(await told({ ...without(halves), 'test/b.test.js': null }, [gone('halves')], { base })).toEqual([
      expect.stringContaining('was removed'),
    ]);
  });

  it('of several the notes count and name them', async () => {
    const other = `test('all', () => {\n  const prices = [1, 2];\n  assert.equal(total([0.5]), 0.5, 3);\n});\n`;
    expect(await told({ [file]: `${importing}${other}` }, [gone('sums'), gone('halves')])).toEqual([
      `${file}:null: 2 tests still hold, and stand elsewhere or in another form: "sums", "halves"`,
    ]);
  });
});

describe('of the questions', () => {
  it('nothing is asked where nothing is broken', async () => {
    expect(await findings(instead('), 3', '), 4'), [])).toEqual([]);
  });

  it('a yes holds for what it was asked about, not for another expectation', async () => {
    const keyOf = async (edits: Files) => {
      const [one] = await findings(edits, [fails('sums')]);
      return one !== undefined && 'key' in one ? one.key : null;
    };
    const key = await keyOf(instead('), 3', '), 4'));
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyOf(instead('), 3', '), 4'))).toBe(key);
    expect(await keyOf(instead('), 3', '), 5'))).not.toBe(key);
  });

  it('nor for another test, another file, what was expected otherwise before, or what happened to it otherwise', async () => {
    type One = { how?: Broken['how']; title?: string; was?: string; is?: string; path?: string };
    const keyOf = async ({ how = 'fails', title = 'sums', was = '3', is = '4', path = file }: One) => {
      const text = (value: string) => `${importing}${sums.replace('), 3', `), ${value}`).replace('sums', title)}`;
      const base = { ...shop, [path]: text(was) };
      const [one] = await findings({ [path]: text(is) }, [{ id: `${path} > ${title}`, how }], { base });
      return one !== undefined && 'key' in one ? one.key : null;
    };
    const asked: One[] = [{}, { how: 'skipped' }, { how: 'not_run' }, { title: 'adds' }, { was: '2' }, { is: '5' }];
    const keys = await Promise.all([...asked, { path: 'test/b.test.js' }].map(keyOf));
    expect(new Set(keys).size).toBe(7);
  });
});

describe('tests of the base in the words of the change', () => {
  it('only those that differ, and none that is no UTF-8', async () => {
    const base = { ...shop, 'test/other.test.js': 'test("a", () => {});\n', 'test/odd.test.js': `${importing}\ufffd` };
    const now = { ...base, 'src/cart.js': cart.replaceAll('total', 'sumUp') };
    const paths = [file, 'test/other.test.js', 'test/odd.test.js', 'test/none.test.js'];
    const carried = await carriedTests(
      plan,
      memoryTree(present(base)),
      memoryTree(present(now)),
      changesBetween(base, now),
      paths,
    );
    expect([...carried.keys()]).toEqual([file]);
    expect(carried.get(file)).toContain('sumUp');
  });
});
