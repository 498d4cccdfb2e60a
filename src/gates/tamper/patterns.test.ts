// One line for each way of writing: whichever alternative is taken out, a line is no longer found.
import { describe, expect, it } from 'vitest';
import type { Language } from './code-text.ts';
import { type Patterns, patternsOf } from './patterns.ts';

type Rows = Readonly<Record<keyof Patterns, readonly string[]>>;

const script: Rows = {
  tests: [
    ...['it(', 'test(', 'specify(', 'it`'],
    ...['each', 'concurrent', 'sequential', 'for', 'fails', 'failing', 'only', 'skip', 'todo'].map(
      (word) => `test.${word}(`,
    ),
  ],
  assertions: [
    ...['expect(a)', 'expect.soft(a)', 'assert(a)', 'assert.equal(a)', 'a.should.equal'],
    ...['is', 'not', 'deepEqual', 'like', 'true', 'false', 'truthy', 'falsy', 'throws', 'throwsAsync'].map(
      (word) => `t.${word}`,
    ),
    ...['regex', 'equal', 'same', 'strictEqual', 'ok', 'assert'].map((word) => `t.${word}`),
  ],
  skips: [
    ...['it', 'test', 'describe', 'suite', 'context', 'specify'].map((word) => `${word}.skip`),
    ...['test.concurrent.skip', 'test.todo', 'test.fixme'],
    ...['xit', 'xtest', 'xdescribe', 'xcontext', 'xspecify'].map((word) => `${word}(`),
    'xit.each',
    ...['t', 'ctx', 'this', 'context'].map((word) => `${word}.skip(`),
    ...['t.todo(', '{ skip: true }', '{ todo: "later" }'],
  ],
  conditional: ['test.skipIf(', 'test.runIf('],
  twists: [
    ...['it', 'test', 'describe', 'suite', 'context', 'specify'].map((word) => `${word}.only`),
    ...['test.each.only', 'test.fails', 'test.failing', 'fit(', 'fdescribe(', '{ only: true }'],
    ...['toBe', 'toEqual', 'toStrictEqual'].map((word) => `expect(true).${word}(true)`),
    ...['expect(1).toBe(1)', 'assert(true)', 'assert.ok(true)', 'assert(1, "so")'],
  ],
};

const table: Readonly<Record<Exclude<Language, 'other'>, Rows>> = {
  script,
  python: {
    tests: ['def test_a(', '    def test(', 'async def test_a('],
    assertions: [
      ...['assert a', '    assert a', 'self.assertEqual(a)', 'self.fail('],
      ...['pytest.raises(', 'pytest.warns(', 'pytest.fail('],
    ],
    skips: [
      ...['@pytest.mark.skip', '@pytest.mark.xfail', 'pytest.skip(', 'pytest.xfail(', 'pytest.importorskip('],
      ...['@unittest.skip', '@skip', 'self.skipTest(', 'raise SkipTest', '__test__ = False', '@expectedFailure'],
    ],
    conditional: ['mark.skipif(', 'skipIf(', 'skipUnless('],
    twists: ['assert True', '    assert 1'],
  },
  rust: {
    tests: ['#[test]', '#[tokio::test]'],
    assertions: ['assert!(a)', 'assert_eq!(a)', 'debug_assert!(a)'],
    skips: ['#[ignore]', '#[ignore = "slow"]'],
    conditional: ['#[cfg_attr(windows, ignore)]'],
    twists: ['#[should_panic]', 'assert!(true)'],
  },
  go: {
    tests: ['func TestA(', 'func FuzzA(', 'func ExampleA(', 'func (s *Suite) TestA('],
    assertions: [
      ...['Error', 'Errorf', 'Fatal', 'Fatalf', 'Fail', 'FailNow'].map((word) => `t.${word}(`),
      ...['assert.Equal(', 'require.NoError('],
    ],
    skips: ['t.Skip(', 't.Skipf(', 't.SkipNow(', 'b.Skip('],
    conditional: ['//go:build linux'],
    twists: ['os.Exit(0)'],
  },
  java: {
    tests: ['@Test', '@ParameterizedTest', '@RepeatedTest'],
    assertions: ['assertEquals(a)', 'verify(a)', 'a shouldBe b', 'assertSoftly {'],
    skips: ['@Disabled', '@Ignore'],
    conditional: ['@DisabledIf', '@DisabledOnOs', '@EnabledIf', '@EnabledOnOs', 'assumeTrue('],
    twists: ['assertTrue(true'],
  },
  csharp: {
    tests: ['[Fact]', '[Theory]', '[Test]', '[TestMethod]', '[TestCase(1)]'],
    assertions: ['Assert.Equal', 'a.Should()'],
    skips: ['[Fact(Skip = "x")]', '[Ignore]', 'Assert.Ignore', 'Assert.Inconclusive'],
    conditional: [],
    twists: ['Assert.True(true', 'Assert.Pass'],
  },
  ruby: {
    tests: ['it "a"', '  specify "a"', 'test "a"', 'def test_a'],
    assertions: ['expect(a)', 'expect { a }', 'assert_equal a', 'refute a', 'a.must_equal', 'a.should'],
    skips: ['xit "a"', '  xdescribe "a"', 'xcontext "a"', 'skip', 'pending'],
    conditional: [],
    twists: ['fit "a"', 'fdescribe "a"', 'fcontext "a"', 'expect(true)'],
  },
  php: {
    tests: ['function testA(', '#[Test]'],
    assertions: ['$this->assertSame(', 'self::assertTrue(', '$this->expectException(', '::expectException(', 'expect('],
    skips: ['markTestSkipped(', 'markTestIncomplete('],
    conditional: [],
    twists: ['assertTrue(true'],
  },
};

