// One row for each form that runners and tools print: whichever part of a reader is taken out, a row is read otherwise.
import { describe, expect, it } from 'vitest';
import { runnerOf } from '../runners/runners.ts';
import { readCargoReport } from './cargo-report.ts';
import { readCaseLines } from './case-lines.ts';
import { readClassXml } from './class-xml.ts';
import { readGoReport } from './go-report.ts';
import { readJestJson } from './jest-json.ts';
import { readJunit } from './junit.ts';
import { locate, locateTests } from './locate.ts';
import { printedIn } from './printed-in.ts';
import { gather, pathsAt, within } from './results.ts';
import { readRspecJson } from './rspec-json.ts';
import { sumUp } from './summary.ts';
import { readTap } from './tap.ts';
import { readTrx } from './trx.ts';

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
    ['pytest', '9 failed in 1s\n1 passed in 1s', '1 9 0'],
    ['pytest', '== 2 passed in 0.01s ==\n..\n== 3 passed, 1 skipped in 0.2s (0:00:01) ==', '5 0 1'],
    ['pytest', '1 failed by itself\n2 passed in 1s', '2 0 0'],
    ['pytest', 'x 1 passed\n1 passedly', null],
    ['pytest', 'no tests ran in 0.1s', '0 0 0'],
    ['pytest', 'here no tests ran', null],
    ['mocha', '  3 passing (12ms)\n  1 pending\n  2 failing', '3 2 1'],
    ['mocha', '  0 passing (1ms)', '0 0 0'],
    ['mocha', 'x 3 passing\n      3 passing', null],
    [
      'cargo test',
      'test result: ok. 2 passed; 1 failed; 3 ignored;\ntest result: ok. 1 passed; 0 failed; 0 ignored;',
      '3 1 3',
    ],
    ['rspec', '5 examples, 1 failure, 2 pending', '2 1 2'],
    ['rspec', '0 examples, 0 failures, 1 error occurred outside of examples', '0 1 0'],
    ['rspec', '1 example, 0 failures', '1 0 0'],
    ['phpunit', 'OK (5 tests, 4 assertions)', '5 0 0'],
    ['phpunit', 'Tests: 5, Assertions: 4, Errors: 1, Failures: 1, Skipped: 1, Incomplete: 1.', '1 2 2'],
    ['phpunit', 'No tests executed!', '0 0 0'],
    [
      'maven',
      '[ERROR] Tests run: 3, Failures: 1, Errors: 1, Skipped: 1\n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0',
      '2 2 1',
    ],
    ['maven', '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s', null],
    ['gradle', '3 tests completed, 1 failed, 1 skipped', '1 1 1'],
    ['gradle', 'BUILD SUCCESSFUL', null],
    ['dotnet test', 'Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 5 ms', '3 0 1'],
    ['go test', 'ok  \texample.com/m\t0.01s\nFAIL\texample.com/a [build failed]\nFAIL', '1 1 0'],
    ['go test', 'ok  \ta\t0.01s [no tests to run]\n?   \tb\t[no test files]', null],
    ['unittest', 'Ran 7 tests in 0.002s\n\nOK', '7 0 0'],
    ['unittest', 'Ran 1 test in 0.002s\n\nOK (skipped=1)', '0 0 1'],
    ['unittest', 'Ran 9 tests in 1s\n\nFAILED (failures=1, errors=1, skipped=2, expected failures=1)', '4 2 3'],
    ['unittest', 'Ran 3 tests in 1s\nFAILED (failures=2, errors=2, unexpected successes=1)', '0 5 0'],
    ['unittest', 'Ran 0 tests in 0s\n\nNO TESTS RAN', '0 0 0'],
    ['unittest', 'Ran 2 tests in 0s\n\nOK\nRan 3 tests in 0s\n\nOK', '5 0 0'],
    ['unittest', 'Ran 2 tests in 0s\n\nFAILED (failures=1)\nRan 3 tests in 0s\n\nOK (skipped=1)', '3 1 1'],
    ['unittest', 'Ran 2 tests in 0s\nRan 3 tests in 0s\n\nOK', null],
    ['unittest', 'x Ran 2 tests in 0s\nOK', null],
    ['unittest', 'Ran 2 tests in 0s\nAll OK', null],
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
    expect(
      pathsAt([
        { depth: 1, name: 'a' },
        { depth: 1, name: 'b' },
      ]),
    ).toEqual([['a'], ['b']]);
  });

  it('of 40,000 tests in one suite each is told under it, and as many suites in one another make no longer names', () => {
    const points = Array.from({ length: 40_000 }, (_, at) => ({ depth: 1, name: `${at}` }));
    const paths = pathsAt([...points, { depth: 0, name: 'all' }]);
    expect([paths[0], paths[39_999], paths[40_000]]).toEqual([['all', '0'], ['all', '39999'], ['all']]);
    const deep = pathsAt(points.map(({ name }, at) => ({ depth: 40_000 - at, name })));
    expect(Math.max(...deep.map(({ length }) => length))).toBe(100);
  });
});

