import { describe, expect, it } from 'vitest';
import { chooseTests, subjectOf } from './choose-tests.ts';

const isTest = (path: string) =>
  /(?:^|\/)(?:tests?|__tests__)\/|\.(?:test|spec)\.|(?:^|\/)test_|_test\.|Test\.java$/.test(path);
const paths = [
  ...['src/sum.js', 'src/pay/total.js', 'src/ship/total.js', 'src/pay/index.js', 'README.md'],
  ...['test/sum.test.js', 'test/pay/total.test.js', 'test/ship/total.test.js', 'test/pay.test.js'],
];

const chosen = (
  edited: readonly string[],
  more: Partial<Parameters<typeof chooseTests>[0]> = {},
  wholeMs: number | null = 60_000,
) => chooseTests({ edited, before: [], paths, isTest, takes: () => true, ...more }, { wholeMs });
const files = (...names: string[]) => ({ kind: 'files', files: names });

describe('PC-14 the tests near an edit are', () => {
  it.each([
    ['the test that was edited', ['test/sum.test.js'], files('test/sum.test.js')],
    ['those named after the file', ['src/sum.js'], files('test/sum.test.js')],
    ['the nearest of one name first', ['src/pay/total.js'], files('test/pay/total.test.js', 'test/ship/total.test.js')],
    ['those of the folder, for its index', ['src/pay/index.js'], files('test/pay.test.js')],
    ['one list for several files', ['src/sum.js', 'src/pay/index.js'], files('test/sum.test.js', 'test/pay.test.js')],
    ['none for words alone', ['README.md', 'docs/CHANGELOG'], { kind: 'none', why: null }],
    ['none for words in another form', ['a.mdx', 'a.rst', 'a.adoc', 'a.txt', 'notice'], { kind: 'none', why: null }],
  ] as const)('%s', (_, edited, expected) => {
    expect(chosen(edited)).toEqual(expected);
  });

  it.each(['src/md.js', 'src/a.md.js', 'licenses.js', 'license/a.js', 'src/unnotice'])('not none for %s', (path) => {
    expect(chosen([path])).toMatchObject({ why: expect.stringContaining('no test is named') });
  });

  it.each([
    ['the folder that both are in', 'src/ship/total.js', 'test/ship/total.test.js'],
    ['no folder of tests or of sources', 'app/ship/total.js', 'test/ship/total.test.js'],
    ['a folder whose name begins like one of sources', 'library/total.js', 'test/library/total.test.js'],
    ['no name of the file', 'pay/src/total.js', 'test/pay/total.test.js'],
  ])('the nearer one first, by %s', (_, path, first) => {
    const others = [
      'app/total.test.js',
      'test/pay/total.test.js',
      'test/ship/total.test.js',
      'test/library/total.test.js',
      'total.test.js/total.js',
    ];
    expect(chosen([path], { paths: others })).toMatchObject({ files: { 0: first } });
  });

  it('also those that the turn edited before', () => {
    expect(chosen(['src/sum.js'], { before: ['test/new.test.js', 'src/pay/total.js'] })).toEqual(
      files('test/new.test.js', 'test/sum.test.js'),
    );
  });

  it.each([
    ['all, where none is near and all are quick', 10_000, { kind: 'whole' }],
    [
      'none, where all take long',
      10_001,
      { kind: 'none', why: 'no test is named after what was edited, and all of them take 10 s, more than 10 s' },
    ],
    [
      'none, where nobody knows how long',
      null,
      { kind: 'none', why: 'no test is named after what was edited, and all of them take nobody knows how long' },
    ],
  ] as const)('%s', (_, wholeMs, expected) => {
    expect(chosen(['src/other.js'], {}, wholeMs)).toEqual(expected);
  });

  it('never single files of a command that would run all of them', () => {
    const takes = () => false;
    expect(chosen(['src/sum.js'], { takes })).toMatchObject({
      kind: 'none',
      why: expect.stringContaining('takes no single files'),
    });
    expect(chosen(['src/sum.js'], { takes }, 500)).toEqual({ kind: 'whole' });
  });
});

describe('a file is about', () => {
  it.each([
    ['src/sum.js', 'sum'],
    ['test/sum.test.js', 'sum'],
    ['a/__tests__/sum.js', 'sum'],
    ['tests/test_sum.py', 'sum'],
    ['pkg/sum_test.go', 'sum'],
    ['SumTest.java', 'sum'],
    ['SumIT.java', 'sum'],
    ['spec/sum_spec.rb', 'sum'],
    ['src/pay-total.ts', 'paytotal'],
    ['test/pay_total.spec.ts', 'paytotal'],
    ['pay/__init__.py', 'pay'],
    ['pay/mod.rs', 'pay'],
    ['cmd/pay/main.go', 'pay'],
    ['pay/lib.rs', 'pay'],
    ['src/index.js', 'index'],
    ['src/pay/domain.js', 'domain'],
    ['pay/index.test.js', 'index'],
    ['pay.it.js', 'pay'],
    ['e2e/pay.e2e.ts', 'pay'],
    ['pay.specs.js', 'pay'],
    ['pay.tester.js', 'paytester'],
    ['PaySpec.kt', 'pay'],
    ['TestPay.java', 'pay'],
    ['PayTestData.java', 'paytestdata'],
    ['aTestPay.java', 'atestpay'],
    ['Testament.java', 'testament'],
    ['src/latest.js', 'latest'],
    ['src/contest.js', 'contest'],
    ['src/commit.js', 'commit'],
    ['test/test.js', ''],
  ])('%s: %s', (path, subject) => {
    expect(subjectOf(path)).toBe(subject);
  });
});
