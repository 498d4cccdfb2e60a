import { describe, expect, it } from 'vitest';
import { findRunner } from './find-runner.ts';
import type { Scripts } from './packages-in.ts';
import { phpunit } from './phpunit.ts';
import { nodeScript } from './runner.ts';

const around: Scripts = {
  ...{ test: 'vitest run', unit: 'node --test', py: 'pytest -q', own: 'vitest run --outputFile=x' },
  ...{ both: 'vitest run && node --test', 'make test': 'vitest run', 'make unit': 'node --test', 'make py': 'pytest' },
};
const said = (argv: readonly string[], scripts: Scripts = around): string => {
  const { runner, reach } = findRunner(argv, scripts);
  return `${runner?.name ?? 'none'}, ${reach.flags}, ${reach.files}`;
};
const nothing = 'none, none, no';

describe('the runner that is started', () => {
  it.each([
    ...['node --test', 'node.exe --test', '/usr/bin/node --test', 'node -r x --test a.js'].map((line) => [
      line,
      'node:test',
    ]),
    ...['vitest', 'vitest run', 'bin/vitest run', 'vitest watcher', 'vitest rewatch'].map((line) => [line, 'vitest']),
    ...['node node_modules/vitest/vitest.mjs', 'node node_modules/.bin/vitest', 'node vitest'].map((line) => [
      line,
      'vitest',
    ]),
    ...['jest', 'react-scripts test', 'node node_modules/jest/bin/jest.js', 'node jest'].map((line) => [line, 'jest']),
    ...['node node_modules/.bin/jest', 'node node_modules/jest/bin/jest'].map((line) => [line, 'jest']),
    ...['pytest', 'py.test', 'python -m pytest', 'python3 -m pytest', 'python3.12 -m pytest'].map((line) => [
      line,
      'pytest',
    ]),
    ...['.venv/bin/python -m pytest', 'python3 -X dev -m pytest'].map((line) => [line, 'pytest']),
    ...['python -m unittest', 'python3.12 -X dev -m unittest -v', 'env A=1 uv run python -m unittest'].map((line) => [
      line,
      'unittest',
    ]),
    ...[
      'mocha',
      'mocha --recursive',
      '_mocha',
      'nyc mocha',
      'node node_modules/mocha/bin/mocha.js',
      'ts-mocha a.ts',
    ].map((line) => [line, 'mocha']),
    ...['node node_modules/.bin/_mocha', 'npx mocha'].map((line) => [line, 'mocha']),
  ])('%s is %s', (line, runner) => {
    expect(said(line.split(' '))).toBe(`${runner}, arguments, append`);
  });

  it.each([
    ...['npx jest', 'bunx jest', 'c8 jest', 'nyc jest', 'npx --no-install jest', 'c8 --all jest'],
    ...['env A=1 jest', 'A=1 jest', '_a1=2 jest', 'cross-env A=1 B=2 jest', 'exec jest'],
    ...['pnpm exec jest', 'pnpm dlx jest', 'yarn exec jest', 'yarn dlx jest', 'npm exec jest', 'npm exec --no jest'],
    ...['uv run jest', 'poetry run jest', 'pipenv run jest', 'hatch run jest', 'pdm run jest', 'uv run --frozen jest'],
    ...['yarn jest', 'pnpm jest', 'env npx c8 jest'],
  ])('%s only prepares the way', (line) => {
    expect(said(line.split(' '))).toBe('jest, arguments, append');
  });

  it.each([
    ...[
      'nodes --test',
      'node a.js',
      '--test node',
      'vitest watch',
      'vitest dev',
      'vitest bench',
      'vitest init',
      'vitest list',
    ],
    ...[
      'node myvitest',
      'node vitest/x',
      'node src/vitest.mjs',
      'react-scripts build',
      'node src/myjest',
      'node jest/other',
    ],
    ...['node jest/bin/jest.jsx', 'xpytest', 'pytester', 'ipython -m pytest', 'pythonx -m pytest'],
    ...[
      'python pytest',
      '-m pytest',
      'npm jest',
      'uv pytest',
      'poetry exec pytest',
      '1A=2 jest',
      'x A=1 jest',
      'bun exec jest',
    ],
    ...[
      'npx --yes',
      'mocha init .',
      'node mocha/other.js',
      'go vet ./...',
      'cargo build',
      'cargo build test',
      'mvn compile',
      'mvn',
      'gradle assemble',
      'dotnet build',
      'bundle install rspec',
      'php index.php',
      'gotest',
      'npm',
      'bun test',
      'make',
      'make -k test',
      'npm run',
      'npm run missing',
      'npm start',
      'npm run both',
    ],
  ])('%s is none', (line) => {
    expect(said(line.split(' '))).toBe(nothing);
  });

  it.each([
    ...['vitest run --reporter=json', 'vitest run --outputFile=x', 'vitest --json'].map((line) => [line, 'vitest']),
    ...['jest --json', 'jest --outputFile=x'].map((line) => [line, 'jest']),
    ...['pytest --junitxml=x', 'pytest --junit-xml=x', 'pytest --json=x'].map((line) => [line, 'pytest']),
    ...['node --test --test-reporter=tap', 'node --test --test-reporter-destination=x'].map((line) => [
      line,
      'node:test',
    ]),
  ])('%s says itself where its results go: nothing is added', (line, runner) => {
    expect(said(line.split(' '))).toBe(`${runner}, none, append`);
  });

  it('what takes no names of files is given none', () => {
    const others = {
      'cargo test': ['cargo test', 'cargo +nightly test --offline', 'cargo -q t'],
      maven: ['mvn -B test', './mvnw -q clean verify', 'mvn -Dx=y surefire:test'],
      gradle: ['gradle test', './gradlew :app:check --info', 'gradle integrationTest'],
      phpunit: ['phpunit', 'vendor/bin/phpunit', 'php -d x=1 vendor/bin/phpunit', 'simple-phpunit'],
      'dotnet test': ['dotnet test', '/usr/bin/dotnet test --no-build'],
    };
    for (const [runner, lines] of Object.entries(others))
      for (const line of lines) expect(said(line.split(' ')), line).toBe(`${runner}, arguments, no`);
    for (const line of ['rspec', 'bundle exec rspec', 'bin/rspec spec', 'ruby -I lib bin/rspec'])
      expect(said(line.split(' '))).toBe('rspec, arguments, append');
    for (const line of ['go test ./...', '/usr/lib/go/bin/go test', 'env A=1 go test -v ./a'])
      expect(said(line.split(' '))).toBe('go test, arguments, no');
    expect(said(['go', 'test', '-exec', 'qemu', './...'])).toBe('go test, none, no');
    expect(said(['python3', '-m', 'unittest', 'discover', '-s', 'tests'])).toBe('unittest, arguments, no');
    const scripts = { test: 'python3 -m unittest discover', 'make test': 'python3 -m unittest discover' };
    expect(said(['npm', 'test'], scripts)).toBe('unittest, environment, no');
    expect(said(['make', 'test'], scripts)).toBe('unittest, environment, no');
  });

  it.each(['jest --jsonx', 'jest x--json', 'vitest run --reporter=dot', 'pytest -x--junitxml', 'jest --verbose'])(
    '%s does not',
    (line) => {
      expect(said(line.split(' '))).toMatch(/, arguments, append$/);
    },
  );
});

