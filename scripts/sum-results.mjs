// Adds up the result files of several test runs: `sum-results FOLDER` prints `N passed, N failed, N skipped` and fails unless all passed. Runs on Node 20.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const runs = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

const sum = (count) => runs.reduce((total, run) => total + count(run), 0);

/** A file can fail with no failed test in it: it does not load, or it left a process behind. */
const brokenFiles = (run) =>
  run.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;

const passed = sum((run) => run.numPassedTests);
const failed = sum((run) => run.numFailedTests + brokenFiles(run));
const skipped = sum((run) => run.numPendingTests + run.numTodoTests);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = passed > 0 && failed === 0 && skipped === 0 && runs.every((run) => run.success) ? 0 : 1;
