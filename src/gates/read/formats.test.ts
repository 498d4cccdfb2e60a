// One row for each form that runners and tools print: whichever part of a reader is taken out, a row is read otherwise.
import { describe, expect, it } from 'vitest';
import { runnerOf } from '../runners/runners.ts';
import { readJestJson } from './jest-json.ts';
import { readJunit } from './junit.ts';
import { locate, locateTests } from './locate.ts';
import { gather, pathAt, within } from './results.ts';
import { sumUp } from './summary.ts';
import { readTap } from './tap.ts';

const counts = (runner: string, text: string) => runnerOf({ runner })?.printed.counts(text) ?? null;

describe('words of a summary', () => {
  it.each([
    ...['passed', 'pass', 'xpassed'].map((word) => [word, 'passed']),
    ...['failed', 'fail', 'error', 'errors', 'cancelled'].map((word) => [word, 'failed']),
    ...['skipped', 'todo', 'xfailed', 'pending'].map((word) => [word, 'skipped']),
  ])('%s counts as %s', (word, kind = '') => {
    expect(sumUp([`12 ${word}`, `3 ${word}, 1 other`])).toEqual({
      passed: 0,
      failed: 0,
      skipped: 0,
      total: 15,
      [kind]: 15,
    });
  });
  it.each(['3 warnings', '3', 'passed', '', '3passed'])('%j counts nothing', (part) =>
    expect(sumUp([part])).toBeNull(),
  );
});

describe('what is printed for people', () => {
  it.each<[string, string, string | null]>([
    ['jest', 'Tests:  1 failed, 2 passed, 3 total', '2 1 0'],
    ['jest', 'x Tests: 1 failed, 1 total', null],
    ['jest', 'Test Suites: 12 failed, 12 total\nTests: 2 passed, 2 total', '2 12 0'],
    ['jest', 'Test Suites: 1 failed, 1 total\nTests: 1 failed, 1 passed, 2 total', '1 1 0'],
    ['jest', 'Test Suites: 1 passed, 1 total\nTests: 2 skipped, 2 total', '0 0 2'],
    ['vitest', '      Tests  1 failed | 12 passed | 1 todo (14)', '12 1 1'],
    ['vitest', 'Tests 2 passed (2)', '2 0 0'],
    ['vitest', 'x Tests  2 passed (2)', null],
    ['vitest', ' Test Files  1 failed | 1 passed (2)\n      Tests  2 passed (2)', '2 1 0'],
    ['vitest', ' Test Files  1 passed (1)\n      Tests  2 passed (2)', '2 0 0'],
    ['node:test', 'ℹ pass 12\nℹ fail 1\nℹ skipped 2\nℹ todo 3\nℹ cancelled 4', '12 5 5'],
    ['node:test', '# pass 2\t\n# tests 9\nx # fail 3\n# fail 1 x', '2 0 0'],
    ['pytest', '=== 2 passed, 1 error in 0.1s ===', '2 1 0'],
    ['pytest', '12 skipped in 1s', '0 0 12'],
    ['pytest', '1 xfailed in 1s', '0 0 1'],
    ['pytest', '1 xpassed in 1s', '1 0 0'],
    ['pytest', '1 error in 1s', '0 1 0'],
    ['pytest', '2 errors in 1s', '0 2 0'],
    ['pytest', '1 deselected, 2 passed in 1s', '2 0 0'],
    ['pytest', '1 warning, 2 passed in 1s', '2 0 0'],
    ['pytest', '2 warnings, 2 failed in 1s', '0 2 0'],
    ['pytest', '9 failed in 1s\n1 passed in 1s', '1 0 0'],
    ['pytest', 'x 1 passed\n1 passedly', null],
    ['pytest', 'no tests ran in 0.1s', '0 0 0'],
    ['pytest', 'here no tests ran', null],
  ])('%s: %j', (runner, text, expected) => {
    const found = counts(runner, text);
    expect(found === null ? null : `${found.passed} ${found.failed} ${found.skipped}`).toBe(expected);
  });
});

