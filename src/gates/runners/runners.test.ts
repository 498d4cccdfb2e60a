// What each runner is known by, and what it is told: one line for each way to start it, and one for each that is nearly that.
import { describe, expect, it } from 'vitest';
import type { Counts } from '../../domain/evidence/verdict.ts';
import { runners } from './runners.ts';

const runnerNamed = (name: string) => {
  const found = runners.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};

type Row = {
  readonly starts: readonly string[];
  readonly others: readonly string[];
  /** What it is told, for a report at `/s/report`. */
  readonly flags: readonly string[];
  /** Words that say already where results go. */
  readonly taken: readonly string[];
  readonly free: readonly string[];
  readonly takes: readonly string[];
  readonly leaves: readonly string[];
  readonly turned: readonly string[];
  /** What it prints, and what that counts. */
  readonly prints: readonly (readonly [text: string, counts: Partial<Counts> | null])[];
};

const scripts = ['a.js', 'a.mjs', 'a.cjs', 'a.ts', 'a.mts', 'a.cts', 'a.jsx', 'a.tsx'];
const noScripts = ['a.json', 'a.js.snap', 'ajs', 'a.css'];

const table: Readonly<Record<string, Row>> = {
  vitest: {
    starts: [
      'vitest',
      'vitest run',
      '/w/node_modules/.bin/vitest',
      'node node_modules/vitest/vitest.mjs',
      'node x/vitest',
    ],
    others: [
      ...['vitest watch', 'vitest dev', 'vitest bench', 'vitest init', 'vitest list', 'vitest-x', 'node avitest'],
      ...['node vitest.js', 'node --test vitest'],
    ],
    flags: ['--reporter=default', '--reporter=json', '--outputFile.json=/s/report'],
    taken: ['--outputFile=a', '--outputFile.json=a', '--reporter=json', '--json'],
    free: ['--reporter=dot', '--jsonx', 'x--json', '--out'],
    takes: scripts,
    leaves: noScripts,
    turned: ['--sequence.shuffle', '--sequence.seed=28'],
    prints: [
      [' Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 2 passed (3)\n', { passed: 2, failed: 1 }],
      ['      Tests  3 passed (3)\n', { passed: 3, failed: 0 }],
      ['nothing', null],
    ],
  },
  jest: {
    starts: [
      'jest',
      'jest --ci',
      'react-scripts test',
      'node node_modules/jest/bin/jest.js',
      'node x/jest/bin/jest',
      'node jest',
    ],
    others: ['react-scripts build', 'jest-x', 'node ajest', 'node jest.js', 'jests'],
    flags: ['--json', '--outputFile=/s/report'],
    taken: ['--outputFile=a', '--json'],
    free: ['--jsonp', 'a--json'],
    takes: scripts,
    leaves: noScripts,
    turned: ['--randomize', '--seed=28'],
    prints: [
      ['Tests:       1 failed, 2 passed, 3 total\n', { passed: 2, failed: 1 }],
      ['Test Suites: 1 failed, 1 total\nTests:       0 total\n', { failed: 1 }],
      ['Tests: many', null],
    ],
  },
  mocha: {
    starts: [
      'mocha',
      '_mocha',
      'ts-mocha',
      'mocha run',
      'node node_modules/mocha/bin/mocha.js',
      'node .bin/_mocha',
      'node mocha',
    ],
    others: ['mocha init', 'amocha', 'mochas', 'node amocha', 'node mocha.py'],
    flags: ['--require=/s/ours/preload.cjs'],
    taken: [],
    free: ['--reporter=json', '--require=a'],
    takes: scripts,
    leaves: noScripts,
    turned: [],
    prints: [
      ['  3 passing (12ms)\n  1 pending\n  2 failing\n', { passed: 3, failed: 2, skipped: 1 }],
      ['      3 passing\n', null],
      ['3 passings', null],
    ],
  },
  pytest: {
    starts: ['pytest', 'py.test', '/w/.venv/bin/pytest -q', 'python -m pytest', 'python3.12 -m pytest x'],
    others: ['pytests', 'apytest', 'python pytest', 'python -m pytest_x', 'pythons -m pytest', 'pyXtest'],
    flags: [
      ...['--junitxml=/s/report', '-o', 'junit_family=xunit1', '-p', 'no:cacheprovider'],
      '--continue-on-collection-errors',
    ],
    taken: ['--junitxml=a', '--junit-xml=a', '--json'],
    free: ['--junit=a', '--jsonx', 'a--json'],
    takes: ['a.py', 'tests/test_a.py'],
    leaves: ['a.pyc', 'apy', 'a.pyi'],
    turned: [],
    prints: [
      ['===== 9 passed, 1 failed, 1 error in 0.1s =====\n', { passed: 9, failed: 2 }],
      ['1 failed, 2 passed, 3 skipped in 0.1s\n', { passed: 2, failed: 1, skipped: 3 }],
      ['1 passed\n2 passed in 0.1s\nend\n', { passed: 2 }],
      ['====== no tests ran in 0.01s ======\n', { passed: 0, failed: 0 }],
      ['no tests ran in 0.01s\n', { passed: 0, failed: 0 }],
      ...['errors', 'xfailed', 'xpassed', 'deselected', 'warnings', 'warning'].map(
        (word) => [`2 ${word} in 0.1s\n`, {}] as const,
      ),
      ['said: 2 passed', null],
      ['2 passes', null],
    ],
  },
  unittest: {
    starts: ['python -m unittest', 'python3 -m unittest discover -s tests'],
    others: ['unittest', 'python unittest', 'python -m unittests', 'python3 x.py -m'],
    flags: ['/s/ours'],
    taken: [],
    free: ['--junitxml=a'],
    takes: ['a.py'],
    leaves: ['a.pyc'],
    turned: [],
    prints: [
      ['Ran 7 tests in 0.002s\n\nOK\n', { passed: 7, failed: 0 }],
      ['Ran 1 test in 0.002s\n\nOK (skipped=1)\n', { passed: 0, skipped: 1 }],
      ['Ran 7 tests in 0.002s\n\nFAILED (failures=2, errors=1, skipped=1)\n', { passed: 3, failed: 3, skipped: 1 }],
      ['Ran 7 tests in 0.002s\n\nFAILED (unexpected successes=2)\n', { passed: 5, failed: 2 }],
      ['Ran 7 tests in 0.002s\n\nOK (expected failures=3)\n', { passed: 4, skipped: 3 }],
      ['Ran 0 tests in 0.000s\n\nNO TESTS RAN\n', { passed: 0 }],
      ['Ran 1 test in 1s\nOK\nRan 2 tests in 1s\nOK\n', { passed: 2 }],
      ['Ran 7 tests in 0.002s\n', null],
      ['OK\nRan 7 tests in 0.002s\n', null],
      ['said: Ran 7 tests in 1s\nOK\n', null],
    ],
  },
  'go test': {
    starts: ['go test', '/usr/bin/go test ./...'],
    others: ['go build', 'gotest', 'go', 'go vet test'],
    flags: ['-count=1', '-exec=/s/ours/exec'],
    taken: ['-exec', '--exec=a', '-exec=a'],
    free: ['-execs', 'a-exec', '-json'],
    takes: ['a_test.go'],
    leaves: ['a.go', 'a_test.gox', 'test.go'],
    turned: ['-shuffle=28'],
    prints: [
      ['ok  \ta\t0.01s\nok  \tb\t0.01s\nFAIL\tc\t0.1s\n', { passed: 2, failed: 1 }],
      ['ok  \ta\t0.01s [no tests to run]\n?   \tb\t[no test files]\nok  \tc\t0.1s\n', { passed: 1 }],
      ['okay\nFAILED a\n', null],
      ['FAIL\n', null],
    ],
  },
  'cargo test': {
    starts: ['cargo test', 'cargo t', 'cargo --locked test', 'cargo +nightly test', '/root/.cargo/bin/cargo test -q'],
    others: ['cargo build', 'cargo tests', 'cargo', 'cargo build test', 'acargo test'],
    flags: [],
    taken: ['--logfile', '--logfile=a'],
    free: ['--logfiles', 'a--logfile'],
    takes: ['tests/a.rs'],
    leaves: ['a.rsx', 'ars'],
    turned: [],
    prints: [
      [
        'test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured\ntest result: FAILED. 1 passed; 3 failed; 0 ignored; 0 measured\n',
        { passed: 3, failed: 3, skipped: 1 },
      ],
      ['said: test result: ok. 2 passed; 0 failed; 1 ignored;', null],
    ],
  },
  rspec: {
    starts: ['rspec', 'parallel_rspec', '/w/bin/rspec spec', 'ruby -S bin/rspec', 'ruby rspec'],
    others: ['arspec', 'rspecs', 'ruby spec.rb', 'ruby arspec', 'parallel'],
    flags: ['--no-fail-fast', '--format', 'progress', '--format', 'json', '--out', '/s/report'],
    taken: ['--out', '--out=a'],
    free: ['--output', '--outs', 'a--out'],
    takes: ['spec/a_spec.rb'],
    leaves: ['spec/a.rb', 'a_spec.rbx', 'spec.rb'],
    turned: ['--order', 'rand:28'],
    prints: [
      ['5 examples, 1 failure, 2 pending\n', { passed: 2, failed: 1, skipped: 2 }],
      ['1 example, 0 failures\n', { passed: 1, failed: 0 }],
      ['5 example', null],
    ],
  },
  'node:test': {
    starts: ['node --test', 'node --import x --test a.js', '/usr/bin/node --test', 'node.exe --test'],
    others: ['node a.js', '--test', 'node --test-only', 'nodes --test'],
    flags: [],
    taken: ['--test-reporter=tap', '--test-reporter-destination=a'],
    free: ['--test', 'a--test-reporter'],
    takes: ['a.js', 'a.mjs', 'a.cjs', 'a.ts', 'a.mts', 'a.cts'],
    leaves: ['a.jsx', 'a.tsx', 'a.json', 'ajs'],
    turned: ['--test-randomize', '--test-random-seed=1'],
    prints: [
      ['# pass 3\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 1\n', { passed: 3, failed: 2 }],
      ['ℹ pass 3\nℹ fail 0  \n', { passed: 3, failed: 0 }],
      ['pass 3', null],
      ['# passes 3\n# pass 3 of 4', null],
    ],
  },
};

