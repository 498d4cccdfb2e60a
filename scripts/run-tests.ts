// Runs the tests of some projects: `run-tests PROJECT...`. For `.ci/run`, where a few of many thousand failed, each is run once more, its file alone: one that passes then is *unsteady*.
// It fails nothing and is named to the end (`sum-results.mjs`). What went wrong outside of a test, in a file as a whole or in many tests fails as it is.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failedTests, type Report, settle } from './unsteady.ts';

const vitest = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs');

type Ran = {
  readonly passed: boolean;
  /** Its report; null where it left none. */
  readonly report: string | null;
};

/** `results`: folder for what it reports; undefined: it reports nothing. */
async function run(words: readonly string[], results: string | undefined): Promise<Ran> {
  const env = { ...process.env, ...(results !== undefined && { DROVER_TEST_RESULTS: results }) };
  const child = spawn(process.execPath, [vitest, 'run', ...words], { stdio: 'inherit', env });
  const status = await new Promise<number | null>((tell) => child.on('close', tell));
  const names = results === undefined ? [] : readdirSync(results);
  const outside = names.includes(`${child.pid}.outside`);
  const name = outside ? undefined : names.find((each) => each.endsWith(`-${child.pid}.json`));
  return { passed: status === 0, report: name === undefined ? null : join(results ?? '', name) };
}

const read = (path: string): Report => JSON.parse(readFileSync(path, 'utf8'));

/** True where all of them pass now. */
async function runAgain(projects: readonly string[], path: string, results: string): Promise<boolean> {
  const first = read(path);
  const failed = failedTests(first);
  if (failed === null) return false;
  const again: Report[] = [];
  for (const [index, { file, pattern }] of failed.entries()) {
    const folder = join(results, `again-${process.pid}-${index}`);
    mkdirSync(folder);
    process.stdout.write(`\nonce more, alone: ${relative('.', file)}\n`);
    const { passed, report } = await run([...projects, file, '-t', pattern], folder);
    if (!passed || report === null) return false;
    again.push(read(report));
  }
  const settled = settle(first, again);
  if (settled === null) return false;
  writeFileSync(path, JSON.stringify(settled));
  return true;
}

const projects = process.argv.slice(2).flatMap((name) => ['--project', name]);
const results = process.env.DROVER_TEST_RESULTS;
const { passed, report } = await run(projects, results);
const settled =
  passed ||
  (process.env.CI !== undefined &&
    report !== null &&
    results !== undefined &&
    (await runAgain(projects, report, results)));
process.exitCode = settled ? 0 : 1;