describe('TAP', () => {
  it.each([
    ['ok', 'passed', ''],
    ['ok 1', 'passed', ''],
    ['ok 12 - a b', 'passed', 'a b'],
    ['ok - a', 'passed', 'a'],
    ['ok a', 'passed', 'a'],
    ['ok 1 a - b', 'passed', 'a - b'],
    ['not ok 2 - a', 'failed', 'a'],
    ['ok 1 - a # SKIP why', 'skipped', 'a'],
    ['ok 1 - a #skip', 'skipped', 'a'],
    ['not ok 1 - a # todo later', 'skipped', 'a'],
    ['ok 1 # SKIP', 'skipped', ''],
    ['ok 1 - a # skipper', 'passed', 'a # skipper'],
    ['not ok 1 - a#todo', 'failed', 'a#todo'],
    ['ok 1 - a \\# b \\\\ c', 'passed', 'a # b \\ c'],
  ])('%j is %s: %j', (line, status, name) => {
    expect(readTap(`${line}\n1..1\n`)).toEqual([{ file: '', path: [name], status, text: '' }]);
  });
  it.each(['okay 1', 'x ok 1', 'not  ok 1', 'OK 1', '# ok'])('%j is no point', (line) => {
    expect(readTap(`1..0\n${line}\n`)).toEqual([]);
  });
  it.each(['ok 1', 'TAP version 13\nok 1', 'say 1..3\nok 1', '1..\nok 1', '  1..2\nok 1'])('%j has no plan', (text) => {
    expect(readTap(text)).toBeNull();
  });
  it('names what holds a subtest, however deep, and not what stands beside it', () => {
    const lines = [
      '        ok 1 - a',
      '    ok 1 - b',
      '        not ok 1 - c',
      '    not ok 2 - d',
      'not ok 1 - e',
      'ok 2 - f',
      '1..2',
    ];
    expect((readTap(lines.join('\n')) ?? []).map(({ path, status }) => [path.join('/'), status])).toEqual([
      ...[
        ['e/b/a', 'passed'],
        ['e/d/c', 'failed'],
        ['f', 'passed'],
      ],
    ]);
    expect(pathAt([], 3)).toEqual(['']);
    expect(
      pathAt(
        [
          { depth: 1, name: 'a' },
          { depth: 1, name: 'b' },
        ],
        0,
      ),
    ).toEqual(['a']);
  });
});

describe('JSON of jest', () => {
  const read = (...results: readonly object[]) => readJestJson(JSON.stringify({ testResults: results }), '/w');
  const test = (status: string) => ({ ancestorTitles: ['s', 7], title: 't', status, failureMessages: ['a', 'b', 7] });
  it.each([
    ...['passed', 'focused'].map((status) => [status, 'passed']),
    ...['pending', 'skipped', 'todo', 'disabled'].map((status) => [status, 'skipped']),
    ...['failed', 'of tomorrow'].map((status) => [status, 'failed']),
  ])('%s is %s', (status = '', expected = '') => {
    expect(read({ name: '/w/a.js', status: 'passed', assertionResults: [test(status)] })).toEqual([
      { file: 'a.js', path: ['s', 't'], status: expected, text: 'a\nb' },
    ]);
  });
  it('a file that failed by none of its tests stands for itself', () => {
    const whole = { file: 'a.js', path: [], status: 'failed', text: 'no' };
    expect(read({ name: '/w/a.js', status: 'failed', message: 'no' })).toEqual([whole]);
    expect(
      read({ name: '/w/a.js', status: 'failed', message: 'no', assertionResults: [test('passed')] }),
    ).toMatchObject([{}, whole]);
    expect(read({ name: '/w/a.js', status: 'failed', message: 'no', assertionResults: [test('failed')] })).toHaveLength(
      1,
    );
    expect(read({ name: '/w/a.js', status: 'passed', assertionResults: [7] })).toEqual([]);
    expect(read({ name: 7, status: 'failed' })).toEqual([{ file: '', path: [], status: 'failed', text: '' }]);
    expect(readJestJson('{"testResults":{}}', '/w')).toBeNull();
    expect(readJestJson('{"testResults":[7]}', '/w')).toEqual([]);
  });
});