describe('lines of our own plugins', () => {
  const end = '{"end":true}';
  const line = (more: object) => JSON.stringify({ file: '/w/a.py', path: ['A', 'b\nc'], status: 'passed', ...more });
  it.each([
    ['passed', ''],
    ['failed', 'why'],
    ['skipped', ''],
  ])('%s', (status, text) => {
    const read = readCaseLines(`${line({ status, text: 'why' })}\n${end}\n`, '/w');
    expect(read).toEqual([{ file: 'a.py', path: ['A', 'b c'], status, text }]);
  });
  it('none are none', () => expect(readCaseLines(`${end}\n`, '/w')).toEqual([]));
  it.each([
    ['empty', ''],
    ['cut short', line({})],
    ['cut in a line', `${line({}).slice(0, 20)}\n${end}`],
    ['told twice', `${line({})}\n${end}\n${line({})}\n${end}`],
    ['told after its end', `${end}\n${line({})}`],
    ['a status of tomorrow', `${line({ status: 'great' })}\n${end}`],
    ['a path of numbers', `${line({ path: [7] })}\n${end}`],
    ['a path of text', `${line({ path: 'A' })}\n${end}`],
    ['no file', `${line({ file: null })}\n${end}`],
    ['a list', `[]\n${end}`],
    ['an empty line', `${line({})}\n\n${end}`],
  ])('%s is no report', (_, text) => expect(readCaseLines(text, '/w')).toBeNull());
});

describe('what a binary of go says', () => {
  const head = 'folder /w/a\na_test.go:func TestA\na_test.go:func TestB\noutput\n';
  const read = (...lines: readonly string[]) => readGoReport(`${head}${lines.join('\n')}\n`, '/w');
  const run = (name: string, end: string) => [`=== RUN   ${name}`, `--- ${end}: ${name} (0.01s)`];
  const told = (cases: ReturnType<typeof read>) =>
    cases?.map(({ file, path, status }) => [file, ...path, status].join(' '));
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'each of them',
      [...run('TestA', 'PASS'), ...run('TestB', 'SKIP'), 'PASS', 'ended 0'],
      ['a/a_test.go TestA passed', 'a/a_test.go TestB skipped'],
    ],
    ['parts', [...run('TestA/x_y', 'FAIL'), 'FAIL', 'ended 1'], ['a/a_test.go TestA x_y failed']],
    [
      'framed',
      ['\u0016=== RUN   TestA', 'x\u0016--- PASS: TestA (0.01s)', '\u0016PASS', 'ended 0'],
      ['a/a_test.go TestA passed'],
    ],
    ['one that was not heard of again', ['=== RUN   TestA', 'panic: x', 'ended 2'], ['a/a_test.go TestA failed']],
    [
      'two words about one',
      [...run('TestA', 'PASS'), '--- FAIL: TestA (0.00s)', 'ended 1'],
      ['a/a_test.go TestA failed'],
    ],
    [
      'two words the other way',
      [...run('TestA', 'SKIP'), '--- PASS: TestA (0.00s)', 'PASS', 'ended 0'],
      ['a/a_test.go TestA failed'],
    ],
    ['one that nobody began', ['--- PASS: TestB (0.00s)', 'PASS', 'ended 0'], []],
    ['one that is nowhere defined', [...run('TestC', 'PASS'), 'PASS', 'ended 0'], ['a/ TestC passed']],
    ['no tests', ['testing: warning: no tests to run', 'PASS', 'ended 0'], []],
  ])('%s', (_, lines, expected) => expect(told(read(...lines))).toEqual(expected));
  it.each<[string, readonly string[]]>([
    ['cut short', run('TestA', 'PASS')],
    ['ended with 0 in the middle', ['=== RUN   TestA', 'ended 0']],
    ['written to after its end', [...run('TestA', 'PASS'), 'PASS', 'ended 0', 'more']],
  ])('%s is no report', (_, lines) => expect(read(...lines)).toBeNull());
  it.each(['', 'ended 0', 'output\nended 0', 'folder /w\nended 0'])('%j is no report', (text) =>
    expect(readGoReport(text, '/w')).toBeNull(),
  );
});

