import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import { otherValues } from './other-values.ts';

const name = 'takes a tenth off';
const inFile: Readonly<Record<string, (line: string) => string>> = {
  'a.test.js': (line) => `test('${name}', () => {\n  ${line}\n});\n`,
  'test_a.py': (line) => `def test_tenth():\n    ${line}\n`,
  'a_spec.rb': (line) => `it '${name}' do\n  ${line}\nend\n`,
  'ATest.php': (line) => `public function testTenth(): void\n{\n    ${line}\n}\n`,
  'ATest.java': (line) => `@Test\nvoid tenth() {\n    ${line}\n}\n`,
  'a.rs': (line) => `#[test]\nfn tenth() {\n    ${line}\n}\n`,
  'a_test.go': (line) => `func TestTenth(t *testing.T) {\n\t${line}\n}\n`,
};
const titles: Readonly<Record<string, string>> = {
  ...{ 'test_a.py': 'test_tenth', 'ATest.php': 'testTenth', 'ATest.java': 'tenth', 'a.rs': 'tenth' },
  'a_test.go': 'TestTenth',
};
const idOf = (path: string): string => `${path} > ${titles[path] ?? name}`;

async function changed(path: string, line: string): Promise<string | null> {
  const text = inFile[path]?.(line) ?? '';
  const other = await otherValues(memoryTree({ [path]: text }), path, [idOf(path)]);
  const at = text.split('\n').findIndex((each) => each.trim() === line);
  return other?.text.split('\n')[at]?.trim() ?? null;
}

describe('a red test expects another value', () => {
  it.each([
    ['a.test.js', 'assert.equal(f(2), 4);', 'assert.equal(f(2), 5);'],
    ['a.test.js', 'assert.strict.deepEqual(f([2, 3]), -9, "why");', 'assert.strict.deepEqual(f([2, 3]), -0, "why");'],
    ['a.test.js', "assert.strictEqual('a', f(2));", "assert.strictEqual('aq', f(2));"],
    ['a.test.js', 't.is(f(2), true);', 't.is(f(2), false);'],
    ['a.test.js', 'expect(f(2)).toBe(6.27);', 'expect(f(2)).toBe(6.28);'],
    ['a.test.js', 'await expect(f(2)).resolves.toEqual("a");', 'await expect(f(2)).resolves.toEqual("aq");'],
    ['a.test.js', 'expect(f(2)).to.deep.equal(1_000);', 'expect(f(2)).to.deep.equal(1_001);'],
    ['test_a.py', 'assert f(2) == 4', 'assert f(2) == 5'],
    ['test_a.py', "assert f(2) == 'a', 'why'  # 7", "assert f(2) == 'aq', 'why'  # 7"],
    ['test_a.py', 'self.assertEqual(f(2), True)', 'self.assertEqual(f(2), False)'],
    ['a_spec.rb', 'expect(f(2)).to eq(4)', 'expect(f(2)).to eq(5)'],
    ['a_spec.rb', 'expect(f(2)).to eq 4', 'expect(f(2)).to eq 5'],
    ['a_spec.rb', 'assert_equal 4, f(2)', 'assert_equal 5, f(2)'],
    ['ATest.php', "$this->assertSame('a', f(2));", "$this->assertSame('aq', f(2));"],
    ['ATest.java', 'assertEquals(4, f(2));', 'assertEquals(5, f(2));'],
    ['ATest.java', 'assertThat(f(2)).isEqualTo(4);', 'assertThat(f(2)).isEqualTo(5);'],
    ['a.rs', 'assert_eq!(f(2), 4);', 'assert_eq!(f(2), 5);'],
    ['a_test.go', 'if f(2) != 4 {', 'if f(2) != 5 {'],
    ['a_test.go', 'assert.Equal(t, 4, f(2))', 'assert.Equal(t, 5, f(2))'],
    ['a.test.js', 'assert.ok(same(f(2), 4));', 'assert.ok(same(f(2), 5));'],
    ['a.test.js', "expectSame('a', f(2), 'why');", "expectSame('aq', f(2), 'why');"],
    ['a.test.js', 'expect(isEqual(f(2), 4)).toBe(true);', 'expect(isEqual(f(2), 5)).toBe(true);'],
    ['a.test.js', 'assert.equal(same(f(2), 4), true);', 'assert.equal(same(f(2), 5), true);'],
    ['test_a.py', 'assert is_same(f(2), 4)', 'assert is_same(f(2), 5)'],
    ['test_a.py', 'assert same(f(2), 4) == True', 'assert same(f(2), 5) == True'],
    ['a_spec.rb', 'expect(same(f(2), 4)).to be(true)', 'expect(same(f(2), 5)).to be(true)'],
    ['ATest.java', 'assertTrue(same(4, f(2)));', 'assertTrue(same(5, f(2)));'],
    ['a.rs', 'assert!(same(f(2), 4));', 'assert!(same(f(2), 5));'],
    ['a_test.go', 'if !same(f(2), 4) {', 'if !same(f(2), 5) {'],
  ])('%s: %s', async (path, line, wanted) => {
    expect(await changed(path, line)).toBe(wanted);
  });
});

