import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBase } from '../../domain/evidence/compare-base.ts';
import { judgeTests } from '../../domain/evidence/judge-tests.ts';
import type { Ending } from '../../domain/run/ending.ts';
import type { GateDefinition } from '../../ports/gates.ts';
import { nodeTest } from '../runners/node-test.ts';
import { program } from '../runners/program.ts';
import { runnerOf, runners } from '../runners/runners.ts';
import { readJestJson } from './jest-json.ts';
import { readJunit } from './junit.ts';
import { locate } from './locate.ts';
import { printedIn } from './printed-in.ts';
import { readGate } from './read.ts';
import { gather } from './results.ts';
import { readTap } from './tap.ts';

const definition = (runner: string | null, gate = 'test'): GateDefinition => ({
  gate,
  source: 'base',
  argv: ['x'],
  runner,
  reach: { flags: 'arguments', files: 'append' },
  deadlineMs: 1000,
  absent: null,
});

const readSummary = (runner: string, text: string) => runnerOf({ runner })?.printed.counts(text);

const exited = (code: number): Ending => ({ kind: 'exited', code });
const reading = (
  runner: string | null,
  ending: Ending,
  output: { stdout?: string; stderr?: string; report?: string | null },
) => {
  const made = definition(runner);
  return readGate(made, program(made, '/work', '/scratch', null), ending, {
    stdout: '',
    stderr: '',
    report: null,
    ...output,
  });
};

describe('a report that is not whole', () => {
  it.each([
    ['node:test', '# pass 3\n# fail 0', '{"passed":true,"name":"a","depth":0}\n'],
    ['node:test', 'ok 1 - a\n1..1\n# pass 1', ''],
    ['pytest', '3 passed in 0.1s', '<testsuites><testsuite><testcase name="a"/>'],
    ['jest', 'Tests:       3 passed, 3 total', '{"testResults":[{"name":"a"'],
    ['vitest', '      Tests  3 passed (3)', 'not json'],
  ])('of %s: %j that is printed does not count', (runner, stdout, report) => {
    const why = 'ended with 0 but its report of its tests is not whole, or no report at all';
    expect(reading(runner, exited(0), { stdout, report })).toMatchObject({
      verdict: 'failed',
      why,
      ids: null,
      counts: null,
    });
  });

  it.each(['"passed":true', '"passed":false', '"skipped":true'])(
    'names that are too long to be kept are said to have been there: %s',
    (outcome) => {
      const one = (name: string) => `{${outcome},"name":"${name}","depth":0,"file":"/work/a.test.js"}`;
      const report = `${Array.from({ length: 50 }, (_, at) => one(`${at}${'x'.repeat(100_000)}`)).join('\n')}\n{"end":true}\n`;
      expect(reading('node:test', exited(0), { report })).toMatchObject({ ids: null, unnamed: true });
    },
  );
});

it.each([
  ['sub', './spec/a_spec.rb', 'sub/spec/a_spec.rb'],
  ['', './spec/a_spec.rb', 'spec/a_spec.rb'],
  ['sub', '/elsewhere/a_spec.rb', '/elsewhere/a_spec.rb'],
])('started in %j, what a runner names %s from there is %s', (at, path, wanted) => {
  const example = { description: 'adds', full_description: 'adds', file_path: path, status: 'passed' };
  const report = JSON.stringify({ examples: [example], summary: {} });
  const made = { ...definition('rspec'), at };
  const output = { stdout: '', stderr: '', report };
  expect(readGate(made, program(made, '/work', '/scratch', null), exited(0), output).ids?.passed).toEqual([
    `${wanted} > adds`,
  ]);
});