describe('what a binary of cargo says', () => {
  const made = 'folder /w\nmade tests/a.rs tests/common/mod.rs\n';
  const told = (text: string) =>
    readCargoReport(text, '/w')?.map(({ file, path, status }) => [file, ...path, status].join(' ')) ?? null;
  const log = (...lines: readonly string[]) => `${made}log\n${lines.join('\n')}\n`;
  it.each<[string, string, readonly string[] | null]>([
    [
      'each of them',
      `${log('ok good', 'failed common::bad', 'ignored: why not sub::later', 'failed: did not contain', '  what: `x`, y')}output\nrunning 4 tests\nended 101\n`,
      [
        'tests/a.rs good passed',
        'tests/common/mod.rs bad failed',
        'tests/a.rs sub later skipped',
        'tests/a.rs y failed',
      ],
    ],
    ['no tests', `${made}log\noutput\nrunning 0 tests\nended 0\n`, []],
    ['a harness of its own', `${made}output\nall fine\nended 0\n`, ['tests/a.rs passed']],
    ['a harness of its own that fails', `${made}output\nno\nended 1\n`, ['tests/a.rs failed']],
    ['an end with 0 in the middle', `${log('ok good')}output\nrunning 2 tests\nended 0\n`, null],
    ['another word', `${log('fine good')}output\nended 0\n`, null],
    ['cut short', `${log('ok good')}output\nrunning 1 test\n`, null],
    ['more behind its end', `${log('ok good')}output\nended 0\nok more\n`, null],
    ['nothing', '', null],
  ])('%s', (_, text, expected) => expect(told(text)).toEqual(expected));
  it('blanks in names of files', () => {
    expect(told('folder /w\nmade tests/a\\ b.rs\nlog\nok x\noutput\nended 0')).toEqual(['tests/a b.rs x passed']);
  });
});

describe('JSON of rspec', () => {
  const example = {
    description: 'adds',
    full_description: 'Sum deep adds',
    file_path: './spec/a_spec.rb',
    line_number: 3,
  };
  const read = (root: object) => readRspecJson(JSON.stringify({ examples: [], summary: {}, ...root }), '/w');
  it.each([
    ['passed', 'passed'],
    ['pending', 'skipped'],
    ['failed', 'failed'],
    ['of tomorrow', 'failed'],
    ['toString', 'failed'],
  ])('%s is %s', (status, expected) => {
    expect(read({ examples: [{ ...example, status }] })).toMatchObject([
      { file: 'spec/a_spec.rb', path: ['Sum deep', 'adds'], status: expected },
    ]);
  });
  it('what fails outside of examples is told, by its file where that is named', () => {
    const messages = ['An error occurred while loading ./spec/b_spec.rb.\nx', 7];
    const read2 = read({ messages, summary: { errors_outside_of_examples_count: 2 } });
    expect(read2?.map(({ file, path }) => [file, ...path])).toEqual([['spec/b_spec.rb'], ['', 'outside of examples']]);
  });
  it.each([{ examples: 7 }, { examples: [7] }, { examples: [{}] }, { summary: null }])('%j is none', (root) =>
    expect(read(root)).toBeNull(),
  );
  it('cut short it is none', () => expect(readRspecJson('{"examples":[],"summ', '/w')).toBeNull());
});

