import { describe, expect, it } from 'vitest';
import { agentFiles } from '../../test/fakes/footprints.ts';
import { memoryTree } from '../../test/fakes/memory-tree.ts';
import { sayHeld } from '../domain/evidence/gate-plan.ts';
import type { GatePlan, GateSettings } from '../ports/gates.ts';
import { createGates } from './create-gates.ts';
import { program } from './runners/program.ts';

const SETTINGS: GateSettings = {
  gates: {},
  setup: null,
  tests: null,
  protect: [],
  tdd: { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' },
  sources: {},
};

type Files = Readonly<Record<string, string>>;
const plan = (files: Files, settings: Partial<GateSettings> = {}) =>
  createGates(agentFiles).plan(memoryTree(files), { ...SETTINGS, ...settings });
const gate = ({ gates }: GatePlan, name: string) => gates.find((each) => each.gate === name);
const manifest = (value: object) => ({ 'package.json': JSON.stringify(value) });

describe('detection', () => {
  it('CM-69 a configured command overrides what is detected, and says who wrote it', async () => {
    const files = manifest({ scripts: { test: 'vitest run' } });
    const found = await plan(files, { gates: { test: 'python3 -m pytest -q' }, sources: { test: 'person' } });
    expect(gate(found, 'test')).toMatchObject({
      argv: ['python3', '-m', 'pytest', '-q'],
      source: 'person',
      runner: 'pytest',
      absent: null,
    });
    expect(gate(await plan(files), 'test')).toMatchObject({
      argv: ['npm', 'test'],
      source: 'detected',
      runner: 'vitest',
    });
  });

  it('CM-69 pyproject, package.json and Cargo are known, ruff only where it is configured', async () => {
    const python = await plan({ 'pyproject.toml': '[project]\nname = "x"\n' });
    expect(gate(python, 'test')).toMatchObject({ argv: ['python3', '-m', 'pytest'], runner: 'pytest' });
    expect(gate(python, 'lint')?.absent).toEqual({ verdict: 'skipped', why: 'ruff is not configured' });
    const ruff = await plan({ 'pyproject.toml': '[tool.ruff]\nline-length = 100\n[tool.mypy]\nstrict = true\n' });
    expect(gate(ruff, 'lint')?.argv).toEqual(['ruff', 'check', '.']);
    expect(gate(ruff, 'types')?.argv).toEqual(['python3', '-m', 'mypy', '.']);
    expect(gate(await plan({ 'pyproject.toml': '[tool.ruff.lint]\nselect = []' }), 'lint')?.absent).toBeNull();
    expect(gate(await plan({ 'Cargo.toml': '[package]' }), 'test')).toMatchObject({
      argv: ['cargo', 'test'],
      runner: 'cargo test',
    });
  });

  it.each([
    ['go.mod', 'go', ['go', 'test', './...']],
    ['pom.xml', 'maven', ['mvn', '-B', 'test']],
    ['build.gradle.kts', 'gradle', ['gradle', 'test']],
    ['Shop.csproj', 'dotnet', ['dotnet', 'test']],
    ['Gemfile', 'ruby', ['bundle', 'exec', 'rake', 'test']],
    ['setup.py', 'python', ['python3', '-m', 'pytest']],
    ['tox.ini', 'python', ['python3', '-m', 'pytest']],
  ])('%s is a %s project', async (file, kind, argv) => {
    const found = await plan({ [file]: '' });
    expect(found.kinds).toEqual([kind]);
    expect(gate(found, 'test')?.argv).toEqual(argv);
  });

  it('PC-21 several kinds of project are all named, and what is unclear is not configured until somebody says it', async () => {
    const files = { ...manifest({ scripts: { test: 'jest' } }), 'pyproject.toml': '' };
    const found = await plan(files);
    expect(found.kinds).toEqual(['node', 'python']);
    expect(gate(found, 'test')?.absent).toMatchObject({ verdict: 'not_configured' });
    expect(gate(found, 'test')?.absent?.why).toMatch(/npm test.*python3 -m pytest/);
    expect(gate(await plan(files, { gates: { test: 'npm test' } }), 'test')).toMatchObject({
      runner: 'jest',
      absent: null,
    });
  });

  it('one kind alone offering a gate is clear; a Makefile is asked last', async () => {
    const two = await plan({ ...manifest({ scripts: { lint: 'eslint .' } }), 'pyproject.toml': '' });
    expect(gate(two, 'lint')?.argv).toEqual(['npm', 'run', 'lint']);
    const make = { Makefile: '.PHONY: test\ntest: deps\n\t@python3 -m pytest -q\n' };
    expect(gate(await plan({ ...make, 'go.mod': '' }), 'test')?.argv).toEqual(['go', 'test', './...']);
    expect(gate(await plan(make), 'test')).toMatchObject({
      argv: ['make', 'test'],
      runner: 'pytest',
      reach: { flags: 'environment', files: 'no' },
    });
    expect(gate(await plan({ Makefile: 'test := 1\nall:\n\techo\n' }), 'test')?.absent?.verdict).toBe('not_configured');
  });

  it.each([
    [{ 'pyproject.toml': '' }, ['python3 -m pytest'], 'node: package.json has no test script'],
    [{ 'Cargo.toml': '' }, ['cargo test'], '`cargo test` (Cargo.toml)'],
  ])('WT-11 what tests a mixed project is never guessed: %j', async (other, offers, why) => {
    const files = { ...manifest({ scripts: { build: 'tsc' } }), ...other };
    const absent = gate(await plan(files), 'test')?.absent;
    expect(absent).toMatchObject({ verdict: 'not_configured', offers });
    expect(absent?.why).toContain(why);
    const said = await plan(files, { gates: { test: 'cargo test --all' }, sources: { test: 'person' } });
    expect(gate(said, 'test')).toMatchObject({ argv: ['cargo', 'test', '--all'], absent: null });
  });

  it('WT-11 the one project of a repository is found in its folder, and is read by test as at the root', async () => {
    const web = { 'web/package.json': '{"scripts":{"test":"node --test"},"dependencies":{"a":"1"}}', 'README.md': '' };
    const found = await plan(web);
    expect(found).toMatchObject({ kinds: ['node'], dependencyFolders: ['web/node_modules'] });
    expect(gate(found, 'test')).toMatchObject({
      ...{ argv: ['/bin/sh', '-c', 'cd web && npm test'], runner: 'node:test', at: 'web', absent: null },
      reach: { flags: 'environment', files: 'no' },
    });
    const script = {
      'web/package.json': '{"scripts":{"test":"sh scripts/test.sh"}}',
      'web/scripts/test.sh': 'node --test',
    };
    expect((await plan(script)).guarded).toContain('web/scripts/test.sh');
    expect((await plan(web, { setup: ['make deps'] })).dependencyFolders).toEqual(['web/node_modules']);
    const said = await plan({ ...web, 'api/go.mod': '' }, { gates: { test: 'cd web && npm test' } });
    expect(gate(said, 'test')).toMatchObject({ runner: 'node:test', at: 'web' });
  });

  it('WT-11 of several projects in folders none is guessed, and each is offered with its folder', async () => {
    const found = await plan({ 'web/package.json': '{"scripts":{"test":"jest"}}', 'api/pyproject.toml': '' });
    expect(gate(found, 'test')?.absent).toMatchObject({
      verdict: 'not_configured',
      offers: ["/bin/sh -c 'cd api && python3 -m pytest'", "/bin/sh -c 'cd web && npm test'"],
    });
  });

  it('WT-11 tests that only the packages of one repository have are found', async () => {
    const root = (more: object = {}) =>
      manifest({ private: true, workspaces: ['packages/*', '!packages/old'], ...more });
    const members = {
      'packages/a/package.json': '{"scripts":{"test":"node --test"}}',
      'packages/b/package.json': '{"scripts":{"lint":"eslint ."}}',
      'packages/old/package.json': '{"scripts":{"test":"exit 1"}}',
    };
    const npm = await plan({ ...root(), ...members });
    expect(gate(npm, 'test')?.argv).toEqual(['npm', 'run', 'test', '--workspaces', '--if-present']);
    expect(gate(npm, 'test')).toMatchObject({
      ...{ runner: 'node:test', reach: { flags: 'environment', files: 'no', each: 'after-dashes' } },
    });
    const led = {
      'packages/c/package.json': '{"scripts":{"test":"node tools/run.js"}}',
      'packages/c/tools/run.js': '',
    };
    expect((await plan({ ...root(), ...led })).guarded).toContain('packages/c/tools/run.js');
    expect(gate(npm, 'lint')?.argv).toEqual(['npm', 'run', 'lint', '--workspaces', '--if-present']);
    expect(npm.setup).toEqual([['npm', 'install', '--no-package-lock', '--no-audit', '--no-fund']]);
    expect(npm.dependencyFolders).toEqual(['node_modules', 'packages/a/node_modules', 'packages/b/node_modules']);
    const own = await plan({ ...root({ scripts: { test: 'vitest run' } }), ...members });
    expect(gate(own, 'test')?.argv).toEqual(['npm', 'test']);
    const empty = { 'packages/c/package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' };
    const some = await plan({ ...root(), ...members, ...empty });
    expect(gate(some, 'test')?.argv).toEqual(['npm', 'run', 'test', '--workspace', './packages/a', '--if-present']);
    const pnpm = await plan({
      ...manifest({}),
      ...members,
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      'pnpm-lock.yaml': '',
    });
    expect(gate(pnpm, 'test')?.argv).toEqual(['pnpm', '--recursive', '--if-present', 'run', 'test']);
    expect(pnpm.setup).toEqual([['pnpm', 'install', '--frozen-lockfile']]);
  });

  it('WT-09 mypy checks what it is configured to check', async () => {
    const types = async (files: Files) => gate(await plan({ 'setup.py': '', ...files }), 'types')?.argv;
    const plain = ['python3', '-m', 'mypy'];
    expect(await types({ 'pyproject.toml': '[tool.mypy]\nstrict = true\n' })).toEqual([...plain, '.']);
    for (const key of ['files = ["src"]', 'packages = ["shop"]', 'modules = ["a"]'])
      expect(await types({ 'pyproject.toml': `[tool.mypy]\n${key}\n` })).toEqual(plain);
    expect(await types({ 'mypy.ini': '[mypy]\nfiles = src\n[mypy-x]\n' })).toEqual(plain);
    expect(await types({ 'mypy.ini': '[mypy]\n[mypy-x]\nfiles = src\n' })).toEqual([...plain, '.']);
    expect(await types({ 'setup.cfg': '[mypy]\nfiles = src\n' })).toEqual(plain);
  });

  it('CM-72 nothing found is not configured, which is never a pass; red cannot be proven then', async () => {
    const found = await plan({ 'README.md': '' });
    expect(gate(found, 'test')?.absent?.verdict).toBe('not_configured');
    expect(gate(found, 'red-first')?.absent?.verdict).toBe('not_configured');
    expect(found.kinds).toEqual([]);
  });

  it('the placeholder of npm init is no test command', async () => {
    const found = await plan(manifest({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }));
    expect(gate(found, 'test')?.absent?.verdict).toBe('not_configured');
    expect(gate(found, 'test')?.absent?.why).toContain('placeholder');
  });

  it('a report of coverage and its figures are part of what is frozen; a command alone has none', async () => {
    const word = { run: 'npm run coverage', report: 'coverage/lcov.info', core: { paths: ['src/core/**'], min: 90 } };
    const of = async (gates: GateSettings['gates']) => await plan(manifest({ scripts: {} }), { gates });
    const found = await of({ coverage: { ...word, min: 80 } });
    expect(gate(found, 'coverage')).toMatchObject({
      argv: ['npm', 'run', 'coverage'],
      coverage: { report: 'coverage/lcov.info', min: 80, core: word.core },
    });
    expect(found.definitions).not.toBe((await of({ coverage: { ...word, min: 79 } })).definitions);
    expect(gate(await of({ coverage: 'npm run coverage' }), 'coverage')).not.toHaveProperty('coverage');
  });

  it('coverage without a command is the tests once more, of a runner whose lines can be seen', async () => {
    const of = async (test: string | false, source: GateSettings['sources'] = {}) =>
      gate(
        await plan(manifest({ scripts: {} }), { gates: { test, coverage: { min: 80 } }, sources: source }),
        'coverage',
      );
    const seen = await of('node --test', { coverage: 'person' });
    expect(seen).toMatchObject({
      argv: ['node', '--test'],
      runner: 'node:test',
      source: 'person',
      coverage: { min: 80 },
    });
    expect(seen?.coverage).not.toHaveProperty('report');
    for (const [test, why] of [
      ['go test ./...', 'nobody can see the lines that go test runs; name a command with its `report`'],
      ['make check', 'nobody knows what runs the tests; name a command with its `report`'],
      [false, 'no command runs the tests, so nobody can see their lines'],
    ] as const)
      expect((await of(test))?.absent).toEqual({ verdict: 'not_configured', why });
  });

  it('PC-22 limits and rules for text are gates where somebody configured them, and nothing runs for them', async () => {
    const limits = { function: 50, nesting: 3 };
    const gates = { limits, text: ['ascii'] as const };
    const found = await plan({}, { gates, sources: { limits: 'person' } });
    const plain = { argv: [], runner: null, absent: null };
    expect(gate(found, 'limits')).toMatchObject({ ...plain, source: 'person', holds: { kind: 'limits', ...limits } });
    expect(gate(found, 'text')).toMatchObject({ ...plain, source: 'base', holds: { kind: 'text', rules: ['ascii'] } });
    expect(found.gates.flatMap(({ holds }) => (holds === undefined ? [] : sayHeld(holds)))).toEqual([
      ...['function 50, nesting 3', 'ascii'],
    ]);
    expect(gate(await plan({}), 'limits')).toBeUndefined();
    expect(gate(await plan({}, { gates: { limits: false } }), 'limits')?.absent?.verdict).toBe('not_configured');
    const others = { ...gates, limits: { ...limits, nesting: 4 } };
    expect((await plan({}, { gates: others })).definitions).not.toBe(found.definitions);
  });

  it('PC-20 without tsconfig.json types are skipped with the reason, with it tsc runs', async () => {
    const files = manifest({ scripts: { test: 'node --test' } });
    expect(gate(await plan(files), 'types')?.absent).toEqual({ verdict: 'skipped', why: 'there is no tsconfig.json' });
    expect(gate(await plan({ ...files, 'tsconfig.json': '{}' }), 'types')?.argv).toEqual([
      'npx',
      '--no-install',
      'tsc',
      '--noEmit',
    ]);
  });

  it('a manifest that cannot be read is said, not guessed around', async () => {
    expect(gate(await plan({ 'package.json': '{' }), 'test')?.absent?.why).toContain('package.json cannot be read');
  });
});

describe('commands', () => {
  it('plain words are split, what needs a shell is handed to one whole', async () => {
    const found = await plan({}, { gates: { test: `node --test 'a b'`, lint: 'a | b', docs: 'echo $HOME' } });
    expect(gate(found, 'test')?.argv).toEqual(['node', '--test', 'a b']);
    expect(gate(found, 'lint')?.argv).toEqual(['/bin/sh', '-c', 'a | b']);
    expect(gate(found, 'docs')?.argv).toEqual(['/bin/sh', '-c', 'echo $HOME']);
    const blanks = await plan({}, { gates: { test: 'npm test\n', lint: ' a | b \n' } });
    expect(gate(blanks, 'test')?.argv).toEqual(['npm', 'test']);
    expect(gate(blanks, 'lint')?.argv).toEqual(['/bin/sh', '-c', 'a | b']);
  });

  it('WT-08 a gate that is off is not configured, and says by whom', async () => {
    const files = manifest({ scripts: { test: 'node --test', lint: 'eslint .' } });
    const mine = await plan(files, { gates: { lint: false }, sources: { lint: 'person' } });
    const why = 'not configured by you: gates.lint is off';
    expect(gate(mine, 'lint')).toMatchObject({
      ...{ argv: [], source: 'person' },
      absent: { verdict: 'not_configured', why, chosen: true },
    });
    const theirs = await plan(files, { gates: { test: '' }, sources: { test: 'base' } });
    expect(gate(theirs, 'test')?.absent?.why).toBe(
      'not configured: .drover.yaml of the base says that gates.test is off',
    );
    expect(gate(theirs, 'red-first')?.absent?.verdict).toBe('not_configured');
  });

  it('a gate may have a time limit of its own', async () => {
    const found = await plan({}, { gates: { test: { run: 'npm test', timeout: '90s' }, lint: { run: 'eslint .' } } });
    expect(gate(found, 'test')).toMatchObject({ argv: ['npm', 'test'], deadlineMs: 90_000 });
    expect(gate(found, 'lint')).toMatchObject({ argv: ['eslint', '.'], deadlineMs: 15 * 60_000 });
  });

  it.each([
    ['vitest run', 'vitest', 'arguments'],
    ['tsc && vitest run', 'vitest', 'arguments'],
    ['vitest run && echo done', 'vitest', 'none'],
    ['vitest run | cat', 'vitest', 'none'],
    ['cross-env A=1 npx jest --ci', 'jest', 'arguments'],
    ['react-scripts test', 'jest', 'arguments'],
    ['node --import tsx --test "src/**/*.test.ts"', 'node:test', 'environment'],
    ['npm run unit', 'node:test', 'environment'],
    ['npm run unit && npm run unit', 'node:test', 'none'],
    ['node --test --test-reporter=dot', 'node:test', 'none'],
    ['poetry run pytest', 'pytest', 'arguments'],
    ['mocha', 'mocha', 'environment'],
  ])('the runner behind `%s` is %s, reached by %s', async (body, runner, flags) => {
    const found = await plan(manifest({ scripts: { test: body, unit: 'node --test' } }));
    expect(gate(found, 'test')).toMatchObject({ runner, reach: { flags } });
  });

  it.each([
    'ava',
    'npm test',
    'vitest run && node --test',
    'npm test --workspaces',
    'turbo run test',
    'cd sub && npm run unit',
    'node build.js',
  ])('behind `%s` only exit codes are read', async (body) => {
    const found = await plan(manifest({ scripts: { test: body, unit: 'node --test' } }));
    expect(gate(found, 'test')).toMatchObject({ runner: null, absent: null });
  });

  it('an open quote is refused with the gate', async () => {
    await expect(plan({}, { gates: { test: `node 'x` } })).rejects.toMatchObject({
      failure: { error_code: 'CONFIG_INVALID', details: { gate: 'test' } },
    });
  });

  it('built-in gates are listed with the others', async () => {
    const found = await plan(manifest({ scripts: { test: 'node --test' } }));
    const builtIn = found.gates.filter(({ source }) => source === 'built-in').map((each) => each.gate);
    expect(builtIn).toEqual(['red-first', 'tamper', 'secrets', 'hooks']);
    expect(gate(found, 'red-first')?.absent).toBeNull();
  });
});

describe('what is handed to a runner by name', () => {
  const only = ['tests/a.json', 'tests/test_a.py', 'test/a.test.js', 'test/b.test.tsx', 'tests/__snapshots__/a.snap'];
  it.each([
    ['pytest', ['tests/test_a.py']],
    ['node --test', ['test/a.test.js']],
    ['vitest run', ['test/a.test.js', 'test/b.test.tsx']],
    ['jest', ['test/a\\.test\\.js', 'test/b\\.test\\.tsx']],
  ])('WT-17 %s gets only what it can collect', async (test, files) => {
    const definition = gate(await plan({}, { gates: { test } }), 'test');
    if (definition === undefined) throw new Error('no gate');
    const { argv } = program(definition, '/w', '/s', only);
    expect(argv.filter((word) => word.includes('test/') || word.includes('tests/'))).toEqual(files);
  });
});

describe('set-up', () => {
  const dependent = manifest({ dependencies: { a: '1' } });

  it.each([
    ['package-lock.json', ['npm', 'ci']],
    ['pnpm-lock.yaml', ['pnpm', 'install', '--frozen-lockfile']],
    ['yarn.lock', ['yarn', 'install', '--frozen-lockfile']],
    ['bun.lock', ['bun', 'install', '--frozen-lockfile']],
  ])('%s decides', async (lock, argv) => {
    const found = await plan({ ...dependent, [lock]: '' });
    expect(found.setup).toEqual([argv]);
    expect(found.dependencyFolders).toEqual(['node_modules']);
  });

  it('a modern yarn installs immutably; requirements make a virtual environment that the gates use', async () => {
    expect((await plan({ ...dependent, 'yarn.lock': '', '.yarnrc.yml': '' })).setup).toEqual([
      ['yarn', 'install', '--immutable'],
    ]);
    const python = await plan({ 'requirements.txt': 'x' });
    expect(python.setup.map(([program]) => program)).toEqual(['python3', '.venv/bin/python']);
    expect(python.dependencyFolders).toEqual(['.venv']);
    expect(gate(python, 'test')?.argv).toEqual(['.venv/bin/python', '-m', 'pytest']);
  });

  it.each([
    ['uv.lock', ['uv', 'sync', '--frozen', '--no-editable']],
    ['poetry.lock', ['env', 'POETRY_VIRTUALENVS_IN_PROJECT=1', 'poetry', 'install', '--no-interaction']],
    ['pdm.lock', ['pdm', 'sync', '--no-editable']],
    ['Pipfile.lock', ['env', 'PIPENV_VENV_IN_PROJECT=1', 'pipenv', 'sync', '--dev']],
    ['Pipfile', ['env', 'PIPENV_VENV_IN_PROJECT=1', 'pipenv', 'install', '--dev', '--skip-lock']],
  ])('WT-11 a Python project with %s is set up by its own tool', async (lock, argv) => {
    const found = await plan({ 'pyproject.toml': '[project]\nname = "x"\n', [lock]: '' });
    expect(found.setup).toEqual([argv]);
    expect(found.dependencyFolders).toEqual(['.venv']);
    expect(gate(found, 'test')?.argv).toEqual(['.venv/bin/python', '-m', 'pytest']);
  });

  it('WT-11 pip installs what pyproject, its groups and lists of requirements name for tests', async () => {
    const pip = async (files: Files) => (await plan(files)).setup[1]?.slice(5);
    const project = (more: string) => ({ 'pyproject.toml': `[project]\nname = "shop"\n${more}` });
    expect(await pip(project('dependencies = ["attrs"]\n'))).toEqual(['.']);
    const extras = '[project.optional-dependencies]\ntest = ["pytest"]\ndocs = ["sphinx"]\n';
    expect(await pip(project(extras))).toEqual(['.[test]']);
    const groups =
      '[dependency-groups]\ndocs = ["sphinx"]\ntest = ["pytest>=8"]\ndev = [{include-group = "test"}, "ruff"]\n';
    expect(await pip(project(groups))).toEqual(['pytest>=8', 'ruff']);
    const lists = { 'requirements/base.txt': '', 'requirements/test.txt': '', 'requirements/production.txt': '' };
    expect(await pip(lists)).toEqual(['-r', 'requirements/base.txt', '-r', 'requirements/test.txt']);
    expect(await pip({ 'requirements/all.txt': '' })).toEqual(['-r', 'requirements/all.txt']);
    expect((await plan(project(''))).setup).toEqual([]);
    const asks = { 'src/shop/__init__.py': 'from importlib.metadata import version\n' };
    expect(await pip({ ...project(''), ...asks })).toEqual(['.']);
    const scm = project('dependencies = ["attrs"]\n[build-system]\nrequires = ["setuptools", "setuptools-scm"]\n');
    expect((await plan(scm)).setup[1]?.slice(0, 3)).toEqual([
      ...['env', 'SETUPTOOLS_SCM_PRETEND_VERSION=0', '.venv/bin/python'],
    ]);
  });

  it('WT-11 with a src layout the tests meet the code of the tree', async () => {
    const found = await plan({ 'pyproject.toml': '[project]\nname = "x"\n', 'src/shop/__init__.py': '' });
    expect(gate(found, 'test')).toMatchObject({
      ...{ argv: ['env', 'PYTHONPATH=src', 'python3', '-m', 'pytest'], runner: 'pytest' },
      reach: { flags: 'arguments', files: 'append' },
    });
    expect(found.setup).toEqual([]);
  });

  it('no dependencies, no set-up; a configured one wins', async () => {
    expect((await plan(manifest({ scripts: {} }))).setup).toEqual([]);
    expect((await plan(dependent, { setup: ['make deps', 'a && b'] })).setup).toEqual([
      ['make', 'deps'],
      ['/bin/sh', '-c', 'a && b'],
    ]);
    expect((await plan(dependent, { setup: [] })).setup).toEqual([]);
  });

  it('the keys change with lock file and command, and not with the order of keys', async () => {
    const files = { ...dependent, 'package-lock.json': '1' };
    const [one, other] = [await plan(files), await plan({ ...files, 'package-lock.json': '2' })];
    expect(one.dependencyKey).not.toBe(other.dependencyKey);
    expect((await plan({ ...files, 'src/a.ts': 'x' })).dependencyKey).toBe(one.dependencyKey);
    const [ab, ba] = [
      await plan(files, { gates: { x: 'a', y: 'b' } }),
      await plan(files, { gates: { y: 'b', x: 'a' } }),
    ];
    expect(ab.definitions).toBe((await plan(files, { gates: { x: 'a', y: 'b' } })).definitions);
    expect(ab.definitions).toBe(ba.definitions);
    expect(ab.definitions).not.toBe(one.definitions);
    expect(one.definitions).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('files', () => {
  it('test files follow the language, configured globs win', async () => {
    const gates = createGates(agentFiles);
    const node = await plan(manifest({}));
    for (const path of ['src/a.test.ts', 'test/x.js', 'a/__tests__/b.js']) expect(gates.isTest(node, path)).toBe(true);
    for (const path of ['src/a.ts', 'node_modules/x/a.test.js', 'contest/a.js'])
      expect(gates.isTest(node, path)).toBe(false);
    const python = await plan({ 'setup.py': '' });
    expect(gates.isTest(python, 'pkg/test_a.py')).toBe(true);
    const own = await plan(manifest({}), { tests: ['checks/'] });
    expect([gates.isTest(own, 'checks/deep/.x'), gates.isTest(own, 'test/x.js')]).toEqual([true, false]);
  });

  it('what gates read is guarded', async () => {
    const found = await plan({
      ...manifest({}),
      'vitest.config.ts': '',
      'tsconfig.json': '',
      'src/a.ts': '',
      'conftest.py': '',
      '.npmrc': '',
    });
    expect(found.guarded).toEqual(['.npmrc', 'conftest.py', 'package.json', 'tsconfig.json', 'vitest.config.ts']);
  });
});

describe('what a plan says of each gate', () => {
  const absences = async (files: Files) =>
    Object.fromEntries(
      (await plan(files)).gates.map((each) => [each.gate, each.absent && `${each.absent.verdict}: ${each.absent.why}`]),
    );

  it('gates come in one order, configured ones by name, each with its time', async () => {
    const found = await plan(manifest({ scripts: { test: 'jest', lint: 'x' } }), {
      gates: { z: 'jest', b: 'x', lint: 'jest' },
    });
    expect(found.gates.map(({ gate: name, deadlineMs, runner }) => [name, deadlineMs / 60_000, runner])).toEqual([
      ...[
        ['build', 1, null],
        ['test', 20, 'jest'],
        ['types', 1, null],
        ['lint', 15, null],
        ['b', 15, null],
        ['z', 15, 'jest'],
      ],
      ...[
        ['red-first', 20, 'jest'],
        ['tamper', 1, null],
        ['secrets', 1, null],
        ['hooks', 10, null],
      ],
    ]);
    expect(gate(found, 'lint')).toMatchObject({ source: 'base', argv: ['jest'] });
    expect(gate(found, 'lint')).not.toHaveProperty('reach');
    expect(gate(found, 'hooks')).toMatchObject({ source: 'built-in', argv: [], absent: null });
  });

  it('what is not there is told by its reason', async () => {
    const unknown = 'no known kind of project was found';
    expect(await absences({})).toMatchObject({
      build: `not_configured: ${unknown}; name a command with gates.build`,
      test: `not_configured: ${unknown}; name a command with gates.test`,
      types: `skipped: ${unknown}`,
      lint: `not_configured: ${unknown}; name a command with gates.lint`,
      'red-first': 'not_configured: red cannot be proven: no command runs the tests',
    });
    expect(await absences({ 'composer.json': '' })).toMatchObject({
      build: 'skipped: nothing that builds it was found',
      test: 'not_configured: nothing that tests it was found; name a command with gates.test',
      types: 'skipped: nothing that checks types was found',
      lint: 'skipped: nothing that lints it was found',
    });
    expect((await absences({ ...manifest({}), 'composer.json': '' })).types).toBe('skipped: there is no tsconfig.json');
    expect((await absences({ ...manifest({}), 'setup.py': '' })).types).toBe(
      'skipped: there is no tsconfig.json; mypy is not configured',
    );
  });

  it('what several kinds offer is told with where it was found', async () => {
    const lint = gate(await plan({ 'Cargo.toml': '', 'go.mod': '', Makefile: 'lint:\n' }), 'lint')?.absent;
    expect(lint).toEqual({
      verdict: 'not_configured',
      why: 'more than one kind of project: `cargo clippy` (Cargo.toml), `go vet ./...` (go.mod), `make lint` (Makefile, target lint); say which with gates.lint',
      offers: ['cargo clippy', 'go vet ./...'],
    });
    const test = gate(await plan({ ...manifest({}), 'composer.json': '', Makefile: 'test:\n' }), 'test')?.absent;
    expect(test).toEqual({
      verdict: 'not_configured',
      why: 'more than one kind of project: node: package.json has no test script; say which with gates.test',
      offers: ['make test'],
    });
    expect(gate(await plan({ ...manifest({}), Makefile: 'test:\n' }), 'test')?.argv).toEqual(['make', 'test']);
  });

  it.each<[Files, readonly string[]]>([
    [manifest({}), ['node_modules']],
    [{ 'setup.py': '' }, ['.venv']],
    [{ 'composer.json': '' }, ['vendor']],
    [{ 'go.mod': '' }, []],
    [{ 'uv.lock': '' }, ['.venv']],
  ])('a set-up of one\u2019s own fills the usual folders: %j', async (files, folders) => {
    expect((await plan(files, { setup: ['  ', 'make deps  '] })).setup).toEqual([['make', 'deps']]);
    expect((await plan(files, { setup: ['make deps'] })).dependencyFolders).toEqual(folders);
    expect((await plan(files, { setup: [] })).dependencyFolders).toEqual([]);
  });

  it('without a known kind tests are named as they usually are anywhere; with several as in each', async () => {
    const gates = createGates(agentFiles);
    const none = await plan({});
    for (const path of ['test/a', 'tests/a', 'x/a.test.c', 'x/a.spec.rb', 'x/test_a.c', 'x/a_test.c'])
      expect(gates.isTest(none, path), path).toBe(true);
    for (const path of ['x/test/a', 'latest.c', 'x/.venv/test_a.c', 'node_modules/a.test.c'])
      expect(gates.isTest(none, path), path).toBe(false);
    const two = await plan({ 'go.mod': '', 'setup.py': '' });
    expect(['a_test.go', 'test_a.py', 'a.test.js'].map((path) => gates.isTest(two, path))).toEqual([true, true, false]);
    expect(new Set(two.tests).size).toBe(two.tests.length);
  });

  it('its definitions follow all that was said', async () => {
    const { definitions } = await plan({});
    const tdd = { ...SETTINGS.tdd, docs: 'enforce' } as const;
    for (const settings of [{ protect: ['a'] }, { tdd }, { tests: ['a'] }, { setup: ['a'] }, { gates: { a: 'b' } }])
      expect((await plan({}, settings)).definitions).not.toBe(definitions);
    expect((await plan({ 'tsconfig.json': '' })).definitions).not.toBe(definitions);
    expect((await plan({}, { largest: 7 })).definitions).toBe(definitions);
    const key = async (setup: readonly string[]) => (await plan({}, { setup })).dependencyKey;
    expect(await key(['a'])).not.toBe(await key(['b']));
  });
});