describe('counts', () => {
  it('CM-70 "9 passed, 1 failed" is 10, 9, 1; errors count in the total', () => {
    expect(readSummary('pytest', '9 passed, 1 failed')).toEqual({ passed: 9, failed: 1, skipped: 0, total: 10 });
    expect(readSummary('pytest', '==== 1 failed, 9 passed, 1 error in 0.1s ====')).toEqual({
      passed: 9,
      failed: 2,
      skipped: 0,
      total: 11,
    });
    expect(
      readSummary('pytest', '3 failed tests below\n2 passed, 1 skipped, 1 xfailed, 4 warnings in 0.02s'),
    ).toMatchObject({ passed: 2, skipped: 2, total: 4 });
    expect(readSummary('pytest', '=== no tests ran in 0.00s ===')).toMatchObject({ total: 0 });
  });

  it('summaries of the other runners', () => {
    expect(
      readSummary('jest', 'Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 9 passed, 10 total'),
    ).toMatchObject({ failed: 1, total: 10 });
    expect(readSummary('jest', 'Test Suites: 1 failed, 1 total\nTests:       0 total')).toMatchObject({
      failed: 1,
      total: 1,
    });
    expect(readSummary('vitest', ' Test Files  1 failed (1)\n      Tests  no tests')).toMatchObject({ failed: 1 });
    expect(readSummary('node:test', '# tests 3\n# pass 1\n# fail 1\n# cancelled 1\n# skipped 0\n# todo 0')).toEqual({
      passed: 1,
      failed: 2,
      skipped: 0,
      total: 3,
    });
    expect(readSummary('node:test', 'nothing')).toBeNull();
  });

  it('exit code and counts must agree', () => {
    const summary = (text: string) => ({ stdout: text, report: null });
    expect(reading('pytest', exited(0), summary('9 passed, 1 failed in 1s'))).toMatchObject({
      verdict: 'failed',
      why: '1 of 10 tests failed although the command ended with 0',
    });
    expect(reading('pytest', exited(3), summary('9 passed in 1s'))).toMatchObject({
      verdict: 'failed',
      why: 'ended with 3 although none of 9 tests failed',
    });
    expect(reading('pytest', exited(0), summary('9 passed in 1s'))).toMatchObject({
      verdict: 'passed',
      counts: { total: 9 },
    });
    expect(reading('pytest', exited(0), summary('2 skipped in 1s'))).toMatchObject({
      verdict: 'failed',
      why: 'no test was run: 2 skipped',
    });
    expect(reading('pytest', exited(0), summary(''))).toMatchObject({
      verdict: 'failed',
      why: 'ended with 0 but wrote no report of its tests',
    });
    expect(reading(null, exited(0), {})).toMatchObject({
      ...{ verdict: 'passed', counts: null },
      why: 'ended with 0; by its exit code alone, which is weaker: which tests ran is not known',
    });
    expect(reading(null, exited(1), {})).toMatchObject({ verdict: 'failed', why: 'ended with 1' });
  });
});

describe('a target that make does not run', () => {
  it.each([
    ["make: 'test' is up to date.\n"],
    [
      "make[1]: Entering directory '/work'\nmake[1]: Nothing to be done for 'test'.\nmake[1]: Leaving directory '/work'\n",
    ],
    ["gmake: `test' is up to date.\n"],
  ])('WT-03 %j has no say: it is no pass', (stdout) => {
    expect(reading(null, exited(0), { stdout })).toMatchObject({
      verdict: 'not_configured',
      why: expect.stringContaining('ran nothing'),
    });
  });

  it('is a pass where it says more, or builds, and a failure where it fails', () => {
    const idle = "make: 'test' is up to date.\n";
    expect(reading(null, exited(0), { stdout: `${idle}ok 3 tests\n` })).toMatchObject({ verdict: 'passed' });
    expect(reading(null, exited(2), { stdout: idle })).toMatchObject({ verdict: 'failed' });
    const build = definition(null, 'build');
    const output = { stdout: idle, stderr: '', report: null };
    expect(readGate(build, program(build, '/work', '/scratch', null), exited(0), output)).toMatchObject({
      verdict: 'passed',
    });
  });
});

it('a runner that only a newer version knows is no pass', () => {
  expect(() => reading('of tomorrow', exited(0), { stdout: '1 passed' })).toThrow('of tomorrow');
});

