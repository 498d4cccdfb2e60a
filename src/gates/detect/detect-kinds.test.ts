// One row for each mark, command, lock file and name of a test file: whichever is taken out of a table, a row is no longer found.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import { matchAny } from '../../domain/text/match-glob.ts';
import { openSources } from '../sources.ts';
import { lineInFolder } from './below.ts';
import { detectKinds } from './detect-kinds.ts';
import type { Kind } from './kind.ts';
import { recipes } from './make.ts';
import { pytestRoot } from './pytest-root.ts';

type Files = Readonly<Record<string, string>>;

const kinds = async (files: Files) => detectKinds(await openSources(memoryTree(files)));
/** The only kind that is found. */
async function kindOf(files: Files): Promise<Kind> {
  const [kind, ...more] = await kinds(files);
  if (kind === undefined || more.length > 0) throw new Error('not one kind');
  return kind;
}
const empty = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, '']));
const offersOf = ({ offers }: Kind) => Object.fromEntries(offers.map(({ gate, argv }) => [gate, argv.join(' ')]));
const fromOf = ({ offers }: Kind) => Object.fromEntries(offers.map(({ gate, from }) => [gate, from]));
const manifest = (value: object): Files => ({ 'package.json': JSON.stringify(value) });

describe('a project of which only exit codes are read', () => {
  const cargo = { build: 'cargo build', test: 'cargo test', lint: 'cargo clippy' };
  const go = { build: 'go build ./...', test: 'go test ./...', lint: 'go vet ./...' };
  const maven = (program: string) => ({ build: `${program} -B compile`, test: `${program} -B test` });
  const gradle = (program: string) => ({ build: `${program} assemble`, test: `${program} test` });
  const dotnet = { build: 'dotnet build', test: 'dotnet test' };

  it.each<[string, string[], object]>([
    ['rust', ['Cargo.toml'], cargo],
    ['go', ['go.mod'], go],
    ['maven', ['pom.xml'], maven('mvn')],
    ['maven', ['pom.xml', 'mvnw'], maven('./mvnw')],
    ['gradle', ['build.gradle'], gradle('gradle')],
    ['gradle', ['build.gradle.kts', 'gradlew'], gradle('./gradlew')],
    ['dotnet', ['Shop.sln'], dotnet],
    ['dotnet', ['Shop.slnx'], dotnet],
    ['dotnet', ['Shop.csproj'], dotnet],
    ['dotnet', ['Shop.fsproj'], dotnet],
    ['ruby', ['Gemfile'], { test: 'bundle exec rake test' }],
    ['ruby', ['Gemfile', 'lib/spec/a.rb'], { test: 'bundle exec rake test' }],
    ['ruby', ['Gemfile', 'spec/a.rb'], { test: 'bundle exec rspec' }],
    ['php', ['composer.json'], {}],
    ['php', ['composer.json', 'phpunit.xml'], { test: 'vendor/bin/phpunit' }],
    ['php', ['composer.json', 'phpunit.xml.dist'], { test: 'vendor/bin/phpunit' }],
  ])('%s: %j is checked by its own programs', async (kind, files, offers) => {
    const found = await kindOf(empty(...files));
    expect(found).toMatchObject({ kind, absences: {}, setup: [], folders: [] });
    expect(offersOf(found)).toEqual(offers);
    expect(new Set(found.offers.map(({ from }) => from)).size).toBeLessThan(2);
    expect(found.offers.every(({ from }) => files.includes(from))).toBe(true);
  });

  it.each([
    ['[workspace]\nmembers = ["a"]\n', 'cargo test --workspace', 'cargo clippy --workspace'],
    ['[package]\nname = "x"\n[workspace.package]\nversion = "1"\n', 'cargo test', 'cargo clippy'],
    ['[package]\nname = "x"\n\n  [workspace]\n', 'cargo test --workspace', 'cargo clippy --workspace'],
  ])('of a workspace of cargo all packages are tested: %j', async (text, test, lint) => {
    expect(offersOf(await kindOf({ 'Cargo.toml': text }))).toMatchObject({ test, lint });
  });

  it.each([
    ['use ./a\nuse ./b/c/\n', 'go test ./a/... ./b/c/...'],
    ['go 1.22\n\nuse (\n\t./a // the first\n\t"./b/c"\n)\n', 'go test ./a/... ./b/c/...'],
    ['use (\n\t.\n\t./a\n\t./a\n\t./gone\n\t../other\n)\n', 'go test ./... ./a/...'],
    ['// use ./a\n', 'go test ./...'],
  ])('of a workspace of go all modules are tested: %j', async (text, test) => {
    const modules = { ...empty('go.mod', 'a/go.mod', 'a/go.sum', 'b/c/go.mod', 'other/go.mod'), 'go.work': text };
    const found = await kindOf(modules);
    expect(offersOf(found).test).toBe(test);
    expect(found.manifests.includes('a/go.sum')).toBe(test.includes('./a'));
  });

  it('WT-11 modules of go that no file joins are one project, and all of them are tested', async () => {
    const found = await kinds(empty('a/go.mod', 'b/c/go.mod', 'vendor/x/go.mod'));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      kind: 'go',
      manifests: ['a/go.mod', 'b/c/go.mod'],
      tests: expect.arrayContaining(['a/**/*_test.go']),
    });
    expect(found[0]?.offers.find(({ gate }) => gate === 'test')?.argv).toEqual([
      ...['/bin/sh', '-c'],
      's=0; [ ! -d a ] || (cd a && echo "# in a" >&2 && go test ./...) || s=1; [ ! -d b/c ] || (cd b/c && echo "# in b/c" >&2 && go test ./...) || s=1; exit $s',
    ]);
    expect(await kinds(empty('a/go.mod', 'b/package.json'))).toHaveLength(2);
  });

  it.each([
    ['a', 'true', 0],
    ['a', 'false', 1],
    ['b c', 'false', 1],
  ])('L2 modules of which a change left %s alone are judged by that: %s', async (left, tests, code) => {
    const [found] = await kinds(empty('a/go.mod', 'b c/go.mod'));
    const line = found?.offers.find(({ gate }) => gate === 'test')?.argv[2] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'modules-'));
    mkdirSync(join(folder, left), { recursive: true });
    const run = spawnSync('/bin/sh', ['-c', line.replaceAll('go test ./...', tests)], {
      cwd: folder,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect([run.status, run.stderr.replaceAll("'", '')]).toEqual([code, `# in ${left}\n`]);
  });

  it('WT-11 packages of cargo that no workspace joins are one project, and all of them are tested', async () => {
    const workspace = { 'b/Cargo.toml': '[workspace]\nmembers = ["x"]\n', ...empty('b/x/Cargo.toml') };
    const found = await kinds({ ...empty('a/Cargo.toml', 'a/Cargo.lock'), ...workspace });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: 'rust', manifests: ['a/Cargo.toml', 'a/Cargo.lock', 'b/Cargo.toml'] });
    expect(found[0]?.offers.map(({ argv }) => argv[2])).toEqual(
      ['build', 'test', 'clippy'].map(
        (verb) =>
          `s=0; [ ! -d a ] || (cd a && echo "# in a" >&2 && cargo ${verb}) || s=1; [ ! -d b ] || (cd b && echo "# in b" >&2 && cargo ${verb} --workspace) || s=1; exit $s`,
      ),
    );
    expect(await kinds(empty('a/go.mod', 'b/Cargo.toml'))).toHaveLength(2);
  });

  it('a workspace of go needs no module of its own', async () => {
    const found = await kindOf({ ...empty('a/go.mod'), 'go.work': 'use ./a\n' });
    expect(offersOf(found)).toEqual({ build: 'go build ./a/...', test: 'go test ./a/...', lint: 'go vet ./a/...' });
    expect(found.manifests).toEqual(['go.work', 'a/go.mod']);
  });

  it.each([
    'Shop.csprojx',
    'Shop.sln.bak',
    'vendor/a/go.mod',
    'a/fixtures/pom.xml',
    '.x/Cargo.toml',
    'a/b/c/d/go.mod',
    'docs/Gemfile',
    'a/requirements.txt',
    'a/tsconfig.json',
  ])('%s alone is none', async (path) => {
    expect(await kinds(empty(path))).toEqual([]);
  });

  it.each([
    ['Cargo.toml', 'Cargo.lock'],
    ['go.mod', 'go.sum'],
    ...['build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'gradle.lockfile'].map((path) => [
      'build.gradle',
      path,
    ]),
    ...['packages.lock.json', 'Directory.Packages.props', 'global.json'].map((path) => ['Shop.sln', path]),
    ['Gemfile', 'Gemfile.lock'],
    ['composer.json', 'composer.lock'],
    ['build.gradle.kts', 'gradle.lockfile'],
  ])('what is installed with %s follows %s', async (mark = '', lock = '') => {
    expect((await kindOf(empty(mark))).manifests).toEqual([mark]);
    expect((await kindOf(empty(mark, lock, 'other.txt'))).manifests).toEqual([mark, lock]);
  });

  it.each([
    ['Cargo.toml', ['tests/a.txt', 'crates/a/tests/b.rs', 'src/tests.rs'], ['src/lib.rs', 'crates/a/tests/b.txt']],
    ['go.mod', ['a_test.go', 'x/b_test.go', 'x/testdata/a.txt'], ['atest.go', 'testdata.txt']],
    ['pom.xml', ['src/test/A.java', 'a/src/test/x/A.java'], ['src/main/A.java', 'test/A.java']],
    ['build.gradle', ['src/test/A.kt'], ['src/main/A.kt']],
    ['Shop.sln', ['ShopTests/a.cs', 'Shop.Tests/a.txt', 'a/ATest.cs', 'ATests.fs'], ['Shop/a.cs', 'ATest.txt']],
    ['Gemfile', ['spec/a.rb', 'test/a.rb'], ['lib/a.rb', 'lib/spec/a.rb']],
    ['composer.json', ['tests/a.txt', 'src/ATest.php'], ['src/A.php', 'lib/tests/a.txt']],
    ['Makefile', ['test/a', 'tests/a'], ['lib/test/a']],
  ])('with %s tests are %j and not %j', async (mark, tests, others) => {
    const found = await kindOf(empty(mark));
    expect(tests.filter((path) => !matchAny(found.tests, path))).toEqual([]);
    expect(others.filter((path) => matchAny(found.tests, path))).toEqual([]);
  });
});

