// A run of tests on a machine that lacks something: what needs it is skipped, the end says what brings it; in CI that is a failure.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs the content of test files with our reporter, where no `tmux` is to be found. */
function runTests(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const helper = JSON.stringify(join(import.meta.dirname, 'needs.ts'));
  const head = `import { describe, expect, it } from 'vitest';\nimport { needs } from ${helper};\n`;
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), head + text);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { CI: _, DROVER_TEST_RESULTS: __, ...own } = process.env;
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = env.CI === undefined ? [] : ['--reporter', 'default'];
  // One worker that loads once: on a busy machine the start of each would take longer than the slow test.
  const worker = ['--no-isolate', '--maxWorkers=1'];
  const reporter = ['--reporter', join(import.meta.dirname, 'reporter.ts')];
  const argv = [vitest, 'run', '--root', folder, ...worker, ...reporters, ...reporter];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    encoding: 'utf8',
    cwd: folder,
    env: { ...own, PATH: pathWithoutTmux(folder), ...env },
  });
  return { status, lines: stdout.trim().split('\n'), all: stdout + stderr };
}

/** A program of that name stands first and does not work. */
function pathWithoutTmux(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'tmux'), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  return [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
}

const two = `
describe('windows', needs('tmux'), () => {
  it('opens', () => { throw new Error('it ran'); });
  it('closes', () => { throw new Error('it ran'); });
});
it('has a person', needs('git'), () => {});
it('waits', ({ skip }) => skip('all of this ran already'));
`;

it('WT-21 what needs a missing program is skipped, and the last lines say what it is and which package brings it', () => {
  const { status, lines, all } = runTests({ 'two.test.ts': two });
  expect(status, all).toBe(0);
  expect(lines).toEqual([
    'skipped: waits: all of this ran already',
    '',
    'skipped, for this machine lacks: tmux (2 tests)',
    'to run them: apt-get install tmux',
  ]);
});

it('WT-21 in CI what is missing is a failure and never skipped', () => {
  const { status, all } = runTests({ 'two.test.ts': two }, { CI: '1' });
  expect(status).toBe(1);
  expect(all).toContain('CI must have tmux (the package tmux)');
});

it('names the ten slowest files of a run that has more, the slowest first', () => {
  const files = Object.fromEntries(
    Array.from({ length: 11 }, (_, at) => [`f${at}.test.ts`, `it('passes', () => {});`]),
  );
  const { lines, all } = runTests({
    ...files,
    'slow.test.ts': `it('turns', () => { for (const end = Date.now() + 2000; Date.now() < end;); });`,
  });
  expect(lines.indexOf('slowest files'), all).toBe(0);
  expect(lines).toHaveLength(11);
  expect(lines[1]).toMatch(/ s {2}slow\.test\.ts$/);
});

const outside: readonly [string, string, RegExp][] = [
  [
    'a promise that nobody waited for fails after its test',
    `it('ends', () => void Promise.reject(new Error('lost')));\nit('waits', () => new Promise((over) => setTimeout(over, 50)));`,
    /^Error: lost at .*one\.test\.ts/,
  ],
  [
    'a worker is killed',
    `it('kills', () => process.kill(process.pid, 'SIGKILL'));`,
    /^Error: .*worker.*one\.test\.ts was not run to its end$/is,
  ],
];

it.each(outside)('what goes wrong outside of any test is the last that is said, and counts: %s', (_, text, said) => {
  const results = mkdtempSync(join(tmpdir(), 'results-'));
  const { status, lines, all } = runTests({ 'one.test.ts': text }, { DROVER_TEST_RESULTS: results });
  expect(status, all).toBe(1);
  const told = lines.flatMap((line) => (line.startsWith('outside of any test: ') ? [line.slice(21)] : []));
  expect(told.join('\n')).toMatch(said);
  expect(lines.slice(-told.length)).toEqual(told.map((line) => `outside of any test: ${line}`));
  const [file = ''] = readdirSync(results);
  expect(file).toMatch(/\.outside$/);
  expect(readFileSync(join(results, file), 'utf8')).toBe(`${told.join('\n')}\n`);
});