describe('endings', () => {
  it('CM-74 PC-19 a time-out is the verdict timeout with a text that says so', () => {
    expect(reading('pytest', { kind: 'timed_out', afterMs: 1500 }, { stdout: '1 passed in 1s' })).toMatchObject({
      verdict: 'timeout',
      why: expect.stringMatching(/^timeout: .*1\.5 s/),
    });
    expect(reading(null, { kind: 'stalled', quietMs: 300_000 }, {})).toMatchObject({
      verdict: 'timeout',
      why: expect.stringContaining('5 minutes'),
    });
  });

  it.each<Ending>([
    { kind: 'cancelled' },
    { kind: 'lost' },
    { kind: 'over_budget' },
    { kind: 'signalled', signal: 'SIGSEGV' },
    { kind: 'not_started', reason: 'no such program' },
  ])('$kind is failed with the reason, whatever the counts say', (ending) => {
    const found = reading('pytest', ending, { stdout: '5 passed in 1s' });
    expect(found.verdict).toBe('failed');
    expect(found.why).not.toContain('passed');
  });

  it('CM-72 PC-20 what is absent stays absent', () => {
    const absent = { ...definition(null), absent: { verdict: 'not_configured', why: 'no command' } as const };
    const found = readGate(absent, program(absent, '/w', '/s', null), exited(0), {
      stdout: '',
      stderr: '',
      report: null,
    });
    expect(found).toMatchObject({ verdict: 'not_configured', why: 'no command' });
  });

  it('the tail is the end of both outputs, clean, redacted and bounded', () => {
    const found = reading(null, exited(1), {
      stdout: `${'x\n'.repeat(9000)}\u001b[31mlast out\u001b[0m`,
      stderr: `${'y\n'.repeat(9000)}TOKEN=abc123 last err`,
    });
    expect(Buffer.byteLength(found.tail)).toBeLessThanOrEqual(8192);
    expect(found.tail).toContain('last out');
    expect(found.tail).toMatch(/TOKEN=\[redacted\] last err$/);
  });
});

// Made by hand from jest's documented format; jest itself is not installed here.
const jestReport = JSON.stringify({
  numFailedTests: 1,
  success: false,
  testResults: [
    {
      name: '/work/src/a.test.js',
      status: 'failed',
      message: '',
      assertionResults: [
        { ancestorTitles: ['outer'], title: 'ok', fullName: 'outer ok', status: 'passed', failureMessages: [] },
        {
          ancestorTitles: [],
          title: 'breaks',
          fullName: 'breaks',
          status: 'failed',
          failureMessages: ['Error: no\n    at Object.<anonymous> (/work/src/a.test.js:7:3)'],
        },
        { ancestorTitles: [], title: 'later', fullName: 'later', status: 'pending', failureMessages: [] },
        { ancestorTitles: [], title: 'some day', fullName: 'some day', status: 'todo', failureMessages: [] },
      ],
    },
    { name: '/work/src/load.test.js', status: 'failed', message: "Cannot find module './x'", assertionResults: [] },
  ],
});

