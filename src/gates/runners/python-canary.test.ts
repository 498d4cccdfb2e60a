import { describe, expect, it } from 'vitest';
import { pytestCanary, unittestCanary } from './python-canary.ts';

const of = { name: 'k7', mark: 'k7_1', path: 'a', was: '' };
const tried = [
  ...['assertTrue, 0', 'assertFalse, 1', 'assertEqual, 1, 2', 'assertNotEqual, 1, 1', 'assertIs, 1, None'],
  ...['assertIsNone, 1', 'assertIsNotNone, None', 'assertIn, 1, []', 'assertNotIn, 1, [1]', 'assertGreater, 1, 2'],
  ...['assertLess, 2, 1', 'assertAlmostEqual, 1, 2', 'assertRegex, "a", "b"', 'assertRaises, ValueError, lambda: None'],
  ...['assertListEqual, [1], [2]', 'assertDictEqual, {1: 1}, {1: 2}', 'fail,'],
];

describe('tests of ours for pytest', () => {
  const text = pytestCanary({ ...of, like: ['TestCart', 'test_adds[1-2]'] });

  it.each([...tried.map((each) => `(case.${each}),`), '(pytest.fail,),', '(pytest.raises, ValueError, lambda: None),'])(
    'try %s',
    (line) => expect(text).toContain(`\n        ${line}\n`),
  );

  it('are named like the test, and have its marks', () => {
    expect(text).toContain('\ndef test_adds_TestCart_k7_1():\n    assert 0 == 1\n');
    expect(text).toContain('\ndef test_adds_TestCart_k7_2():\n');
    expect(text).toContain(
      'in getattr(getattr(getattr(sys_k7.modules[__name__], "TestCart", None), "test_adds", None), ',
    );
    expect(text).toContain('"pytestmark", [])');
    expect(text).toContain('not in ("parametrize", "usefixtures", "xfail", "skip", "skipif")');
    expect(text).toContain('for each_k7 in (test_adds_TestCart_k7_1, test_adds_TestCart_k7_2):');
    expect(text).toContain('if not any(is_silent(*each) for each in tried):\n        raise RuntimeError("as it must")');
  });

  it('have a name of their own where the test has none that is a word', () => {
    expect(pytestCanary({ ...of, like: ['a b'] })).toContain('def test_k7_1():');
  });
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