describe('a repository with no project at its root', () => {
  it('has those of its folders, with all that is theirs in their place', async () => {
    const found = await kindOf({
      'apps/web/package.json': JSON.stringify({ scripts: { test: 'x' }, dependencies: { a: '1' } }),
      'apps/web/package-lock.json': '',
      'apps/web/inner/package.json': JSON.stringify({ scripts: { test: 'y' } }),
      'README.md': '',
    });
    expect(found).toMatchObject({
      ...{ kind: 'node', at: 'apps/web', folders: ['apps/web/node_modules'] },
      setup: [['/bin/sh', '-c', 'cd apps/web && npm ci']],
      manifests: ['apps/web/package.json', 'apps/web/package-lock.json'],
    });
    expect(offersOf(found)).toEqual({ test: '/bin/sh -c cd apps/web && npm test' });
    expect(fromOf(found)).toEqual({ test: 'apps/web/package.json, scripts.test' });
    expect(matchAny(found.tests, 'apps/web/test/a.js')).toBe(true);
    expect(matchAny(found.tests, 'test/a.js')).toBe(false);
  });

  it('has several where there are several, a name with a blank in quotes', async () => {
    const found = await kinds(empty('my api/pyproject.toml', 'worker/go.mod'));
    expect(found.map(({ kind, at }) => [kind, at])).toEqual([
      ['python', 'my api'],
      ['go', 'worker'],
    ]);
    expect(found[0]?.offers[0]?.argv).toEqual(['/bin/sh', '-c', "cd 'my api' && python3 -m pytest"]);
  });

  it('is looked at in its folders only where there is none at the root', async () => {
    expect(await kindOf(empty('go.mod', 'web/package.json'))).toMatchObject({ kind: 'go' });
  });

  it.each([
    ['cd web && npm test', 'web', 'npm test'],
    ['cd ./apps/web/ && npm test', 'apps/web', 'npm test'],
    ['cd ../web && npm test', null, ''],
    ['cd /web && npm test', null, ''],
    ['cd web && npm test && cd ../api && pytest', null, ''],
    ['cd web; npm test', null, ''],
    ['npm test', null, ''],
  ])('a line that goes into a folder first is run there: %s', (text, folder, line) => {
    expect(lineInFolder(['/bin/sh', '-c', text])).toEqual(folder === null ? null : { folder, line });
    expect(lineInFolder(['sh', 'x', text])).toBeNull();
  });

  it.each<[Files, string]>([
    [empty('a/b/pytest.ini', 'a/pytest.ini'), 'a/b'],
    [{ ...empty('pytest.ini'), 'a/b/pyproject.toml': '[project]\n' }, ''],
    [{ ...empty('pytest.ini'), 'a/pyproject.toml': '[tool.pytest.ini_options]\n' }, 'a'],
    [{ 'a/setup.cfg': '[tool:pytest]\n', 'a/b/setup.cfg': '[metadata]\n' }, 'a'],
    [{ 'tox.ini': '[pytest]\n' }, ''],
    [empty('a/setup.py', 'a/b/pyproject.toml'), 'a'],
    [empty('a/pyproject.toml'), 'a'],
    [empty('README.md'), 'a/b'],
  ])('pytest in a/b of %j sees its files from %s', async (files, root) => {
    expect(await pytestRoot(await openSources(memoryTree(files)), 'a/b')).toBe(root);
  });
});

