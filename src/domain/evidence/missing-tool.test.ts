import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { howToInstall, unlessMissing } from './missing-tool.ts';

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

describe('what brings a tool', () => {
  it.each([
    ...['mypy', 'ruff', 'pytest', 'flake8', 'black', 'pylint', 'pyright', 'tox', 'nox', 'coverage'].map((tool) => [
      ...[tool, `pip install ${tool}, or name it among the development dependencies`],
    ]),
    ...['eslint', 'prettier', 'biome', 'vitest', 'jest', 'mocha', 'ava', 'tap', 'tape', 'nyc', 'c8', 'xo', 'standard']
      .concat('rollup', 'vite', 'webpack', 'esbuild', 'tsup', 'turbo', 'nx', 'lerna', 'tsx', 'ts-node', 'oxlint')
      .concat('stylelint', 'cross-env', 'rimraf')
      .map((tool) => [tool, `npm install --save-dev ${tool}`]),
    ['tsc', 'npm install --save-dev typescript'],
    ['fmt', 'rustup component add rustfmt'],
    ['cargo', 'install Rust (https://rustup.rs)'],
    ['go', 'install Go (https://go.dev/dl, or the package golang-go)'],
    ['mvn', 'install Maven (the package maven)'],
    ['gradle', 'install Gradle'],
    ['bundle', 'gem install bundler'],
    ['dotnet', 'install the .NET SDK'],
    ['php', 'install PHP'],
    ...['uv', 'poetry', 'pdm', 'pipenv'].map((tool) => [tool, `pipx install ${tool}`]),
    ...['pnpm', 'yarn'].map((tool) => [tool, `npm install --global ${tool}, or corepack enable`]),
    ['bun', 'install Bun (https://bun.sh)'],
    ...['make', 'eslint-x', 'my-eslint', 'xc8', 'shellcheck', 'toString'].map((tool) => [tool, `install ${tool}`]),
  ])('%s: %s', (tool = '', how = '') => expect(howToInstall(tool)).toBe(how));
});

describe('a tool that is missing', () => {
  const told = (tail: string, exit = 127, argv = 'npm run lint') => {
    const found = ended(argv, exit, tail);
    return found.verdict === 'failed' ? null : found.why.split(' ')[0];
  };

  it.each([
    ["python: No module named 'mypy'", 'mypy'],
    ['python3.12: No module named mypy.x', 'mypy'],
    ['C:\\python.exe: No module named "mypy"', 'mypy'],
  ])('%j names %s', (tail, tool) => {
    expect(told(tail, 1, 'python -m mypy .')).toBe(tool);
    expect(told(tail, 1, 'python -m ruff .')).toBeNull();
  });

  it.each([
    ['npx canceled due to missing packages and no YES option: ["@a/b@1.0.0"]', 'b'],
    ["error: 'clippy' is not installed for the toolchain 'x'", 'clippy'],
    ["error: 'cargo-fmt.exe' is not installed for the toolchain 'x'", 'fmt'],
    ['error: no such command: `my-x`', 'my-x'],
    ['bwrap: execvp /usr/bin/tool: No such file or directory', 'tool'],
    ["env: 'tool': No such file or directory", 'tool'],
    ['env: "tool": No such file or directory', 'tool'],
    ['env: tool: No such file or directory', 'tool'],
    ['bash: tool: command not found', 'tool'],
    ['bash: line 12: tool: command not found', 'tool'],
    ['zsh: ./tool: not found', 'tool'],
    ['/bin/sh: 12: tool: not found', 'tool'],
    ['make[12]: tool: not found', 'tool'],
    ['make: tool: not found', 'tool'],
    ['zsh: command not found: tool', null],
    ['fish: tool is not there', null],
  ])('%j names %s', (tail, tool) => {
    expect(told(tail)).toBe(tool);
    for (const exit of [1, 2, 101, 126]) expect(told(tail, exit)).toBe(tool);
    for (const exit of [0, 3, 100, 128]) expect(told(tail, exit)).toBeNull();
    expect(told(`${'x'.repeat(4000)}\n${tail}`)).toBe(tool);
  });

  it('is told with what to say instead', () => {
    expect(ended('x', 127, 'sh: 1: eslint: not found').why).toBe(
      'eslint was not found on this machine: npm install --save-dev eslint; or say gates.lint (another command, or off)',
    );
    expect(ended('/opt/x/mypy .', 0, '', { exit: null, why: 'could not be started: ENOENT' }).why).toMatch(
      /^mypy was not/,
    );
    expect(ended('x', 0, 'sh: 1: eslint: not found', { exit: null, why: 'lost' }).verdict).toBe('failed');
    expect(ended('x', 0, '', { argv: [], exit: null, why: 'could not be started' }).verdict).toBe('failed');
    expect(ended('x', 1, '', { why: 'it could not be started' }).verdict).toBe('failed');
    expect(ended('x', 127, 'sh: 1: eslint: not found', { verdict: 'timeout' }).verdict).toBe('timeout');
  });
});