describe('reports', () => {
  it('jest: counts, ids and the line that failed; a suite that did not run stands by its path', () => {
    expect(reading('jest', exited(1), { report: jestReport })).toMatchObject({
      verdict: 'failed',
      counts: { passed: 1, failed: 2, skipped: 2, total: 5 },
      ids: {
        passed: ['src/a.test.js > outer > ok'],
        failed: ['src/a.test.js > breaks', 'src/load.test.js'],
        skipped: ['src/a.test.js > later', 'src/a.test.js > some day'],
      },
      findings: [
        { gate: 'test', file: 'src/a.test.js', line: 7, weight: 'fail' },
        { file: 'src/load.test.js', line: null },
      ],
    });
  });

  it('a test with several outcomes is told once, by its worst', () => {
    const each = { file: 'a', path: ['t'], text: '' };
    expect(
      gather([
        { ...each, status: 'passed' },
        { ...each, status: 'failed' },
        { ...each, status: 'skipped' },
      ]),
    ).toMatchObject({
      counts: { total: 3 },
      ids: { passed: [], failed: ['a > t'], skipped: [] },
    });
  });

  it('a report that was cut short is no report', () => {
    expect(readJunit('<?xml version="1.0"?><testsuites><testcase name="a"/>', '/w')).toBeNull();
    expect(readJestJson(jestReport.slice(0, -5), '/work')).toBeNull();
    expect(readTap('TAP version 13\nok 1 - a\n')).toBeNull();
  });

  it('many entities and raw control characters do not stop the reader', () => {
    const cases = Array.from(
      { length: 3000 },
      (_, at) => `<testcase name="&lt;${at}&gt; \u001b[31m" file="/w/a.js"/>`,
    ).join('');
    expect(readJunit(`<testsuites>${cases}</testsuites>`, '/w')).toHaveLength(3000);
  });

  it('TAP: leaves are tests, suites and skips are told apart', () => {
    const text = [
      'TAP version 13',
      '# Subtest: outer',
      '    not ok 1 - inner \\# 1',
      '    1..1',
      'not ok 1 - outer',
      'ok 2 - later # SKIP why',
      'ok 3 - good',
      'not ok 4 - plan # TODO',
      '1..4',
    ].join('\n');
    expect(gather(readTap(text) ?? [])).toMatchObject({
      counts: { passed: 1, failed: 1, skipped: 2, total: 4 },
      ids: { failed: ['outer > inner # 1'], passed: ['good'], skipped: ['later', 'plan'] },
    });
  });

  // Recorded with the reporter of ours from one project on each version.
  it.each(['20.20', '22.23', '24.21'])('WT-04 node:test of Node %s names every test by its file', (version) => {
    const report = readFileSync(join(import.meta.dirname, 'fixtures', `node-${version}.jsonl`), 'utf8');
    const found = reading('node:test', exited(1), { report });
    expect(found).toMatchObject({ verdict: 'failed', counts: { passed: 5, failed: 6, skipped: 2, total: 13 } });
    expect(found.ids).toEqual({
      passed: [
        'test/plain.test.js',
        'test/sum.test.js > hooked > fine',
        'test/sum.test.js > outer > inner',
        'test/sum.test.js > parent > child',
        'test/sum.test.js > sums',
      ],
      failed: [
        'test/load.test.js',
        'test/sum.test.js > breaks',
        'test/sum.test.js > holds > broken child',
        'test/sum.test.js > hooked',
        'test/sum.test.js > outer > deep > breaks',
        'test/sum.test.js > parent',
      ],
      skipped: ['test/sum.test.js > later', 'test/sum.test.js > some day'],
    });
    expect(found.findings).toContainEqual(expect.objectContaining({ file: 'test/sum.test.js', line: 5 }));
    expect(nodeTest.report.read(report.slice(0, -14), '/work', [])).toBeNull();
    expect(nodeTest.report.read(`nothing\n${report}`, '/work', [])).toBeNull();
  });

  it.each([
    ['src/a.ts(3,5): error TS2322: no', 'src/a.ts', 3],
    ['/work/src/a.py:7:1: F401 unused', 'src/a.py', 7],
    ['src/b.go:12: undefined: x', 'src/b.go', 12],
    ['  --> src/main.rs:4:9', 'src/main.rs', 4],
  ])('%s names a place', (line, file, at) =>
    expect(locate('lint', printedIn('', `${line} \n`), '/work')).toMatchObject([{ file, line: at }]),
  );
});

