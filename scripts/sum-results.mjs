// Adds up the result files of several test runs: `sum-results FOLDER` names what failed or was skipped and the slowest files, prints `N passed, N failed, N skipped` as its last
// line and fails unless all passed. What went wrong outside of any test (`test/needs/reporter.ts`) has failed too; what passed when it was run once more (`run-tests.ts`) is named as unsteady. Runs on Node 20.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const folder = process.argv[2] ?? '.';
const textsOf = (ending) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
const runs = textsOf('.json').map((text) => JSON.parse(text));
const outside = textsOf('.outside').flatMap((text) => text.split('\n').filter((line) => line !== ''));

/** A log may be cut at its end: so many are named right before the last line. */
const most = 60;

const sum = (count) => runs.reduce((total, run) => total + count(run), 0);

/** A file can fail with no failed test in it: it does not load, or it left a process behind. */
const isBroken = (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed');

/** On one line: the first that says something, and what it announces. */
function inShort(text) {
  const lines = stripVTControlCharacters(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (lines[0]?.endsWith(':') ? lines.slice(0, 5).join(' ') : (lines[0] ?? '')).slice(0, 600);
}

const keyOf = (file, test) => `${file.name}\n${test.fullName}`;
const hasRun = (test) => test.status === 'passed' || test.status === 'failed';

/** Of each run: the tests that it ran. */
const ran = runs.map(
  (run) =>
    new Set(run.testResults.flatMap((file) => file.assertionResults.filter(hasRun).map((test) => keyOf(file, test)))),
);

/** Those that another seed draws, whichever run says so (`test/e2e/depth.ts`). */
const ofOtherSeeds = new Set(
  runs.flatMap((run) =>
    run.testResults.flatMap((file) =>
      file.assertionResults.filter((test) => test.meta?.otherSeed === true).map((test) => keyOf(file, test)),
    ),
  ),
);

/** One that another of the runs ran is not missing: some are for the deep tests alone, others not for them. Nor is what another seed draws. */
const isMissing = (run, file, test) =>
  !hasRun(test) &&
  !ofOtherSeeds.has(keyOf(file, test)) &&
  !runs.some((other, at) => other !== run && ran[at].has(keyOf(file, test)));

const tell = (what, file, test, why) =>
  [`${what} ${relative('.', file.name)}`, test, inShort(why)].filter((part) => part !== '').join(': ');

function namesOf(run, file) {
  const broken = isBroken(file) ? [tell('failed', file, '', file.message)] : [];
  const tests = file.assertionResults.flatMap((test) => {
    if (test.unsteady !== undefined) return [tell('unsteady', file, test.fullName, test.unsteady)];
    if (test.status !== 'failed' && !isMissing(run, file, test)) return [];
    const what = test.status === 'failed' ? 'failed' : 'skipped';
    return [tell(what, file, test.fullName, test.failureMessages?.[0] ?? test.meta?.note)];
  });
  return [...broken, ...tests];
}

/** Over all runs. */
function slowFiles() {
  const took = runs.flatMap((run) =>
    run.testResults.map((file) => ({ file: file.name, ms: file.endTime - file.startTime })),
  );
  const first = took
    .filter(({ ms }) => ms >= 0)
    .sort((one, other) => other.ms - one.ms)
    .slice(0, 10);
  return first.map(({ file, ms }) => `slow ${(ms / 1000).toFixed(1)} s ${relative('.', file)}`);
}

const passed = sum((run) => run.numPassedTests);
const failed = sum((run) => run.numFailedTests + run.testResults.filter(isBroken).length) + outside.length;
const elsewhere = (run) =>
  run.testResults.flatMap((file) =>
    file.assertionResults.filter((test) => !hasRun(test) && !isMissing(run, file, test)),
  ).length;
const skipped = sum((run) => run.numPendingTests + run.numTodoTests - elsewhere(run));

// Sorted, what failed comes first; of what does not fit, skipped ones go before.
const named = [
  ...outside.map((line) => `failed outside of any test: ${line.slice(0, 600)}`),
  ...runs.flatMap((run) => run.testResults.flatMap((file) => namesOf(run, file))),
].sort();
for (const line of named.slice(0, most)) console.log(line);
if (named.length > most) console.log(`and ${named.length - most} more`);
for (const line of slowFiles()) console.log(line);
if (ofOtherSeeds.size > 0)
  console.log(`${ofOtherSeeds.size} rare tests are for other seeds; \`npm run test:nightly\` runs all`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = passed > 0 && failed === 0 && skipped === 0 && runs.every((run) => run.success) ? 0 : 1;