describe.each(Object.entries(table))('%s', (name, row) => {
  const runner = runnerNamed(name);
  const { report, files, order, printed } = runner;

  it.each(row.starts)('is started by %s', (line) => expect(runner.isIt(line.split(' '))).toBe(true));
  it.each(row.others)('is not started by %s', (line) => expect(runner.isIt(line.split(' '))).toBe(false));
  it('is the only one that these start', () => {
    for (const line of row.starts)
      expect(runners.filter(({ isIt }) => isIt(line.split(' '))).map((each) => each.name)).toEqual([name]);
  });

  if (row.flags.length > 0) it('is told to report', () => expect(report.flags('/s/report')).toEqual(row.flags));
  it('is told in which other order to run', () => expect(order?.flags ?? []).toEqual(row.turned));

  it('what says already where results go is known', () => {
    expect(row.taken.filter((word) => !report.taken.test(word))).toEqual([]);
    expect(row.free.filter((word) => report.taken.test(word))).toEqual([]);
  });

  it('takes its own files', () => {
    expect(row.takes.filter((path) => !files.takes.test(path))).toEqual([]);
    expect(row.leaves.filter((path) => files.takes.test(path))).toEqual([]);
  });

  it.each(row.prints)('%j is counted', (text, counts) => {
    if (counts === null) expect(printed.counts(text)).toBeNull();
    else expect(printed.counts(text)).toMatchObject(counts);
  });
});