describe('on any input at all', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          '<testsuites>',
          '<testcase name="a">',
          '</testcase>',
          '<failure>',
          '</testsuites>',
          '&#99999999;',
          'ok 1',
          '    ',
          '\n',
          '1..1',
          '{"testResults":[',
          '{}',
          ']}',
          '5 passed',
          '<!--',
          ']]>',
          '<!DOCTYPE a [<!ENTITY b "c">]>',
        ),
      )
      .map((parts) => parts.join('')),
  );
  const named = fc.constantFrom(null, ...runners.map(({ name }) => name));

  const large = (count: number, except: (at: number) => string | null, name = 'case') => {
    const cases = Array.from({ length: count }, (_, at) => [at, except(at)] as const).flatMap(([at, status]) =>
      status === null ? [] : [{ file: `/work/test/part-${at % 97}.test.ts`, title: `${name} number ${at}`, status }],
    );
    const testResults = [...Map.groupBy(cases, ({ file }) => file)].map(([file, all]) => ({
      name: file,
      status: 'passed',
      assertionResults: all.map(({ title, status }) => ({
        ...{ ancestorTitles: ['a suite'], title, fullName: title, status, failureMessages: [] },
      })),
    }));
    const bad = cases.some(({ status }) => status === 'failed');
    return reading('vitest', exited(bad ? 1 : 0), { report: JSON.stringify({ testResults }) });
  };

  it('a suite of 20,000 tests keeps every name, so that one more failure and one lost test are told by theirs', () => {
    const red = (more: number) => (at: number) => (at === 7 || at === more ? 'failed' : 'passed');
    const base = { gate: 'test', ...large(20_000, red(7)) };
    expect(base).toMatchObject({ verdict: 'failed', counts: { total: 20_000, failed: 1 } });
    expect(base.ids?.passed).toHaveLength(19_999);
    expect(compareBase(base, { gate: 'test', ...large(20_000, red(7)) })).toMatchObject({ worse: false });
    expect(compareBase(base, { gate: 'test', ...large(20_000, red(19_000)) })).toMatchObject({
      worse: true,
      fresh: ['test/part-85.test.ts > a suite > case number 19000'],
    });
    const fewer = large(20_000, (at) => (at === 12_345 ? null : 'passed'));
    expect(judgeTests(base, fewer)[0]?.what).toContain('test/part-26.test.ts > a suite > case number 12345');
  });

  it('names that are too long to be kept are never left out in silence: tests are compared by number', () => {
    const base = { gate: 'test', ...large(20_000, (at) => (at === 7 ? 'failed' : 'passed'), 'a'.repeat(300)) };
    expect(base).toMatchObject({ verdict: 'failed', counts: { total: 20_000, failed: 1 }, ids: null });
    expect(base.why).toMatch(/^1 of 20000 tests failed; the names of its tests are too long to be kept/);
    expect(compareBase(base, base)).toMatchObject({ worse: false, untold: true });
    const fewer = large(20_000, (at) => (at < 10 ? null : 'passed'), 'a'.repeat(300));
    expect(judgeTests(base, fewer)[0]?.what).toContain('fewer tests run than on the base: 19990 of 20000');
  });

  it('readers never throw, and ids and counts stay sane', () => {
    fc.assert(
      fc.property(named, fc.integer({ min: 0, max: 255 }), text, text, text, (runner, code, stdout, stderr, report) => {
        const found = reading(runner, exited(code), { stdout, stderr, report });
        const { counts } = found;
        if (counts !== null) expect(counts.passed + counts.failed + counts.skipped).toBe(counts.total);
        if (code !== 0) expect(found.verdict).toBe('failed');
      }),
    );
  });

  it('JSON of any shape is read or refused', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readJestJson(JSON.stringify({ testResults: [value], other: value }), '/w');
        readJestJson(JSON.stringify(value), '/w');
      }),
    );
  });
});

