import { expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { unlessMissing } from './missing-tool.ts';

const ended = (argv: string, exit: number, tail: string, more = {}) =>
  unlessMissing(
    gateResult('lint', 'failed', { argv: argv.split(' '), exit, tail, why: `ended with ${exit}`, ...more }),
  );

it.each([
  ['python3 -m mypy .', 1, '/usr/bin/python3: No module named mypy', 'mypy', 'pip install mypy'],
  ['.venv/bin/python -m ruff check .', 1, '/x/.venv/bin/python: No module named ruff', 'ruff', 'pip install ruff'],
  ['ruff check .', 1, 'bwrap: execvp ruff: No such file or directory', 'ruff', 'pip install ruff'],
  ['env A=1 ruff', 127, 'env: ‘ruff’: No such file or directory', 'ruff', 'pip install'],
  ['npm run lint', 127, '> eslint .\n\nsh: 1: eslint: not found', 'eslint', 'npm install --save-dev eslint'],
  ['npm run lint', 127, 'sh: line 1: eslint: command not found', 'eslint', 'npm install'],
  [
    'make lint',
    2,
    'make: golangci-lint: not found\nmake: *** [Makefile:2: lint] Error 127',
    'golangci-lint',
    'install',
  ],
  ['cargo clippy', 101, 'error: no such command: `clippy`', 'clippy', 'rustup component add clippy'],
  ['cargo clippy', 1, "error: 'cargo-clippy' is not installed for the toolchain 'stable'", 'clippy', 'rustup'],
  [
    ...(['npx --no-install tsc --noEmit', 1] as const),
    'npm error npx canceled due to missing packages and no YES option: ["tsc@2.0.4"]',
    ...(['tsc', 'typescript'] as const),
  ],
])('WT-09 `%s` without its tool is not configured, with what brings it', (argv, exit, tail, tool, words) => {
  const { verdict, why } = ended(argv, exit, tail);
  expect(verdict).toBe('not_configured');
  expect(why).toContain(`${tool} was not found on this machine`);
  expect(why).toContain(words);
});

it('WT-09 a program that cannot be started at all is missing as well', () => {
  const found = ended('go vet ./...', 0, '', { exit: null, why: 'could not be started: ENOENT' });
  expect(found).toMatchObject({ verdict: 'not_configured', why: expect.stringContaining('golang-go') });
});

it.each([
  ['a failure of the tree', 'eslint .', 1, 'a.js: 1:1 error no-undef'],
  ['a module that the code lacks', 'python3 -m pytest', 2, "ModuleNotFoundError: No module named 'shop'"],
  ['another module than the tool', 'python3 -m pytest', 1, 'python3: No module named shop.tool'],
  ['words in the middle', 'npm test', 1, `sh: 1: foo: not found${'.'.repeat(2000)}`],
  ['another ending', 'npm test', 7, 'sh: 1: foo: not found'],
])('%s stays a failure', (_what, argv, exit, tail) => {
  expect(ended(argv, exit, tail).verdict).toBe('failed');
});

it('tests that were told by name were run', () => {
  const ids = { passed: ['a'], failed: ['b'], skipped: [] };
  expect(ended('npm test', 127, 'sh: 1: eslint: not found', { ids }).verdict).toBe('failed');
});
