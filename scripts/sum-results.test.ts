// What `.ci/run` believes of result files.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const run = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  success: true,
  testResults: [],
};

const sum = (...runs: readonly object[]) => sumOf(folderOf(...runs));

function folderOf(...runs: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  for (const [index, each] of runs.entries()) writeFileSync(join(folder, `${index}.json`), JSON.stringify(each));
  return folder;
}

function sumOf(folder: string) {
  const program = join(import.meta.dirname, 'sum-results.mjs');
  const { status, stdout } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8', cwd: '/' });
  return [status, stdout.trim()];
}

/** One file's results as vitest writes them. */
const file = (name: string, tests: readonly object[], message = '') => ({
  name: `/test/${name}.test.ts`,
  status: tests.some((test) => 'failureMessages' in test) || message !== '' ? 'failed' : 'passed',
  message,
  assertionResults: tests,
});
const failed = (fullName: string, why: string) => ({ fullName, status: 'failed', failureMessages: [why] });
const skipped = (fullName: string) => ({ fullName, status: 'skipped' });

it('adds up the runs and passes where all passed', () => {
  expect(sum(run, run)).toEqual([0, '6 passed, 0 failed, 0 skipped']);
});

it('fails where a test failed, was skipped, or is still to be written', () => {
  expect(sum(run, { ...run, numFailedTests: 1, success: false })).toEqual([1, '6 passed, 1 failed, 0 skipped']);
  expect(sum({ ...run, numPendingTests: 2 })).toEqual([1, '3 passed, 0 failed, 2 skipped']);
  expect(sum({ ...run, numTodoTests: 1 })).toEqual([1, '3 passed, 0 failed, 1 skipped']);
});

it('a test that one run skipped and another ran is not missing; one that both skipped is', () => {
  const usual = file('both', [{ fullName: 'often', status: 'passed' }, skipped('rarely'), skipped('never')]);
  const deep = file('both', [skipped('often'), { fullName: 'rarely', status: 'passed' }, skipped('never')]);
  const of = (results: object) => ({ ...run, numPassedTests: 1, numPendingTests: 2, testResults: [results] });
  expect(sum(of(usual), of(deep))).toEqual([
    1,
    'skipped test/both.test.ts: never\nskipped test/both.test.ts: never\n2 passed, 0 failed, 2 skipped',
  ]);
  expect(sum(of(usual), of(usual))).toEqual([1, expect.stringContaining('2 passed, 0 failed, 4 skipped')]);
});

it('a test that another seed draws is not missing in any of the runs, and is told', () => {
  const usual = file('both', [{ fullName: 'often', status: 'passed' }, skipped('rarely')]);
  const deep = file('both', [skipped('often'), { ...skipped('rarely'), meta: { otherSeed: true } }]);
  const of = (results: object, passed: number, pending: number) => ({
    ...run,
    numPassedTests: passed,
    numPendingTests: pending,
    testResults: [results],
  });
  expect(sum(of(usual, 1, 1), of(deep, 0, 2))).toEqual([
    0,
    '1 rare tests are for other seeds; `npm run test:nightly` runs all\n1 passed, 0 failed, 0 skipped',
  ]);
});

it('counts a file that failed without a failed test in it', () => {
  const broken = file('leaks', [{ fullName: 'works', status: 'passed' }], '\nError: processes left behind:\n  17 node');
  expect(sum({ ...run, success: false, testResults: [broken] })).toEqual([
    1,
    'failed test/leaks.test.ts: Error: processes left behind: 17 node\n3 passed, 1 failed, 0 skipped',
  ]);
});

it('counts and names first what went wrong outside of any test', () => {
  const folder = folderOf(run);
  writeFileSync(join(folder, '17.outside'), 'Error: lost at here\ntest/one.test.ts was not run to its end\n');
  expect(sumOf(folder)).toEqual([
    1,
    'failed outside of any test: Error: lost at here\nfailed outside of any test: test/one.test.ts was not run to its end\n3 passed, 2 failed, 0 skipped',
  ]);
});

it('names what failed, then what was skipped, with its file and the first line of why; the sum is the last line', () => {
  const why = '\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at somewhere';
  const one = file('one', [
    { fullName: 'holds', status: 'passed' },
    skipped('waits for a program'),
    failed('adds', why),
  ]);
  const other = file('other', [failed('sums up', 'Error: no')]);
  const [, said] = sum(
    { ...run, numPendingTests: 1, numFailedTests: 1, success: false, testResults: [one] },
    { ...run, numFailedTests: 1, success: false, testResults: [other] },
  );
  expect(String(said).split('\n')).toEqual([
    'failed test/one.test.ts: adds: AssertionError: expected 1 to be 2',
    'failed test/other.test.ts: sums up: Error: no',
    'skipped test/one.test.ts: waits for a program',
    '6 passed, 2 failed, 1 skipped',
  ]);
});

it('names what passed only when it was run once more, and passes', () => {
  const shaky = { fullName: 'shakes', status: 'passed', unsteady: 'Error: late\n    at somewhere' };
  expect(sum({ ...run, testResults: [file('one', [shaky])] })).toEqual([
    0,
    'unsteady test/one.test.ts: shakes: Error: late\n3 passed, 0 failed, 0 skipped',
  ]);
});

it('names sixty and says how many more there are', () => {
  const tests = Array.from({ length: 70 }, (_, at) => failed(`test ${at}`, 'Error: no'));
  const [, said] = sum({ ...run, numFailedTests: 70, success: false, testResults: [file('all', tests)] });
  const lines = String(said).split('\n');
  expect(lines).toHaveLength(62);
  expect(lines.slice(-2)).toEqual(['and 10 more', '3 passed, 70 failed, 0 skipped']);
});

it('cuts a line that is a whole document', () => {
  const tests = [failed('reads', `Error: ${'x'.repeat(5000)}`)];
  const [, said] = sum({ ...run, numFailedTests: 1, success: false, testResults: [file('long', tests)] });
  expect(String(said).split('\n')[0]?.length).toBeLessThan(700);
});

it('fails where nothing ran', () => {
  expect(sum()).toEqual([1, '0 passed, 0 failed, 0 skipped']);
});

it('names the ten slowest files over all runs, the slowest first, before the sum', () => {
  const took = (name: string, ms: number) => ({ ...file(name, []), startTime: 1000, endTime: 1000 + ms });
  const many = Array.from({ length: 9 }, (_, at) => took(`quick${at}`, 10 + at));
  const [, said] = sum(
    { ...run, testResults: [...many, took('slow', 2345)] },
    { ...run, testResults: [took('slower', 60_000)] },
  );
  const lines = String(said).split('\n');
  expect(lines.slice(0, 2)).toEqual(['slow 60.0 s test/slower.test.ts', 'slow 2.3 s test/slow.test.ts']);
  expect(lines).toHaveLength(11);
  expect(lines[10]).toBe('6 passed, 0 failed, 0 skipped');
});