describe('a test that names no value, or allows for others, is left alone', () => {
  it.each([
    ['a.test.js', 'assert.ok(f(2));'],
    ['a.test.js', 'assert.equal(f(2), 2 * 2);'],
    ['a.test.js', 'assert.equal(f(2), wanted);'],
    ['a.test.js', 'assert.equal(4, 4);'],
    ['a.test.js', 'assert.notEqual(f(2), 4);'],
    ['a.test.js', 'expect(f(2)).not.toBe(4);'],
    ['a.test.js', 'expect(f(2)).to.not.equal(4);'],
    ['a.test.js', 'expect(f(2)).to.not.deep.equal(4);'],
    ['a.test.js', 'expect(f(2)).toBeCloseTo(4);'],
    ['a.test.js', 'expect(f(2)).toEqual([1, 2]);'],
    ['a.test.js', 'assert.throws(() => f(2), /4/);'],
    ['a.test.js', 'assert.ok(near(f(2), 4));'],
    ['a.test.js', 'expectAtLeast(f(2), 4);'],
    ['a.test.js', "check(f(2), 'is four');"],
    ['a.test.js', 'set.same(f(2), 4);'],
    ['a.test.js', '// assert.equal(f(2), 4);'],
    ['a.test.js', 'log("assert.equal(f(2), 4)");'],
    ['test_a.py', 'assert f(2) != 4'],
    ['test_a.py', 'assert f(2) == pytest.approx(4)'],
    ['test_a.py', 'assert f(2) == 4 or g(2)'],
    ['test_a.py', 'assert f(2) >= 4'],
    ['test_a.py', 'self.assertAlmostEqual(f(2), 4)'],
    ['a_test.go', 'if f(2) != 4 && g(2) {'],
    ['a_test.go', 'if err := f(2); err != nil {'],
    ['a.unknown', 'assert.equal(f(2), 4)'],
  ])('%s: %s', async (path, line) => {
    expect(await changed(path, line)).toBeNull();
  });

  it('nor is one whose name stands twice, or that is of another file', async () => {
    const text = inFile['a.test.js']?.('assert.equal(f(2), 4);') ?? '';
    expect(await otherValues(memoryTree({ 'a.test.js': text + text }), 'a.test.js', [idOf('a.test.js')])).toBeNull();
    expect(await otherValues(memoryTree({ 'a.test.js': text }), 'a.test.js', [idOf('b.test.js')])).toBeNull();
    expect(await otherValues(memoryTree({}), 'a.test.js', [idOf('a.test.js')])).toBeNull();
  });
});

it('of very many tests of a file the first are asked', async () => {
  const titles = Array.from({ length: 3000 }, (_, at) => `t${at}`);
  const text = titles.map((title) => `test('${title}', () => {\n  assert.equal(f(2), 4);\n});\n`).join('');
  const ids = titles.map((title) => `a.test.js > ${title}`);
  const other = await otherValues(memoryTree({ 'a.test.js': text }), 'a.test.js', ids);
  expect(other?.asks.map(({ id }) => id)).toEqual(ids.slice(0, 50));
  expect(other?.text).toBe(text.replaceAll(', 4)', ', 5)'));
});

it('each test that says what it expects is told with its line, and a key that holds for its text', async () => {
  const other = `test('other', () => {\n  assert.ok(1);\n});\n`;
  const text = other + (inFile['a.test.js']?.('assert.equal(f(2), 4);') ?? '');
  const ask = async (own: string) =>
    (await otherValues(memoryTree({ 'a.test.js': own }), 'a.test.js', ['a.test.js > other', idOf('a.test.js')]))?.asks;
  const [first, ...more] = (await ask(text)) ?? [];
  expect([first?.id, first?.line, more.length]).toEqual([idOf('a.test.js'), 4, 0]);
  expect((await ask(`\n${text}`))?.[0]).toEqual({ ...first, line: 5 });
  expect((await ask(text.replace('4)', '6)')))?.[0]?.key).not.toBe(first?.key);
});
