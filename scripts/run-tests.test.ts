// What `run-tests` takes for an accident, with the real runner on files that fail the first time.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failedTests, settle } from './unsteady.ts';

const scripts = import.meta.dirname;

/** `files`: bodies of test files by name; `once(name)` is true in the first process that asks. Returns the exit, and what `sum-results` says of the reports. */
function play(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>> = { CI: '1' },
) {
  const folder = mkdtempSync(join(tmpdir(), 'run-tests-'));
  const results = join(folder, 'results');
  mkdirSync(results);
  const reporter = join(scripts, '../test/needs/reporter.ts');
  const config = `export default { test: { globals: true, reporters: [${JSON.stringify(reporter)}, ['json', { outputFile: process.env.DROVER_TEST_RESULTS + '/1-' + process.pid + '.json' }]], projects: [{ test: { name: 'all', include: ['*.test.js'], globals: true } }] } };`;
  writeFileSync(join(folder, 'vitest.config.mjs'), config);
  const once = `import { existsSync, writeFileSync } from 'node:fs';
    const once = (name) => { const file = ${JSON.stringify(folder)} + '/' + name + '.seen'; if (existsSync(file)) return false; writeFileSync(file, ''); return true; };`;
  for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.js`), `${once}\n${body}`);
  const { CI: _, VITEST: __, ...own } = process.env;
  const options = { cwd: folder, encoding: 'utf8', env: { ...own, DROVER_TEST_RESULTS: results, ...env } } as const;
  const { status } = spawnSync(process.execPath, [join(scripts, 'run-tests.ts'), 'all'], options);
  const { stdout } = spawnSync(process.execPath, [join(scripts, 'sum-results.mjs'), results], options);
  const lines = stdout
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('slow '));
  return {
    status,
    said: lines,
    reports: readdirSync(results),
    read: (name: string) => readFileSync(join(results, name), 'utf8'),
  };
}

const shaky = (name: string) =>
  `describe('a (b)', () => { it('${name}? + 1', () => { if (once('${name}')) throw new Error('late'); }); });`;
const steady = `it('holds', () => {});`;

it('a test that passes when it is run once more is unsteady: named, and it fails nothing', () => {
  expect(
    play({ one: `${shaky('x')}\n${steady}`, two: `${shaky('y')}\nit('holds too', () => {});`, three: steady }),
  ).toMatchObject({
    status: 0,
    said: [
      'unsteady one.test.js: a (b) x? + 1: Error: late',
      'unsteady two.test.js: a (b) y? + 1: Error: late',
      '5 passed, 0 failed, 0 skipped',
    ],
  });
});

const test = (title: string, status: string) => ({ ancestorTitles: [], title, fullName: title, status });
const report = (...tests: readonly ReturnType<typeof test>[]) => ({
  ...{ success: false, numPassedTests: 0, numFailedTests: tests.filter(({ status }) => status === 'failed').length },
  testResults: [{ name: '/a.test.ts', status: 'failed', assertionResults: tests }],
});

it('three are looked at again, and four are no accident', () => {
  const failed = (...names: readonly string[]) => failedTests(report(...names.map((name) => test(name, 'failed'))));
  expect(failed('p', 'q', 'r (s)')).toEqual([
    { file: '/a.test.ts', pattern: `^(?:${['p', 'q', 'r (s)'].map((name) => RegExp.escape(name)).join('|')})$` },
  ]);
  expect(failed('p', 'q', 'r', 's')).toBeNull();
});

it('one that was not run the second time has not passed', () => {
  const first = report(test('a', 'failed'));
  expect(settle(first, [report(test('a', 'skipped'), test('ab', 'passed'))])).toBeNull();
  expect(settle(first, [report(test('a', 'passed'))])).toMatchObject({
    success: true,
    numPassedTests: 1,
    numFailedTests: 0,
  });
});

it.each([
  [
    'fails again, for whatever reason',
    { one: `it('is wrong', () => { throw new Error(once('x') ? 'no' : 'still no'); });`, two: shaky('y') },
    2,
  ],
  [
    'stands in a file that fails as a whole',
    { one: `${shaky('x')}\nafterAll(() => { if (once('y')) throw new Error('left behind'); });` },
    1,
  ],
  [
    'is in a run in which something went wrong outside of any test',
    {
      one: `${shaky('x')}\nit('leaves', () => { if (once('y')) setTimeout(() => { throw new Error('lost'); }, 1); return new Promise((done) => setTimeout(done, 50)); });`,
    },
    2,
  ],
  [
    'is beside a file that does not load',
    { one: shaky('x'), two: `if (once('y')) throw new Error('no');\n${steady}` },
    2,
  ],
])('one that %s has failed', (_, files, failed) => {
  const { status, said } = play(files);
  expect(status).toBe(1);
  expect(said.at(-1)).toContain(` ${failed} failed`);
  expect(said.join('\n')).not.toContain('unsteady');
});

it('nothing is run once more where a person runs the tests', () => {
  const { status, said } = play({ one: shaky('x') }, {});
  expect([status, said]).toEqual([
    1,
    ['failed one.test.js: a (b) x? + 1: Error: late', '0 passed, 1 failed, 0 skipped'],
  ]);
});
