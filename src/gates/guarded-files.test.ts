import { describe, expect, it } from 'vitest';
import { guardedFiles, isChecker, isGuarded, isRunnerConfiguration } from './guarded-files.ts';

const runners = [
  ...['vitest', 'vite', 'jest', 'playwright', 'cypress', 'karma', 'wdio', 'ava'].flatMap((name) =>
    ['config', 'workspace', 'conf', 'setup'].map((kind) => `a/${name}.${kind}.ts`),
  ),
  ...['vitest.a.js', 'jest.a.ts', 'vitest.a.mjs', 'jest.a.mts', 'vitest.a.cjs', 'jest.a.cts', 'jest.a.js'],
  ...['.mocharc.yml', 'a/.mocharc', '.nycrc', '.c8rc.json', 'noxfile.py', '.coveragerc', 'sitecustomize.py'],
  ...['usercustomize.py', 'phpunit.xml', 'a/phpunit.xml.dist', '.rspec', 'Rakefile', 'codecov.yml', '.codecov.yaml'],
  ...['pytest.ini', '.pytest.ini', 'tox.ini', 'a/conftest.py', 'setup.cfg'],
];
const manifests = [
  ...['package.json', 'a/package.json', 'pyproject.toml', 'a/setup.py', 'Cargo.toml', '.cargo/config.toml', 'go.mod'],
  ...['go.work', 'pom.xml', 'build.gradle', 'build.gradle.kts', 'a/Shop.csproj', 'Gemfile', 'composer.json'],
  ...['GNUmakefile', 'makefile', 'Makefile', 'Justfile', 'justfile', '.npmrc', '.yarnrc', '.yarnrc.yml'],
  ...['.pnpmfile.cjs', 'pnpm-workspace.yaml', 'a/bunfig.toml', '.drover.yaml'],
];
const checkers = [
  ...['tsconfig.json', 'a/tsconfig.build.json', '.eslintrc', '.eslintrc.cjs', 'eslint.config.js', '.eslintignore'],
  ...['biome.json', 'biome.jsonc', '.prettierrc', '.prettierrc.json', '.oxlintrc.json', 'ruff.toml', '.ruff.toml'],
  ...['mypy.ini', '.mypy.ini', '.flake8', '.pylintrc', 'pyrightconfig.json', 'clippy.toml', 'a/.golangci.yml'],
];

describe('what a gate reads is guarded', () => {
  it.each(runners)('%s configures a runner', (path) => {
    expect([isGuarded(path), isRunnerConfiguration(path), isChecker(path)]).toEqual([true, true, false]);
  });
  it.each(manifests)('%s holds commands', (path) => {
    expect([isGuarded(path), isRunnerConfiguration(path), isChecker(path)]).toEqual([true, false, false]);
  });
  it.each(checkers)('%s configures a checker', (path) => {
    expect([isGuarded(path), isRunnerConfiguration(path), isChecker(path)]).toEqual([true, false, true]);
  });
  it.each([
    ...['src/a.ts', 'a/Makefile', 'a/.drover.yaml', 'a/codecov.yml', 'jest.md', 'vitest.ts', 'my-pytest.ini'],
    ...['node_modules/a/package.json', 'a/node_modules/b/package.json', 'vendor/a/go.mod', 'a/.venv/setup.py'],
  ])('%s is not', (path) => {
    expect(isGuarded(path)).toBe(false);
  });

  it('of many paths those are kept, in their order', () => {
    expect(guardedFiles(['tsconfig.json', 'src/a.ts', 'my_vendor/go.mod', '.npmrc'])).toEqual([
      ...['tsconfig.json', 'my_vendor/go.mod', '.npmrc'],
    ]);
  });
});