describe('XML that names classes', () => {
  const sources = ['core/src/test/java/acme/AddTest.java', 'src/test/kotlin/acme/MoreTest.kt'];
  const read = (cases: string) => readClassXml(`<testsuite name="x">${cases}</testsuite>`, '/w', sources);
  it.each([
    [
      'of surefire',
      'name="adds" classname="acme.AddTest(r4nd0m)"',
      'core/src/test/java/acme/AddTest.java',
      ['AddTest', 'adds'],
    ],
    [
      'of gradle',
      'name="adds()" classname="acme.MoreTest"',
      'src/test/kotlin/acme/MoreTest.kt',
      ['MoreTest', 'adds()'],
    ],
    [
      'inside of another',
      'name="in" classname="acme.AddTest$Inner"',
      'core/src/test/java/acme/AddTest.java',
      ['AddTest', 'Inner', 'in'],
    ],
    ['of another package', 'name="a" classname="other.AddTest"', '', ['other.AddTest', 'a']],
    [
      'of phpunit',
      String.raw`name="testA" classname="Acme\Tests\ATest" file="/w/tests/ATest.php"`,
      'tests/ATest.php',
      ['ATest', 'testA'],
    ],
  ])('%s', (_, attributes, file, path) => {
    expect(read(`<testcase ${attributes}/>`)).toEqual([{ file, path, status: 'passed', text: '' }]);
  });
  it('as surefire and gradle write them: cases of one test, one that is skipped, errors, and a class that could not begin', () => {
    const like = 'classname="acme.AddTest" time="0.012"';
    const told = read(
      [
        `<testcase name="adds(int, int)[1]" ${like}/>`,
        `<testcase name="adds(int, int)[2]" ${like}><error message="/ by zero" type="java.lang.ArithmeticException">x</error><system-out><![CDATA[</testcase>]]></system-out></testcase>`,
        `<testcase name="[3] 1, 2" ${like}><failure message="no" type="x"/></testcase>`,
        `<testcase name="later" ${like}><skipped message="not yet"/></testcase>`,
        `<testcase name="" ${like}><error type="java.lang.ExceptionInInitializerError">x</error></testcase>`,
      ].join('\n'),
    );
    expect(told?.map(({ path, status }) => [status, ...path])).toEqual([
      ['passed', 'AddTest', 'adds(int, int)[1]'],
      ['failed', 'AddTest', 'adds(int, int)[2]'],
      ['failed', 'AddTest', '[3] 1, 2'],
      ['skipped', 'AddTest', 'later'],
      ['failed', 'AddTest'],
    ]);
    expect(new Set(told?.map(({ file }) => file))).toEqual(new Set(['core/src/test/java/acme/AddTest.java']));
  });
  it('the line of a failure is that of the test', () => {
    const failure = '<failure message="no" type="x"><![CDATA[x\n\tat acme.AddTest.adds(AddTest.java:6)]]></failure>';
    expect(read(`<testcase name="adds" classname="acme.AddTest">${failure}</testcase>`)?.[0]?.text).toContain(
      '(core/src/test/java/acme/AddTest.java:6)',
    );
  });
  it('cut short it is none', () => expect(readClassXml('<testsuite><testcase name="a"/>', '/w', [])).toBeNull());
});