describe('a Node project', () => {
  it.each(['typecheck', 'type-check', 'types', 'check-types', 'check:types'])(
    'checks its types by the script %s before tsc',
    async (name) => {
      const found = await kindOf({ ...manifest({ scripts: { [name]: 'x' } }), 'tsconfig.json': '' });
      expect(offersOf(found)).toEqual({ types: `npm run ${name}` });
      expect(fromOf(found)).toEqual({ types: `package.json, scripts.${name}` });
    },
  );

  it('offers its scripts by name, and says what it has none for', async () => {
    const all = await kindOf(manifest({ scripts: { build: 'a', test: 'b', lint: 'c', other: 'd' } }));
    expect(offersOf(all)).toEqual({ build: 'npm run build', test: 'npm test', lint: 'npm run lint' });
    expect(fromOf(all).test).toBe('package.json, scripts.test');
    expect(all.absences).toEqual({ types: 'there is no tsconfig.json' });
    const none = await kindOf({ 'tsconfig.json': '' });
    expect([offersOf(none), fromOf(none)]).toEqual([
      { types: 'npx --no-install tsc --noEmit' },
      { types: 'tsconfig.json' },
    ]);
    expect(none).toMatchObject({ absences: { test: 'package.json has no test script' }, setup: [], folders: [] });
    const blank = await kindOf(manifest({ scripts: { test: '  ' } }));
    expect(blank).toMatchObject({ offers: [], absences: { test: expect.stringContaining('placeholder') } });
    const broken = 'package.json cannot be read';
    expect(await kindOf({ 'package.json': '{' })).toMatchObject({
      ...{ offers: [], absences: { test: broken, build: broken }, setup: [], folders: [], manifests: ['package.json'] },
    });
  });

  it.each<[string, object, string[], string, string]>([
    ['nothing', {}, [], 'npm test', 'npm install --no-package-lock --no-audit --no-fund'],
    ['a lock of npm', {}, ['package-lock.json', 'yarn.lock'], 'npm test', 'npm ci'],
    ['another of npm', {}, ['npm-shrinkwrap.json', 'bun.lock'], 'npm test', 'npm ci'],
    ['a lock of pnpm', {}, ['pnpm-lock.yaml'], 'pnpm test', 'pnpm install --frozen-lockfile'],
    ['a lock of yarn', {}, ['yarn.lock'], 'yarn test', 'yarn install --frozen-lockfile'],
    ['a modern yarn', {}, ['yarn.lock', '.yarnrc.yml'], 'yarn test', 'yarn install --immutable'],
    ['a lock of bun', {}, ['bun.lock'], 'bun run test', 'bun install --frozen-lockfile'],
    ['an older one', {}, ['bun.lockb'], 'bun run test', 'bun install --frozen-lockfile'],
    ['a name', { packageManager: 'pnpm@9.1.0' }, [], 'pnpm test', 'pnpm install'],
    ['a name of npm', { packageManager: 'npm@10' }, ['yarn.lock'], 'npm test', 'npm ci'],
    ['a name of bun', { packageManager: 'bun@1.1.0' }, [], 'bun run test', 'bun install'],
    ['a yarn that has locked nothing yet', { packageManager: 'yarn@4.1.0' }, [], 'yarn test', 'yarn install'],
    ['an old yarn', { packageManager: 'yarn@1.22.0' }, ['yarn.lock'], 'yarn test', 'yarn install --frozen-lockfile'],
    ['a new yarn', { packageManager: 'yarn@4.1.0' }, ['yarn.lock'], 'yarn test', 'yarn install --immutable'],
    ['a yarn of two digits', { packageManager: 'yarn@10.0.0' }, ['yarn.lock'], 'yarn test', 'yarn install --immutable'],
    [
      'an unknown name',
      { packageManager: 'xyarn@4' },
      [],
      'npm test',
      'npm install --no-package-lock --no-audit --no-fund',
    ],
  ])('with %s', async (_words, more, locks, test, install) => {
    const found = await kindOf({
      ...manifest({ scripts: { test: 'x' }, dependencies: { a: '1' }, ...more }),
      ...empty(...locks),
    });
    expect(offersOf(found).test).toBe(test);
    expect(found.setup.map((argv) => argv.join(' '))).toEqual([install]);
    expect(found.folders).toEqual(['node_modules']);
  });

  it.each([
    ...['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'],
    ...['pnpm-workspace.yaml', '.npmrc', '.yarnrc.yml'],
  ])('what is installed follows %s', async (path) => {
    expect((await kindOf({ ...manifest({}), ...empty(path, 'x.json') })).manifests).toEqual(['package.json', path]);
  });

  it.each([
    ['dependencies', 1],
    ['devDependencies', 1],
    ['optionalDependencies', 1],
    ['peerDependencies', 0],
  ])('of %s', async (list, setups) => {
    expect((await kindOf(manifest({ [list]: { a: '1' } }))).setup).toHaveLength(setups);
    expect((await kindOf(manifest({ [list]: { a: 1 } }))).setup).toEqual([]);
  });

  it('its tests are named as they usually are', async () => {
    const { tests } = await kindOf(manifest({}));
    const endings = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'];
    const named = endings.flatMap((each) => [
      `a.test.${each}`,
      `x/a.spec.${each}`,
      `a-test.${each}`,
      `x/test-a.${each}`,
    ]);
    const all = [...named, 'x/__tests__/a.txt', 'test/a.txt', 'tests/a.txt'];
    expect(all.filter((path) => !matchAny(tests, path))).toEqual([]);
    const others = ['a.test.txt', 'a.js', 'latest.js', 'contest-.js', 'x/test/a.js', 'x/tests/a.js', '__tests__.js'];
    expect(others.filter((path) => matchAny(tests, path))).toEqual([]);
  });
});