describe('one sentence says why', () => {
  const why = (ending: Ending, runner: string | null = null, stdout = '') => {
    const { verdict, why: said } = reading(runner, ending, { stdout });
    return `${verdict}: ${said}`;
  };
  it.each<[Ending, string]>([
    [exited(0), 'passed: ended with 0; by its exit code alone, which is weaker: which tests ran is not known'],
    [exited(2), 'failed: ended with 2'],
    [exited(126), 'failed: ended with 126: a program it needs was not found or cannot be started'],
    [exited(127), 'failed: ended with 127: a program it needs was not found or cannot be started'],
    [exited(128), 'failed: ended with 128'],
    [
      { kind: 'timed_out', afterMs: 119_940 },
      'timeout: timeout: did not end within 119.9 s; it and all it had started were ended',
    ],
    [{ kind: 'stalled', quietMs: 120_000 }, 'timeout: timeout: wrote nothing for 2 minutes and was ended'],
    [{ kind: 'signalled', signal: 'SIGSEGV' }, 'failed: ended by SIGSEGV'],
    [{ kind: 'over_budget' }, 'failed: wrote more output than it may and was ended'],
    [{ kind: 'not_started', reason: 'ENOENT' }, 'failed: could not be started: ENOENT'],
    [{ kind: 'cancelled' }, 'failed: was cancelled before it ended; this says nothing about the code'],
    [{ kind: 'lost' }, 'failed: its ending was lost; this says nothing about the code'],
  ])('%j: %s', (ending, expected) => expect(why(ending)).toBe(expected));

  it.each([
    [
      '2 passed, 1 skipped in 1s',
      0,
      'passed: 2 of 3 tests passed, 1 skipped; by their number alone, which is weaker: which tests ran is not known',
    ],
    [
      '2 passed in 1s',
      0,
      'passed: 2 of 2 tests passed; by their number alone, which is weaker: which tests ran is not known',
    ],
    ['1 failed, 2 passed in 1s', 1, 'failed: 1 of 3 tests failed'],
    ['no tests ran in 1s', 0, 'failed: no test was run'],
    ['1 skipped in 1s', 0, 'failed: no test was run: 1 skipped'],
    ['', 1, 'failed: ended with 1'],
  ])('%j with %i: %s', (stdout, code, expected) => expect(why(exited(code), 'pytest', stdout)).toBe(expected));

  it.each([
    ["make: 'test' is up to date.", 'not_configured'],
    ["\n  \ngmake[2]: Entering directory '/w'\ngmake[12]: Nothing to be done for 'test'.\n", 'not_configured'],
    ["make: Entering directory '/w'\nmake: 'test' is up to date.", 'not_configured'],
    ["make[12]: Leaving directory '/w'\nmake: 'test' is up to date.", 'not_configured'],
    ["make: 'test' is up to date. Really", 'passed'],
    ["x make: 'test' is up to date.", 'passed'],
    ["make[1]: Entering directory '/w'", 'passed'],
    ["remake: Entering directory '/w'\nmake: 'test' is up to date.", 'passed'],
    ['', 'passed'],
  ])('%j of make is %s', (stderr, verdict) => {
    const found = reading(null, exited(0), { stderr });
    expect(found.verdict).toBe(verdict);
    if (verdict === 'not_configured')
      expect(found.why).toMatch(/^ran nothing \(g?make.*(?:date\.|'test'\.)\): a target/);
  });

  it('places are told of what did not pass, from both outputs', () => {
    const output = { stdout: 'a.ts:1: x\n', stderr: 'b.ts:2: y\n' };
    expect(reading(null, exited(1), output).findings.map(({ file }) => file)).toEqual(['a.ts', 'b.ts']);
    expect(reading(null, exited(0), output).findings).toEqual([]);
  });

  it('the tail is whole where it fits, and each output has its part', () => {
    expect(
      reading(null, exited(1), { stdout: 'a\n', stderr: 'b\n' })
        .tail.split('\n')
        .filter((line) => line !== ''),
    ).toEqual(['a', 'b']);
    expect(reading(null, exited(1), { stderr: 'b' }).tail).toBe('b');
    expect(reading(null, exited(1), { stdout: 'a' }).tail).toBe('a');
    expect(Buffer.byteLength(reading(null, exited(1), { stderr: 'y'.repeat(9000) }).tail)).toBeGreaterThan(8000);
    const both = reading(null, exited(1), { stdout: 'x'.repeat(9000), stderr: 'y'.repeat(9000) }).tail;
    expect(Buffer.byteLength(both)).toBeLessThanOrEqual(8192);
    expect(both.match(/y/g)?.length).toBeGreaterThan(4000);
    expect(both.match(/x/g)?.length).toBeGreaterThan(4000);
  });
});