describe('JUnit', () => {
  const read = (cases: string) => readJunit(`<testsuites>${cases}</testsuites>`, '/w');
  const one = (attributes: string, inside = '') => read(`<testcase ${attributes}>${inside}</testcase>`);

  it.each([
    ['', 'passed', ''],
    ['<skipped/>', 'skipped', ''],
    ['<skipped message="x">y</skipped>', 'skipped', ''],
    ['<failure>no</failure>', 'failed', 'no'],
    ['<failure message="a&#10;b">no &amp; no</failure>', 'failed', 'a b\nno & no'],
    ['<error message="a"/>', 'failed', 'a'],
    ['<failure/>', 'failed', ''],
    ['<failure>a</failure><error>b</error><skipped/>', 'failed', 'a\nb'],
    [
      '<failure>&lt;&gt;&quot;&apos;&LT;&#65;&#x42;&#x110000;&#1114112;&none;</failure>',
      'failed',
      '<>"\'<AB&#x110000;&#1114112;&none;',
    ],
  ])('%j is %s', (inside, status, text) => {
    expect(one('name="a" file="/w/a.js"', inside)).toMatchObject([{ file: 'a.js', status, text }]);
  });

  it.each([
    ['name="test_a" classname="tests.test_x" file="tests/test_x.py"', ['test_a']],
    ['name="test_a" classname="tests.test_x.TestA.TestB" file="tests/test_x.py"', ['TestA', 'TestB', 'test_a']],
    ['name="test_a" classname="other.Class" file="tests/test_x.py"', ['test_a']],
    ['name="tests.test_x" classname="" file="tests/test_x.py"', []],
    ['name="tests.test_x" classname="x" file="tests/test_x.py"', ['tests.test_x']],
    ['name="other" classname="" file="tests/test_x.py"', ['other']],
    ['name="a.js" file="src/a.js"', []],
    ['name="src/a.js" file="src/a.js"', []],
    ['name="b.js" file="src/ab.js"', ['b.js']],
    ['name="a&#10;b" file="src/a.js"', ['a b']],
    ['name=""', ['']],
  ])('a case with %s has the path %j', (attributes, path) => {
    expect(one(attributes)?.map((each) => each.path)).toEqual([path]);
  });

  it('suites inside a suite are part of the name', () => {
    const text =
      '<testsuite name="top"><testcase name="x"/><testsuite name="in"><testcase name="a.js" file="a.js"/></testsuite></testsuite>';
    expect(read(text)?.map(({ path }) => path)).toEqual([
      ['top', 'x'],
      ['top', 'in', 'a.js'],
    ]);
    expect(readJunit(text, '/w')?.map(({ path }) => path)).toEqual([['x'], ['in', 'a.js']]);
  });

  it.each([
    '<testsuites/>',
    '<testsuites x="1"/>\n',
    '<testsuite/>',
    '<testsuite></testsuite>',
    '<testsuites></testsuites>\n<!-- x -->\n',
  ])('%j is a report without tests', (text) => expect(readJunit(text, '/w')).toEqual([]));
  it.each(['', 'x', '<testsuites>', '<testsuites></testsuites> x', '<testsuites/> x', '</testsuites>x'])(
    '%j is none',
    (text) => {
      expect(readJunit(text, '/w')).toBeNull();
    },
  );
});