describe('packages of one repository', () => {
  const members = (...names: readonly string[]): Files =>
    Object.fromEntries(names.map((name) => [`packages/${name}/package.json`, '{"scripts":{"test":"x"}}']));
  const root = (more: object = {}) => manifest({ workspaces: ['packages/*'], ...more });
  const placeholder = { 'packages/z/package.json': '{"scripts":{"test":"echo Error: no test specified"}}' };

  it('are named by their folders, the first three of more', async () => {
    expect(fromOf(await kindOf({ ...root(), ...members('a', 'b', 'c') })).test).toBe(
      'scripts.test of packages/a, packages/b, packages/c',
    );
    expect(fromOf(await kindOf({ ...root(), ...members('a', 'b', 'c', 'd', 'e') })).test).toBe(
      'scripts.test of packages/a, packages/b, packages/c and 2 more',
    );
  });

  it.each([
    ['npm', 'npm run test --workspaces --if-present', 'npm run test --workspace ./packages/a --if-present'],
    ['yarn', 'npm run test --workspaces --if-present', 'npm run test --workspace ./packages/a --if-present'],
    ['pnpm', 'pnpm --recursive --if-present run test', 'pnpm --filter ./packages/a --if-present run test'],
    ['bun', 'bun run --filter * test', 'bun run --filter ./packages/a test'],
  ])('are tested by %s, all or those that mean it', async (manager, all, some) => {
    const files = { ...root({ packageManager: `${manager}@9` }), ...members('a') };
    expect(offersOf(await kindOf(files)).test).toBe(all);
    expect(offersOf(await kindOf({ ...files, ...placeholder })).test).toBe(some);
    expect(offersOf(await kindOf({ ...root(), ...placeholder })).test).toBeUndefined();
  });

  it.each<[string, Files]>([
    ['a list in an object', manifest({ workspaces: { packages: ['packages/*'] } })],
    ['a slash at the end', manifest({ workspaces: ['packages/*//'] })],
    ['a dot before it', manifest({ workspaces: ['./packages/*'] })],
    ['pnpm', { ...manifest({}), 'pnpm-workspace.yaml': 'packages: ["packages/*", 7]\n' }],
    ['something else beside it', manifest({ workspaces: [7, 'packages/*'] })],
  ])('are found by %s', async (_words, files) => {
    expect(offersOf(await kindOf({ ...files, ...members('a') })).test).toContain('--');
  });

  it.each<[string, Files]>([
    ['a file that cannot be read', { ...manifest({}), 'pnpm-workspace.yaml': 'packages: [' }],
    ['no list', { ...manifest({}), 'pnpm-workspace.yaml': 'packages: packages/*\n' }],
    ['no object', { ...manifest({}), 'pnpm-workspace.yaml': '- packages/*\n' }],
    ['one taken out', manifest({ workspaces: ['packages/*', '!packages/a'] })],
    ['no list in package.json', manifest({ workspaces: 'packages/*' })],
  ])('are none by %s', async (_words, files) => {
    expect((await kindOf({ ...files, ...members('a') })).offers).toEqual([]);
  });

  it('are not those that are installed, and one that cannot be read has no scripts', async () => {
    const found = await kindOf({
      ...manifest({ workspaces: ['packages/**'] }),
      ...{ 'packages/a/package.json': '{', 'packages/a/node_modules/b/package.json': '{"scripts":{"test":"x"}}' },
    });
    expect(found.offers).toEqual([]);
    expect(found.manifests).toEqual(['package.json', 'packages/a/package.json']);
    expect(found.folders).toEqual(['node_modules', 'packages/a/node_modules']);
  });
});