const rows = Object.entries(table).flatMap(([language, kinds]) =>
  Object.entries(kinds).flatMap(([kind, lines]) => lines.map((line) => [language, kind, line] as const)),
);

/** Near misses: what must not count. */
const misses: readonly (readonly [Language, keyof Patterns, string])[] = [
  ['script', 'tests', 'visit('],
  ['script', 'tests', 'it.rains('],
  ['script', 'assertions', 'at.isolated'],
  ['script', 'skips', '{ skip: false }'],
  ['script', 'skips', '{ skip: undefined }'],
  ['script', 'skips', '{ todo: null }'],
  ['script', 'skips', 'list.skip(2)'],
  ['script', 'twists', 'only: false'],
  ['script', 'twists', 'submit.only'],
  ['script', 'twists', 'test.onlyOnce('],
  ['script', 'twists', 'expect(true).toBe(value)'],
  ['script', 'twists', 'outfit('],
  ['python', 'tests', 'def attest_a('],
  ['python', 'skips', '@pytest.mark.skipif('],
  ['python', 'twists', 'assert True is value'],
  ['go', 'tests', '\tfunc TestA('],
  ['java', 'skips', '@DisabledIf'],
  ['java', 'skips', '@DisabledOnOs'],
  ['ruby', 'tests', 'commit "a"'],
  ['ruby', 'skips', 'skipper'],
];

describe('how tests look', () => {
  it.each(rows)('WT-120 %s, %s: %s', (language, kind, line) => {
    const pattern = patternsOf(language as Language)[kind as keyof Patterns];
    expect([...`first\n${line}\nlast`.matchAll(pattern)]).toHaveLength(1);
  });

  it.each(misses)('WT-120 %s, %s: not %s', (language, kind, line) => {
    expect([...`first\n${line}\nlast`.matchAll(patternsOf(language)[kind])]).toHaveLength(0);
  });

  it('WT-120 of a language that is not known only assertions are counted', () => {
    const { assertions, tests, skips, conditional, twists } = patternsOf('other');
    expect([...'ASSERT_EQ(a) expect_that b assert c'.matchAll(assertions)]).toHaveLength(3);
    for (const never of [tests, skips, conditional, twists]) expect('test skip only assert'.match(never)).toBeNull();
  });
});