describe('through a script', () => {
  it.each([
    ['npm test', 'vitest, arguments, after-dashes'],
    ['npm t', 'vitest, arguments, after-dashes'],
    ['npm test -- --silent', 'vitest, arguments, append'],
    ['npm test x-w', 'vitest, arguments, after-dashes'],
    ['npm test -wide', 'vitest, arguments, after-dashes'],
    ['npm run test', 'vitest, arguments, after-dashes'],
    ['npm run unit', 'node:test, environment, after-dashes'],
    ['npm run-script unit', 'node:test, environment, after-dashes'],
    ['npm run --silent unit', 'node:test, environment, after-dashes'],
    ['node --run unit', 'node:test, environment, after-dashes'],
    ['node --run=unit', 'node:test, environment, after-dashes'],
    ['npm run py', 'pytest, arguments, after-dashes'],
    ['pnpm test', 'vitest, arguments, append'],
    ['yarn test', 'vitest, arguments, append'],
    ['yarn run unit', 'node:test, environment, append'],
    ['bun run unit', 'node:test, environment, append'],
    ['npm run own', 'vitest, none, no'],
    ['make test', 'vitest, none, no'],
    ['make unit', 'node:test, environment, no'],
    ['make py', 'pytest, environment, no'],
  ])('%s: %s', (line, expected) => {
    expect(said(line.split(' '))).toBe(expected);
  });

  it.each([
    '-w',
    '-w=a',
    '--workspace',
    '--workspaces',
    '--prefix',
    '-C',
    '--cwd',
    '--filter',
    '-F',
    '-r',
    '--recursive',
  ])('with %s it is another package\u2019s', (flag) => {
    expect(said(['npm', 'test', flag])).toBe(nothing);
  });

  const packages = {
    ...{ ...around, all: 'tsc -b && npm test --workspaces', each: 'npm run unit -ws' },
    ...{ twice: 'npm run each', first: 'npm run unit -ws && echo', dashed: 'tsc && npm run unit -ws -- --silent' },
    ...{ recursive: 'pnpm -r run unit', foreach: 'yarn workspaces foreach -Apt run test' },
    ...{ './packages/a test': 'node --test', './packages/b test': 'npm run own', './packages/b own': 'node --test b' },
    ...{
      './packages/a unit': 'vitest run',
      './packages/b unit': 'vitest run --dir b',
      './packages/a cut': 'jest | cat',
    },
    ...{ './packages/a both': 'jest', './packages/b both': 'vitest run', './packages/a py': 'pytest' },
    ...{ './packages/a own': 'node --test --test-reporter=dot', './x packages/c odd': 'mocha' },
  };
  it.each([
    ['npm run test --workspaces --if-present', 'node:test, environment, no, after-dashes'],
    ['npm test -ws', 'node:test, environment, no, after-dashes'],
    ['npm test -w packages/a', 'node:test, environment, no, after-dashes'],
    ['npm run unit --workspace ./packages/a --workspace=packages/b/', 'vitest, arguments, no, after-dashes'],
    ['npm run unit --workspaces -- --silent', 'vitest, arguments, no, append'],
    ['pnpm --recursive --if-present run test', 'node:test, environment, no, append'],
    ['pnpm --filter ./packages/a run unit', 'vitest, arguments, no, append'],
    ['yarn workspaces run test', 'node:test, environment, no, append'],
    ['yarn workspaces --silent run unit', 'vitest, arguments, no, append'],
    ['yarn workspaces foreach --all --topological run test', 'node:test, environment, no, append'],
    ['yarn run foreach', 'node:test, environment, no, append'],
    ['bun run --filter * unit', 'vitest, arguments, no, append'],
    ['npm run all', 'node:test, environment, no, after-dashes'],
    ['/bin/sh -c npm_test_--workspaces', 'node:test, environment, no, after-dashes'],
    ['npm run each', 'vitest, arguments, no, after-dashes-twice'],
    ['npm run dashed', 'vitest, arguments, no, after-dashes'],
    ['npm run each -- --silent', 'vitest, none, no, undefined'],
    ['pnpm run each', 'vitest, none, no, undefined'],
    ['npm run recursive', 'vitest, none, no, undefined'],
    ['npm run twice', 'vitest, none, no, undefined'],
    ['npm run first', 'vitest, none, no, after-dashes'],
    ['/bin/sh -c npm_run_each', 'vitest, none, no, undefined'],
    ['npm run odd --workspaces', 'mocha, environment, no, after-dashes'],
    ['npm run cut --workspaces', 'jest, none, no, undefined'],
    ...[
      ['npm run both --workspaces', 'two runners'],
      ['npm run py --workspaces', 'no report by itself'],
      ['npm run own --workspace packages/a --workspace @ws/b', 'one that nobody knows'],
      ['npm test --workspaces --prefix other', 'elsewhere'],
      ['npm start --workspaces', 'no script'],
      ['yarn workspaces info', 'no script of yarn'],
      ['yarn workspaces foreach --since run test', 'some of them'],
      ['yarn workspaces foreach --exclude a run test', 'all but one'],
      ['yarn workspace a run test', 'a name, and no folder'],
    ].map(([line]) => [line, 'none, none, no, undefined']),
  ])('of packages, %s: %s', (line = '', expected) => {
    const argv = line.split(' ').map((word) => word.replaceAll('_', ' '));
    const found = findRunner(argv, packages);
    expect(`${said(argv, packages)}, ${found.reach.each}`).toBe(expected);
  });

  it.each([
    ['tsc ; vitest run', 'vitest, arguments, after-dashes'],
    ['tsc & vitest run', 'vitest, arguments, after-dashes'],
    ['tsc\nvitest run', 'vitest, arguments, after-dashes'],
    ['cd x && vitest run', 'vitest, arguments, after-dashes'],
    ['pushd x && npm run unit', nothing],
    ['echo $X && node --test', 'node:test, environment, after-dashes'],
    ['tsc || vitest run', 'vitest, none, no'],
    ['vitest run > out', 'vitest, none, no'],
    ['vitest run < in', 'vitest, none, no'],
    ['vitest run | cat', 'vitest, none, no'],
    ['node --test > out', 'node:test, environment, no'],
    ['node --test && echo', 'node:test, environment, no'],
    ['node --test a && node --test b', 'node:test, none, no'],
    ['(cd a && go test ./...) || s=1; (cd b && go test ./...) || s=1; exit $s', 'go test, environment, no'],
    ['(cd a && go test ./...); (cd b && go test -exec x ./...)', 'go test, none, no'],
    ['(cd a && cargo test) || s=1; (cd b && cargo test --workspace) || s=1; exit $s', 'cargo test, environment, no'],
    ['(cd a && cargo test); (cd b && cargo test -- --logfile x)', 'cargo test, none, no'],
    ['(jest)', 'jest, none, no'],
    ['(pytest -q)', 'pytest, environment, no'],
    ['vitest run a && vitest run b', 'vitest, none, no'],
    ['node --test --test-reporter=tap', 'node:test, none, no'],
    ['pytest -q && echo', 'pytest, environment, no'],
    ['pytest a && pytest b', 'pytest, none, no'],
    ['npm run unit', 'node:test, environment, no'],
    ['npm run own', 'vitest, none, no'],
    ['npm run py', 'pytest, environment, no'],
    ['npm run further', 'node:test, environment, no'],
    ['npm test', nothing],
    ['NODE_OPTIONS=--x node --test', 'node:test, none, no'],
    ['export NODE_OPTIONS=--x; node --test', 'node:test, none, no'],
    ['PYTEST_ADDOPTS=-q pytest', 'pytest, arguments, after-dashes'],
    ['PYTHONPATH=src python -m unittest', 'unittest, none, no'],
    ['for each in a b\ndo\nnode --test $each\ndone', 'node:test, none, no'],
    ['sh run.sh', 'node:test, environment, no'],
    ['bash -eu ./run.sh', 'node:test, environment, no'],
    ['./run.sh --fast', 'node:test, environment, no'],
    ['sh -c run.sh', nothing],
    ['sh other.sh', nothing],
    ['', nothing],
  ])('a body of %j: %s', (test, expected) => {
    expect(
      said(['npm', 'test'], { ...around, test, further: 'npm run unit', 'sh run.sh': 'set -eu\nnode --test "$@"' }),
    ).toBe(expected);
  });

  it.each([
    ['node --test', 'node:test, environment, no'],
    ['vitest run', 'vitest, none, no'],
    ['npm run unit | cat', 'node:test, environment, no'],
    ['pytest && echo', 'pytest, environment, no'],
    ['', nothing],
  ])('to a line for a shell nothing is added: %j: %s', (line, expected) => {
    expect(said(['/bin/sh', '-c', line])).toBe(expected);
    expect(said(['/bin/sh', '-x', line])).toBe(nothing);
  });
});

it.each([
  ['phpunit', true],
  ['php8.2 vendor/bin/phpunit', true],
  ['notphp vendor/bin/phpunit', false],
  ['php other.php', false],
])('%s runs phpunit: %s', (line, runs) => expect(phpunit.isIt(line.split(' '))).toBe(runs));

it.each([
  ['OK (5 tests, 4 assertions)', { passed: 5, failed: 0, skipped: 0 }],
  ['Tests: 9, Assertions: 4, Errors: 1, Failures: 2, Skipped: 1, Incomplete: 2.', { passed: 3, failed: 3, skipped: 3 }],
])('phpunit prints %j', (text, counts) => expect(phpunit.printed?.counts(text)).toMatchObject(counts));

it.each([
  ['node --inspect a.js', 'a.js'],
  ['node a.js --flag-', 'a.js'],
  ['node --test a.js', ''],
  ['deno a.js', ''],
])('the script of %j is %j', (line, script) => expect(nodeScript(line.split(' '))).toBe(script));