describe('a Python project', () => {
  const project = (more = ''): Files => ({ 'pyproject.toml': `[project]\nname = "shop"\n${more}` });
  const pip = async (files: Files) => (await kindOf(files)).setup[1]?.slice(5);

  it.each([
    ...['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'pytest.ini', '.pytest.ini', 'conftest.py'],
    ...['requirements.txt', 'Pipfile', 'uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock'],
    ...['requirements/a.txt', 'requirements-dev.txt', 'requirements_dev.txt', 'dev-requirements.txt'],
  ])('is known by %s, which is part of what is installed', async (mark) => {
    const found = await kindOf(empty(mark));
    expect(found).toMatchObject({ kind: 'python', manifests: [mark] });
    const from = /.requirements|requirements[^.]/.test(mark) ? 'requirements' : mark;
    expect(found.offers).toMatchObject([{ gate: 'test', from }]);
    expect(found.offers).toHaveLength(1);
  });

  it.each([
    ...['requirements/a/b.txt', 'a/requirements/b.txt', 'a/requirements-dev.txt', 'requirements-dev.txt.bak'],
    ...['docs.txt', 'requirements.in', 'requirementsdev.txt', 'a-b.txt'],
  ])('is not known by %s', async (path) => {
    expect(await kinds(empty(path))).toEqual([]);
  });

  it('names each manifest once', async () => {
    const found = await kindOf(empty('requirements.txt', 'requirements-dev.txt', 'uv.lock', 'tox.ini'));
    expect(found.manifests).toEqual(['tox.ini', 'requirements.txt', 'uv.lock', 'requirements-dev.txt']);
  });

  it.each<[string, Files, string, string]>([
    ['lint', empty('ruff.toml', 'setup.py'), 'ruff check .', 'ruff.toml'],
    ['lint', empty('.ruff.toml', 'setup.py'), 'ruff check .', '.ruff.toml'],
    ['lint', empty('ruff.toml', 'uv.lock'), '.venv/bin/python -m ruff check .', 'ruff.toml'],
    ['lint', { 'pyproject.toml': '[tool.ruff]\n' }, 'ruff check .', 'pyproject.toml, tool.ruff'],
    ['types', { ...empty('uv.lock'), 'mypy.ini': '' }, '.venv/bin/python -m mypy .', 'mypy.ini'],
    ['types', { ...empty('setup.py'), '.mypy.ini': '[mypy]\nfiles=a\n' }, 'python3 -m mypy', '.mypy.ini'],
    ['types', { ...empty('setup.py'), 'mypy.ini': '[mypy]\n  packages = a\n' }, 'python3 -m mypy', 'mypy.ini'],
    ['types', { ...empty('setup.py'), 'mypy.ini': '[mypy]\nmodules = a\n' }, 'python3 -m mypy', 'mypy.ini'],
    ['types', { ...empty('setup.py'), 'mypy.ini': '[mypy]\nmyfiles = a\n' }, 'python3 -m mypy .', 'mypy.ini'],
    ['types', { 'pyproject.toml': '[tool.mypy]\n' }, 'python3 -m mypy .', 'pyproject.toml, tool.mypy'],
    ['types', { 'setup.cfg': '[metadata]\n[mypy]\n' }, 'python3 -m mypy .', 'setup.cfg, mypy'],
  ])('its gate %s with %j', async (gate, files, argv, from) => {
    const found = await kindOf(files);
    expect(offersOf(found)[gate]).toBe(argv);
    expect(fromOf(found)[gate]).toBe(from);
  });

  it('without what configures it a gate is absent', async () => {
    const found = await kindOf({ 'setup.cfg': '[metadata]\nx = [mypy]\n', 'src/mypy.ini': '' });
    expect(offersOf(found)).toEqual({ test: 'python3 -m pytest' });
    expect(found.absences).toEqual({ types: 'mypy is not configured', lint: 'ruff is not configured' });
    expect(offersOf(await kindOf({ 'pyproject.toml': '[tool.ruff' }))).toEqual({ test: 'python3 -m pytest' });
  });

  it.each([
    [['src/shop/__init__.py'], true],
    [['src/shop.py'], true],
    [['src/my-shop/__init__.py'], true],
    [['src/shop/other.py'], false],
    [['lib/src/shop.py'], false],
    [['src/shop.pyc'], false],
    [['src/shop.py', 'src/__init__.py'], false],
  ])('with %j its tests look into src: %s', async (paths, into) => {
    expect(offersOf(await kindOf(empty('setup.py', ...paths))).test).toBe(
      into ? 'env PYTHONPATH=src python3 -m pytest' : 'python3 -m pytest',
    );
  });

  it('its tests are named as they usually are', async () => {
    const { tests } = await kindOf(project());
    const all = ['test_a.py', 'x/test_a.py', 'x/a_test.py', 'x/conftest.py', 'test/a.txt', 'tests/a.txt'];
    expect(all.filter((path) => !matchAny(tests, path))).toEqual([]);
    expect(
      ['atest.py', 'testa.py', 'x/tests/a.txt', 'x/test/a.py', 'test_a.txt'].filter((path) => matchAny(tests, path)),
    ).toEqual([]);
  });

  const wanted = [
    ...['dev', 'devel', 'develop', 'development', 'test', 'tests', 'testing', 'ci', 'local', 'lint', 'typing', 'types'],
    ...['mypy', 'check', 'checks'],
  ];
  it.each(wanted)('development and tests need %s', async (name) => {
    expect(await pip(project(`[project.optional-dependencies]\n${name} = ["x"]\ndocs = ["y"]\n`))).toEqual([
      `.[${name}]`,
    ]);
    expect(await pip(project(`[dependency-groups]\n${name} = ["x"]\ndocs = ["y"]\n`))).toEqual(['x']);
    expect(await pip(empty(`requirements/${name}.txt`, 'requirements/docs.txt'))).toEqual([
      '-r',
      `requirements/${name}.txt`,
    ]);
  });

  it.each(['docs', 'device', 'mydev', 'lints', 'prod'])('they do not need %s', async (name) => {
    expect((await kindOf(project(`[project.optional-dependencies]\n${name} = ["x"]\n`))).setup).toEqual([]);
    expect((await kindOf(project(`[dependency-groups]\n${name} = ["x"]\n`))).setup).toEqual([]);
  });

  it.each(['base', 'common', 'main', 'requirements', 'install', 'default'])(
    'they build on the list %s',
    async (name) => {
      const path = `requirements/${name}.txt`;
      expect(await pip(empty(path, 'requirements/prod.txt'))).toEqual(['-r', path]);
      expect(await pip(empty(path, 'requirements/test.txt'))).toEqual(['-r', path, '-r', 'requirements/test.txt']);
    },
  );
  it.each(['database', 'mainly', 'installer'])('they do not build on the list %s', async (name) => {
    expect(await pip(empty(`requirements/${name}.txt`, 'requirements/test.txt'))).toEqual([
      '-r',
      'requirements/test.txt',
    ]);
  });

  it.each([
    ...['requirements.txt', 'requirements-dev.txt', 'requirements-test.txt', 'requirements-tests.txt'],
    ...['requirements-ci.txt', 'dev-requirements.txt', 'test-requirements.txt', 'tests-requirements.txt'],
    ...['ci-requirements.txt', 'requirements_dev.txt', 'requirements_test.txt', 'requirements_tests.txt'],
  ])('%s is installed into an environment of its own', async (path) => {
    const found = await kindOf(empty(path, 'requirements-docs.txt'));
    expect(found.setup.map((argv) => argv.join(' '))).toEqual([
      'python3 -m venv --system-site-packages .venv',
      `.venv/bin/python -m pip install --disable-pip-version-check -r ${path}`,
    ]);
    expect(found.folders).toEqual(['.venv']);
  });

  it.each([
    ...['shop/__init__.py', 'shop/__about__.py', 'shop/version.py', 'shop/_version.py', 'src/shop/__init__.py'].map(
      (path) => [path, 'from importlib.metadata import version'],
    ),
    ['shop/__init__.py', 'import importlib_metadata'],
    ['shop/__init__.py', 'import pkg_resources'],
  ])('a project that asks for its own version in %s is installed: %s', async (path = '', text = '') => {
    expect(await pip({ ...project(), [path]: text })).toEqual(['.']);
    expect(await pip({ ...empty('setup.py'), [path]: text })).toEqual(['.']);
    expect((await kindOf({ ...empty('tox.ini'), [path]: text })).setup).toEqual([]);
    for (const other of ['shop/other.py', 'a/b/__init__.py', 'shop/xversion.py', 'shop/version.pyi'])
      expect((await kindOf({ ...project(), [other]: text })).setup).toEqual([]);
    expect((await kindOf({ ...project(), [path]: 'import importlib' })).setup).toEqual([]);
  });

  it.each(['setuptools_scm', 'setuptools-scm', 'hatch-vcs'])(
    '%s reads the version from git, which is not there',
    async (tool) => {
      const scm = project(`dependencies = ["a"]\n[build-system]\nrequires = ["${tool}"]\n`);
      expect((await kindOf(scm)).setup[1]?.[1]).toBe('SETUPTOOLS_SCM_PRETEND_VERSION=0');
      const plain = project('dependencies = ["a"]\n[build-system]\nrequires = ["setuptools"]\n');
      expect((await kindOf(plain)).setup[1]?.[0]).toBe('.venv/bin/python');
    },
  );

  it('groups include others once, and a ring of them ends', async () => {
    const groups = (text: string) => pip(project(`[dependency-groups]\n${text}`));
    expect(await groups('dev = [{include-group = "a"}, "x"]\na = [{include-group = "dev"}, "y"]\n')).toEqual([
      'y',
      'x',
    ]);
    expect(await groups('dev = [{include-group = "gone"}, {other = 1}, "x"]\n')).toEqual(['x']);
    expect(await groups('dev = ["x"]\ntest = ["x", "y"]\n')).toEqual(['x', 'y']);
    expect(await groups('dev = "x"\ntest = ["y"]\n')).toEqual(['y']);
  });

  it('names beside the text are left out', async () => {
    expect(
      await pip(project('dependencies = [7, "a"]\n[project.optional-dependencies]\ntest = []\ndev = []\n')),
    ).toEqual(['.[test,dev]']);
    expect((await kindOf(project('dependencies = "a"\n'))).setup).toEqual([]);
  });
});

describe('a Makefile', () => {
  it.each(['GNUmakefile', 'makefile', 'Makefile'])('named %s offers its targets', async (file) => {
    const found = await kindOf({ [file]: 'test: a\n\tx\nlint ::\n\ty\nbuild:\n\tz\n' });
    expect(offersOf(found)).toEqual({ test: 'make test', lint: 'make lint' });
    expect(fromOf(found).test).toBe(`${file}, target test`);
    expect(found).toMatchObject({ kind: 'make', absences: {}, setup: [], folders: [], manifests: [] });
  });

  it.each([
    ['all  test lint:\n', ['test', 'lint']],
    ['test.all: x\n', []],
    ['lint: test\n', ['lint']],
    ['test := 1\n', []],
    ['test:= 1\n', []],
    ['\ttest: x\n', []],
    ['tests:\n', []],
  ])('%j has the targets %j', async (text, targets) => {
    expect((await kindOf({ Makefile: text })).offers.map(({ gate }) => gate)).toEqual(targets);
  });

  it('its recipes are read without what make reads itself', async () => {
    const text = 'a := 1\ntest: b c\n\t@-x 1\n\ty -2\n\nlint.all :\n\t@z\nempty:\nlast:\n\tw';
    expect(await recipes(await openSources(memoryTree({ Makefile: text })))).toEqual({
      ...{ 'make test': 'x 1\ny -2', 'make lint.all': 'z', 'make last': 'w' },
    });
    expect(await recipes(await openSources(memoryTree({})))).toEqual({});
  });
});
