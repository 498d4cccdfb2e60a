// One path for each word of a list: whichever is taken out, a file is no longer known for what it is.
import { describe, expect, it } from 'vitest';
import * as kinds from './kinds-of-files.ts';

type Ask = (path: string) => boolean;
const table: Readonly<Record<string, readonly [Ask, readonly string[], readonly string[]]>> = {
  'a manifest': [
    kinds.isManifest,
    [
      ...['package.json', 'a/pyproject.toml', 'setup.py', 'Cargo.toml', 'go.mod', 'go.work', 'pom.xml', 'build.gradle'],
      ...['build.gradle.kts', 'a/b/shop.csproj', 'Gemfile', 'a/composer.json', '.drover.yaml'],
    ],
    ['packages.json', 'Gemfile.lock', 'a/.drover.yaml', 'setup.pyc'],
  ],
  'read unasked': [
    kinds.isReadUnasked,
    [
      ...['.env', 'a/.env.local', '.babelrc', '.babelrc.js', 'babel.config.cjs', 'a/.swcrc', 'a/__mocks__/b.js'],
      ...['pytest.py', '_pytest.py', 'a/unittest.py', 'pluggy.py', 'coverage.py'],
      ...['pytest/__init__.py', '_pytest/__init__.py', 'unittest/__init__.py', 'pluggy/__init__.py'],
      ...['coverage/__init__.py', '.prettierignore', 'a/.ignore', '.ruffignore', '.oxlintignore', 'tsconfig.json'],
    ],
    [
      ...['.env.example', '.env.sample', '.env.template', '.env.dist', 'a/.env.defaults.example', '.env.test.example'],
      ...['.env.test.sample', '.env.test.template', '.env.a.dist', 'package.json', 'Makefile', 'vendor/a/.env'],
      ...['node_modules/a/.babelrc', '.venv/lib/pytest/__init__.py', 'a.env', 'src/a.py', 'gitignore'],
    ],
  ],
  'a Makefile': [
    kinds.isMakefile,
    ['Makefile', 'a/makefile', 'GNUmakefile', 'justfile', 'a/Justfile'],
    ['Makefile.md', 'aMakefile', 'MAKEFILE', 'ajustfile'],
  ],
  'an ignore file': [kinds.isIgnoreFile, ['.gitignore', 'a/.gitignore'], ['a.gitignore', '.gitignore.bak']],
  prose: [
    kinds.isProse,
    [
      ...['a.md', 'a.markdown', 'a.rst', 'a.adoc', 'a.TXT', 'LICENSE', 'a/license-mit', 'NOTICE', 'CHANGELOG'],
      ...['AUTHORS', 'README', 'a/readme.first'],
    ],
    ['a.mdx', 'a.md.js', 'mylicense', 'license/a.js'],
  ],
  'a script': [
    kinds.isScript,
    ['a.sh', 'a.bash', 'a.zsh', 'a.mk', 'a.ps1', 'a.bat', 'a.cmd'],
    ['a.sh.md', 'ash', 'a.fish', 'a.js'],
  ],
  'a script that checks': [
    kinds.isCheck,
    [
      ...['test.sh', 'tests.sh', 'check.sh', 'checks.sh', 'verify.sh', 'ci.sh', 'lint.sh', 'run.sh'],
      ...['my-test-a.sh', 'my_check.bash', 'a.lint.sh'],
    ],
    ['latest.sh', 'a/test/b.sh', 'install.sh', 'test.js', 'testing.sh', 'runner.sh'],
  ],
  'what ships': [
    kinds.ships,
    [
      ...['src', 'lib', 'app', 'apps', 'cmd', 'internal', 'pkg', 'server', 'client', 'web', 'public', 'static'],
      ...['assets', 'components', 'pages'],
    ].flatMap((folder) => [`${folder}/a.sh`, `packages/shop/${folder}/a.sh`, `apps/shop/${folder}/a.sh`]),
    ['a/src/b.sh', 'srcs/a.sh', 'src', 'package/shop/src/a.sh', 'packages/a/b/src/c.sh'],
  ],
  'a tool': [
    kinds.isTool,
    [
      ...['tool', 'tools', 'tooling', 'script', 'scripts', 'ci', '.ci', 'hack', 'dev', 'devtools', 'harness'],
      ...['.config', 'tasks'],
    ].flatMap((folder) => [`${folder}/a.mjs`, `a/${folder}/b.mjs`]),
    [
      'mytools/a.mjs',
      'tools',
      'toolings/a',
      'node_modules/a/scripts/b.js',
      'vendor/tools/a',
      '.venv/tools/a',
      'config/a',
    ],
  ],
  data: [
    kinds.isData,
    ['a.json', 'a.yaml', 'a.csv', 'a', 'a.shx'],
    ['sh', 'bash', 'zsh', 'fish', 'mk', 'make', 'ps1', 'bat', 'cmd', 'pl', 'lua', 'tcl', 'awk', 'sed', 'js', 'py'].map(
      (ending) => `a.${ending}`,
    ),
  ],
};

describe.each(Object.entries(table))('%s', (_, [is, these, others]) => {
  it.each(these)('is %s', (path) => expect(is(path)).toBe(true));
  it.each(others)('is not %s', (path) => expect(is(path)).toBe(false));
});

describe('beside tests', () => {
  const plan = { tests: ['test/**'] };
  const named = new Set(['test/cart.js']);
  const helpers = [
    ...['helper', 'helpers', 'util', 'utils', 'support', 'setup', 'set-up', 'teardown', 'tear-down', 'fixture'],
    ...['fixtures', 'common', 'mock', 'mocks', 'stub', 'stubs', 'fake', 'fakes', 'harness', 'testing', 'HELPER'],
  ];
  const beside = (path: string, told: ReadonlySet<string> = new Set()) => kinds.isBesideTests(plan, told, path);

  it.each(helpers)('%s says so in a name, where tests have none', (word) => {
    for (const path of [
      `test/${word}.js`,
      `test/${word}/a.js`,
      `test/my-${word}.js`,
      `test/my_${word}_b.js`,
      `test/a.${word}.js`,
    ])
      expect(beside(path), path).toBe(true);
    for (const path of [`test/a${word}.js`, `test/${word}a.js`]) expect(beside(path), path).toBe(false);
  });

  it('all that is no test by its name, where tests are known by theirs', () => {
    expect(beside('test/basket.js', named)).toBe(true);
    expect(beside('test/cart.js', named)).toBe(false);
    expect(beside('src/basket.js', named)).toBe(false);
  });

  it('data, and nothing that is written for people', () => {
    expect(beside('test/a.json')).toBe(true);
    expect(beside('test/README.md', named)).toBe(false);
  });

  it.each([
    ...['a.test.js', 'a.spec.ts', 'a.cy.js', 'a.e2e.js', 'a-test.js', 'a_test.go', 'a_tests.py', 'a-spec.rb'],
    ...['test_a.py', 'test-a.js', 'spec_a.rb', 'test.a.js', 'ATest.java', 'ATests.kt', 'ASpec.scala', 'AIT.java'],
    ...['ATestCase.php', 'ATest.groovy', 'ATests.cs', 'ATest.fs'],
  ])('%s is a test by its name', (name) => {
    expect(beside(`test/${name}`, named)).toBe(false);
  });
});