describe('places', () => {
  it.each<[string, string, number, string]>([
    ['src/a.ts(12,5): error TS1: no', 'src/a.ts', 12, 'error TS1: no'],
    ['src/a.ts(3): no', 'src/a.ts', 3, 'no'],
    ['/w/src/a.py:7:11: F401', 'src/a.py', 7, 'F401'],
    ['a.go:12: no', 'a.go', 12, 'no'],
    ['a.go:12 no', 'a.go', 12, 'no'],
    ['  --> src/main.rs:4:9 ', 'src/main.rs', 4, 'named here'],
    ['error: a/b.js:1:2 x', 'a/b.js', 1, 'x'],
    ['error a/b.js:1:2 x', 'a/b.js', 1, 'x'],
    ['error[E0308]: a.rs:1:2 x', 'a.rs', 1, 'x'],
    ['error[E0308] --> a.rs:1:2 x   y', 'a.rs', 1, 'x y'],
    ['./a+b@c-d.e.ts:9: x', 'a+b@c-d.e.ts', 9, 'x'],
    ['C\\a.ts:9: x', 'C/a.ts', 9, 'x'],
  ])('%j names %s:%s', (line, file, at, what) => {
    expect(locate('lint', `x\n${line}\n`, '/w')).toEqual([{ gate: 'lint', what, file, line: at, weight: 'fail' }]);
  });
  it.each([
    'at line 3: x',
    'src/a.ts: x',
    'src/a:3: x',
    'see src/a.ts:3: x',
    'src/a.ts:x: y',
    'src/a.ts:3:x',
    'https://a.b:80/ x',
  ])('%j names none', (line) => expect(locate('lint', line, '/w')).toEqual([]));
  it('the first fifty are told, and so many letters of each', () => {
    const found = locate(
      'lint',
      Array.from({ length: 60 }, (_, at) => `a.ts:${at}: ${'x'.repeat(400)}`).join('\n'),
      '/w',
    );
    expect(found).toHaveLength(50);
    expect([found[49]?.line, found[0]?.what.length]).toEqual([49, 300]);
  });

  it('a failing test is told by its first words and the line of its own file', () => {
    const told = (file: string, text: string) =>
      locateTests('test', [{ file, path: ['t'], status: 'failed', text }])[0];
    expect(told('a.js', '\n  No.  Never.\nat b.js:3\nat /w/a.js:12:5')).toMatchObject({
      what: 'a.js > t: No. Never.',
      file: 'a.js',
      line: 12,
    });
    expect(told('a.js', '')).toMatchObject({ what: 'a.js > t: failed', line: null });
    expect(told('a.js', 'a.js:x 12')).toMatchObject({ line: null });
    expect(told('a.js', 'a.js:1234567')).toMatchObject({ line: 1_234_567 });
    expect(told('a.js', 'a.js:5')).toMatchObject({ line: 5 });
    expect(told('', 'x :12')).toMatchObject({ what: 't: x :12', file: null, line: null });
    const many = Array.from({ length: 60 }, () => ({ file: 'a', path: ['t'], status: 'failed', text: '' }) as const);
    expect(locateTests('test', many)).toHaveLength(50);
  });
});

describe('a path', () => {
  it.each([
    ['/w', '/w/a.js', 'a.js'],
    ['/w/', '/w/a/b.js', 'a/b.js'],
    ['/w', 'file:///w/a.js', 'a.js'],
    ['/w', '/private/w/a.js', 'a.js'],
    ['/w', './a.js', 'a.js'],
    ['/w', 'a\\b.js', 'a/b.js'],
    ['/w', '/x/a.js', '/x/a.js'],
    ['/w', 'a/./b.js', 'a/./b.js'],
    ['/w', 'x/file://y', 'x/file://y'],
    ['', '/w/a.js', '/w/a.js'],
    [undefined, './a.js', 'a.js'],
  ])('seen from %s %s is %s', (folder, path, seen) => expect(within(folder, path)).toBe(seen));

  it('of several outcomes the worst is told, and ids are in order', () => {
    const of = (name: string, status: 'passed' | 'failed' | 'skipped') => ({
      file: '',
      path: ['s', name],
      status,
      text: '',
    });
    const found = gather([
      of('b', 'skipped'),
      of('b', 'passed'),
      of('a', 'passed'),
      of('a', 'skipped'),
      of('c', 'skipped'),
      of('d', 'failed'),
    ]);
    expect(found.ids).toEqual({ passed: ['s > a', 's > b'], failed: ['s > d'], skipped: ['s > c'] });
    expect(found.counts).toEqual({ passed: 2, failed: 1, skipped: 3, total: 6 });
    expect(found.failures).toHaveLength(1);
  });
});