describe('trx', () => {
  const unit = '<UnitTest name="n" id="1"><TestMethod className="Acme.AddTests" name="Adds" /></UnitTest>';
  const trx = (result: string, definitions = unit) =>
    `\uFEFF<?xml version="1.0"?><TestRun id="r"><Results>${result}</Results><TestDefinitions>${definitions}</TestDefinitions></TestRun>\n`;
  const one = (outcome: string, inside = '') =>
    `<UnitTestResult testId="1" testName="Acme.AddTests.Adds(a: &quot;1&quot;)" outcome="${outcome}">${inside}</UnitTestResult>`;
  it.each([
    ['Passed', 'passed'],
    ['NotExecuted', 'skipped'],
    ['Failed', 'failed'],
    ['Timeout', 'failed'],
    ['Aborted', 'failed'],
  ])('%s is %s', (outcome, status) => {
    expect(readTrx(trx(one(outcome)), '/w', ['tests/AddTests.cs'])).toMatchObject([
      { file: 'tests/AddTests.cs', path: ['AddTests', 'Adds(a: "1")'], status },
    ]);
  });
  it('a failure has its words and its line; without a file of its name that of the trace', () => {
    const error =
      '<Output><ErrorInfo><Message>no &lt;way&gt;</Message><StackTrace>   at Acme.AddTests.Adds() in /w/tests/Sums.cs:line 12</StackTrace></ErrorInfo></Output>';
    expect(readTrx(trx(one('Failed', error)), '/w', [])).toEqual([
      {
        ...{ file: 'tests/Sums.cs', path: ['AddTests', 'Adds(a: "1")'], status: 'failed' },
        text: 'no <way>\nat Acme.AddTests.Adds() in /w/tests/Sums.cs:12',
      },
    ]);
  });
  it.each(['Passed', 'Failed'])('a class in another stands in the file of the other: %s', (outcome) => {
    const inner = unit.replace('Acme.AddTests', 'Acme.AddTests+Twice+Deep, Tests');
    const trace =
      '<Output><ErrorInfo><StackTrace>   at Acme.AddTests.Twice.Deep.Adds() in /w/tests/AddTests.cs:line 12</StackTrace></ErrorInfo></Output>';
    const result = one(outcome, outcome === 'Failed' ? trace : '').replace(
      'Acme.AddTests.Adds',
      'Acme.AddTests+Twice+Deep.Adds',
    );
    expect(readTrx(trx(result, inner), '/w', ['tests/AddTests.cs'])).toMatchObject([
      { file: 'tests/AddTests.cs', path: ['AddTests', 'Twice', 'Deep', 'Adds(a: "1")'] },
    ]);
  });
  it('of cases of one test each has its own id, and one that is skipped is no pass', () => {
    const cases = ['1', '2'].map((a, at) => one(at === 0 ? 'Passed' : 'NotExecuted').replace('&quot;1&quot;', a));
    expect(readTrx(trx(cases.join('')), '/w', ['tests/AddTests.cs'])).toMatchObject([
      { path: ['AddTests', 'Adds(a: 1)'], status: 'passed' },
      { path: ['AddTests', 'Adds(a: 2)'], status: 'skipped' },
    ]);
  });
  it('a result without its definition, none at all', () => {
    expect(readTrx(trx(one('Passed'), ''), '/w', [])).toMatchObject([{ file: '', status: 'passed' }]);
    expect(readTrx(trx(''), '/w', [])).toEqual([]);
  });
  it.each(['', '<TestRun>', '</TestRun>', '{"a":"</TestRun>', '<TestRun><Results></TestRun>x'])('%j is none', (text) =>
    expect(readTrx(text, '/w', [])).toBeNull(),
  );
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
    ['name="test_a" classname="my.pytests.test_x.TestA" file="my.pytests/test_x.py"', ['TestA', 'test_a']],
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
    ['src/a.ts(12,25): no', 'src/a.ts', 12, 'no'],
    ['src/a.ts(3): no\r', 'src/a.ts', 3, 'no'],
    ['/w/src/a.py:7:11: F401', 'src/a.py', 7, 'F401'],
    ['a.go:12: no', 'a.go', 12, 'no'],
    ['a.go:12 no', 'a.go', 12, 'no'],
    ['src/main.rs:4:9', 'src/main.rs', 4, 'named here'],
    ['  --> src/main.rs:4:9', 'src/main.rs', 4, 'x'],
    ['  --> src/main.rs:4:9 ', 'src/main.rs', 4, 'x'],
    ['src/a.js\n  3:5   error    no use  no-unused-vars', 'src/a.js', 3, 'error no use no-unused-vars'],
    ['/w/src/a.js\n  13:15  warning  no', 'src/a.js', 13, 'warning no'],
    ['error -->   a.rs:1:2   x', 'a.rs', 1, 'x'],
    ['error: a/b.js:1:2 x', 'a/b.js', 1, 'x'],
    ['error a/b.js:1:2 x', 'a/b.js', 1, 'x'],
    ['error[E0308]: a.rs:1:2 x', 'a.rs', 1, 'x'],
    ['error[E0308] --> a.rs:1:2 x   y', 'a.rs', 1, 'x y'],
    ['./a+b@c-d.e.ts:9: x', 'a+b@c-d.e.ts', 9, 'x'],
    ['C\\a.ts:9: x', 'C/a.ts', 9, 'x'],
  ])('%j names %s:%s', (line, file, at, what) => {
    expect(locate('lint', printedIn('', `x\n${line}\n`), '/w')).toEqual([
      { gate: 'lint', what, file, line: at, weight: 'fail' },
    ]);
  });
  it.each([
    'at line 3: x',
    'src/a.ts: x',
    'src/a:3: x',
    'see src/a.ts:3: x',
    'src/a.ts:x: y',
    'src/a.ts:3:x',
    'https://a.b:80/ x',
    'src/a.js',
    '  3:5  error  no',
    'src/a.js\n\n  3:5  error  no',
    'src/a.js\n  3:5  no',
  ])('%j names none', (line) => expect(locate('lint', printedIn('', line), '/w')).toEqual([]));
  it('what is printed in a folder is named from the top, and so is what follows the name of another', () => {
    const output = '# in a\nx.rs:1:1: no\n/w/b/y.rs:2: no\n# in c/d\n --> z.rs:3:1\n';
    const files = (at: string) => locate('lint', printedIn(at, `u.rs:9: no\n${output}`), '/w').map(({ file }) => file);
    expect(files('')).toEqual(['u.rs', 'a/x.rs', 'b/y.rs', 'c/d/z.rs']);
    expect(files('top')).toEqual(['top/u.rs', 'top/a/x.rs', 'b/y.rs', 'top/c/d/z.rs']);
  });
  it('the first fifty are told, and so many letters of each', () => {
    const found = locate(
      'lint',
      printedIn('', Array.from({ length: 60 }, (_, at) => `a.ts:${at}: ${'x'.repeat(400)}`).join('\n')),
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
