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

function sum(...runs: readonly object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  for (const [index, each] of runs.entries()) writeFileSync(join(folder, `${index}.json`), JSON.stringify(each));
  const program = join(import.meta.dirname, 'sum-results.mjs');
  const { status, stdout } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  return [status, stdout.trim()];
}

it('adds up the runs and passes where all passed', () => {
  expect(sum(run, run)).toEqual([0, '6 passed, 0 failed, 0 skipped']);
});

it('fails where a test failed, was skipped, or is still to be written', () => {
  expect(sum(run, { ...run, numFailedTests: 1, success: false })).toEqual([1, '6 passed, 1 failed, 0 skipped']);
  expect(sum({ ...run, numPendingTests: 2 })).toEqual([1, '3 passed, 0 failed, 2 skipped']);
  expect(sum({ ...run, numTodoTests: 1 })).toEqual([1, '3 passed, 0 failed, 1 skipped']);
});

it('counts a file that failed without a failed test in it', () => {
  const broken = { status: 'failed', assertionResults: [{ status: 'passed' }] };
  expect(sum({ ...run, success: false, testResults: [broken] })).toEqual([1, '3 passed, 1 failed, 0 skipped']);
});

it('fails where nothing ran', () => {
  expect(sum()).toEqual([1, '0 passed, 0 failed, 0 skipped']);
});
