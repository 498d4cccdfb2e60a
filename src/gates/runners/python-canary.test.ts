import { describe, expect, it } from 'vitest';
import { drawValues } from './canary-values.ts';
import { pytestCanary, unittestCanary } from './python-canary.ts';

const of = { name: 'k7', mark: 'k7_1', path: 'a', was: '' };
const tried = drawValues('k7').flatMap(({ low, high, word, other }) => [
  ...['assertTrue, 0', `assertFalse, ${high}`, `assertEqual, ${low}, ${high}`, `assertNotEqual, "${word}", "${word}"`],
  ...[`assertIs, ${low}, None`, `assertIsNone, ${low}`, 'assertIsNotNone, None', `assertIn, ${low}, []`],
  ...[`assertNotIn, ${high}, [${high}]`, `assertGreater, ${low}, ${high}`, `assertLess, ${high}, ${low}`],
  ...[`assertAlmostEqual, ${low}, ${high}`, `assertRegex, "${word}", "${other}"`],
  ...['assertRaises, ValueError, lambda: None', `assertListEqual, [${low}], [${high}]`, 'fail,'],
  `assertDictEqual, {"${word}": ${low}}, {"${word}": ${high}}`,
]);
const [, { low, high }] = drawValues('k7');

describe('tests of ours for pytest', () => {
  const text = pytestCanary({ ...of, like: ['TestCart', 'test_adds[1-2]'] });

  it.each([...tried.map((each) => `(case.${each}),`), '(pytest.fail,),', '(pytest.raises, ValueError, lambda: None),'])(
    'try %s',
    (line) => expect(text).toContain(`\n        ${line}\n`),
  );

  it('are named like the test, and have its marks', () => {
    expect(text).toContain(`\ndef test_adds_TestCart_k7_1():\n    assert ${low} == ${high}\n`);
    expect(text).toContain('\ndef test_adds_TestCart_k7_2():\n');
    expect(text).toContain(
      'in getattr(getattr(getattr(sys_k7.modules[__name__], "TestCart", None), "test_adds", None), ',
    );
    expect(text).toContain('"pytestmark", [])');
    expect(text).toContain('not in ("parametrize", "usefixtures", "xfail", "skip", "skipif")');
    expect(text).toContain('for each_k7 in (test_adds_TestCart_k7_1, test_adds_TestCart_k7_2):');
    expect(text).toMatch(
      /if not any\(is_silent\(\*each\) for each in tried\) and not is_patched\(\n.*"_pytest.python".*\n {4}\):\n {8}raise RuntimeError\("as it must"\)/,
    );
  });

  it('have a name of their own where the test has none that is a word', () => {
    expect(pytestCanary({ ...of, like: ['a b'] })).toContain('def test_k7_1():');
  });
});

it('both look for what the checkout has put in the place of what judges: its root is where the test file is, less its path', () => {
  for (const text of [pytestCanary({ ...of, like: [] }), unittestCanary({ ...of, like: [] })]) {
    expect(text).toContain('root = os.path.realpath(__file__)[: -len("a")]\n');
    expect(text).toContain('is_patched(');
    expect(text).not.toMatch(/[ ]\n/);
  }
});

describe('tests of ours for unittest', () => {
  const text = unittestCanary({ ...of, like: ['CartTest', 'test_adds'] });

  it.each(tried)('try case.%s', (line) => expect(text).toContain(`\n            (case.${line}),\n`));

  it('are a class of the same words, and join those that the file gathers itself', () => {
    expect(text).toContain('\nclass CartTest_k7(unittest_k7.TestCase):\n    def test_adds_k7_1(self):\n');
    expect(text).toContain('    def test_adds_k7_2(self):\n');
    expect(text).toContain('if "load_tests" in globals():\n    load_k7 = load_tests\n');
    expect(text).toContain('found.addTests(loader.loadTestsFromTestCase(CartTest_k7))\n        return found\n');
    for (const like of [[], ['a b', '-c', 'd!']])
      expect(unittestCanary({ ...of, like })).toContain('class k7(unittest_k7.TestCase):\n    def test_k7_1(self):');
  });
});
