import { expect, it } from 'vitest';
import { countedList } from '../../../test/fakes/counted-list.ts';
import { blocksNamed, findBlocks, testBlocks } from './test-blocks.ts';

const script = (text: string) => testBlocks('a.test.js', text);
const python = (text: string) => testBlocks('test_a.py', text);

it('a test is its call from word to bracket, with its title and its line', () => {
  const [first, second] = ["it('adds', () => {\n  f(')');\n})", "test.each([[1, 2]])('is %i of %i', () => {})"];
  expect(script(`// one\n${first};\n\n  ${second};\n`)).toEqual([
    { title: 'adds', line: 2, text: first },
    { title: 'is %i of %i', line: 6, text: second },
  ]);
});

it('of Python it begins with its first decorator and ends with its indentation, and takes in nothing of its neighbours', () => {
  const own = "@mark(\n    'x',\n)\n@other\ndef test_b(x):\n    assert x";
  expect(python(`@cached\ndef helper():\n    return 1\n${own}\nvalue = 1\n`)).toEqual([
    { title: 'test_b', line: 8, text: own },
  ]);
  expect(python('@far\n\ndef test_c():\n    pass\n')).toMatchObject([{ text: 'def test_c():\n    pass\n' }]);
});

it.each([
  ['a_test.go', 'func TestA(t *testing.T) {\n  f()\n}\n', 'TestA', 'TestOther'],
  ['a.rs', '#[test]\nfn adds_up() {\n    assert!(true);\n}\n', 'adds_up', 'others'],
  ['ATest.php', 'function testAdds(): void\n{\n    f();\n}\n', 'testAdds', 'testOther'],
])('of %s it goes on to the next one, and has the name of its function', (path, first, title, other) => {
  const second = first.replace(title, other);
  const found = testBlocks(path, first + second);
  expect(found.map((each) => each.title)).toEqual([title, other]);
  expect(found[0]?.text.trim()).toBe(first.trim());
});

it('what nobody closes, and decorators before a foreign end of a line, cost no more than anything else', () => {
  const open = script("it('a',\n".repeat(20_000));
  expect([open.length, open.at(-1)?.line]).toEqual([20_000, 20_000]);
  expect(python(`${'@x\n'.repeat(60)}\r\ndef test_a():\r\n    pass\r\n`)).toMatchObject([{ line: 62 }]);
});

it('is found by the name that a runner gives it: whole, as a row of its table, with or without a suite', () => {
  const blocks = script("it('adds', f); it.each([1])('takes %i', f);");
  const titles = (id: string) => blocksNamed(blocks, id).map(({ title }) => title);
  expect(titles('a.test.js > sum > adds')).toEqual(['adds']);
  expect(titles('a.test.js > takes 7')).toEqual(['takes %i']);
  expect(titles('adds')).toEqual(['adds']);
  expect(titles('a.test.js > subtracts')).toEqual([]);
  expect(blocksNamed(python('def test_a(x):\n    pass\n'), 'test_a.py > test_a[1-2]')).toHaveLength(1);
});

it.each([
  ["it.for([[1, 2]])('is %i of %i', () => {})", 'is %i of %i'],
  ["it.skipIf(isWindows())('links', () => {})", 'links'],
  ["test.runIf(f(1) && (a || b))('counts', () => {})", 'counts'],
  [`it.each\`\n  a       | b\n  \${f(1)} | \${2}\n\`('adds $a', ({ a }) => {})`, 'adds $a'],
  [`it.each\`a\n\${1}\`  ('takes $a', (f) => f())`, 'takes $a'],
  ['it("says \\"it\\"", () => {})', 'says "it"'],
])('%s is one test, with what stands before its title', (text, title) => {
  expect(script(`${text};\nf('x');\n`)).toEqual([{ title, line: 1, text }]);
});

it.each([
  ['ATest.kt', '@Test\nfun adds() {\n  f()\n}\n', 'adds'],
  ['ATest.java', '@Test\nvoid adds() {\n  f();\n}\n', 'adds'],
  ['a_spec.rb', 'it "adds up" do\n  f\nend\n', 'adds up'],
  ['a_spec.rb', "specify 'adds up' do\n  f\nend\n", 'adds up'],
  ['a_test.rb', 'test "adds up" do\n  f\nend\n', 'adds up'],
  ['a_test.rb', 'def test_adds\n  f\nend\n', 'test_adds'],
  ['ATest.php', '#[Test]\npublic function adds(): void {}\n', 'adds'],
])('%s: %j has the name %s', (path, text, title) => {
  expect(testBlocks(path, text).map((each) => each.title)).toEqual([title]);
});

it('a method of Python begins with its own decorators', () => {
  const own = '    @mark\n    def test_b(self):\n        assert self\n';
  expect(python(`@whole\nclass TestA:\n    def help(self):\n        pass\n${own}`)).toMatchObject([{ text: own }]);
});

it.each([
  ["it.each([1])('is %i (of 3)?', f);", 'is 2 (of 3)?', true],
  ["it.each([1])('is %i (of 3)?', f);", 'is 2 of 3', false],
  [`it.each([1])('is \${a} of $b.c', f);`, 'is 1 of 2', true],
  ["it.each([1])('is $a', f);", 'this is 1', false],
  ["it.each([1])('is $a now', f);", 'is 1 now or not', false],
  ["it.each([1])('is %i', f);", 'is a\nb', true],
  ["it('50% of it', f);", '50 cents of it', false],
])('of %s %j is a row: %s', (text, name, isRow) => {
  expect(blocksNamed(script(text), `a.test.js > ${name}`)).toHaveLength(isRow ? 1 : 0);
});

it('only brackets at the end are the row of a table of Python', () => {
  expect(blocksNamed(python('def test_a(x):\n    pass\n'), 'test_a.py > test_[1]a')).toEqual([]);
});

it('all tests of a file are found in one look at its blocks', () => {
  const count = 5000;
  const blocks = Array.from({ length: count }, (_, line) => ({ title: `case ${line}`, line, text: `${line}` }));
  const { list, looks } = countedList(blocks);
  const find = findBlocks(list);
  expect(blocks.filter(({ title, line }) => find(`a.test.js > ${title}`)[0]?.line !== line)).toEqual([]);
  expect(looks()).toBeLessThanOrEqual(2 * count);
});
