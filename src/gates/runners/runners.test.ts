// What each runner is known by, and what it is told: one line for each way to start it, and one for each that is nearly that.
import { describe, expect, it } from 'vitest';
import type { Counts } from '../../domain/evidence/verdict.ts';
import { isRunnerConfiguration } from '../guarded-files.ts';
import { runners } from './runners.ts';

const runnerNamed = (name: string) => {
  const found = runners.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};

type Row = {
  readonly starts: readonly string[];
  readonly others: readonly string[];
  /** What it is told, for a report at `/s/report`. */
  readonly flags: readonly string[];
  /** Words that say already where results go. */
  readonly taken: readonly string[];
  readonly free: readonly string[];
  readonly takes: readonly string[];
  readonly leaves: readonly string[];
  readonly turned: readonly string[];
  /** What it prints, and what that counts. */
  readonly prints: readonly (readonly [text: string, counts: Partial<Counts> | null])[];
};

const scripts = ['a.js', 'a.mjs', 'a.cjs', 'a.ts', 'a.mts', 'a.cts', 'a.jsx', 'a.tsx'];
const noScripts = ['a.json', 'a.js.snap', 'ajs', 'a.css'];

const table: Readonly<Record<string, Row>> = {
  vitest: {
    starts: [
      'vitest',
      'vitest run',
      '/w/node_modules/.bin/vitest',
      'node node_modules/vitest/vitest.mjs',
      'node x/vitest',
    ],
    others: [
      ...['vitest watch', 'vitest dev', 'vitest bench', 'vitest init', 'vitest list', 'vitest-x', 'node avitest'],
      ...['node vitest.js', 'node --test vitest'],
    ],
    flags: ['--reporter=default', '--reporter=json', '--outputFile.json=/s/report'],
    taken: ['--outputFile=a', '--outputFile.json=a', '--reporter=json', '--json'],
    free: ['--reporter=dot', '--jsonx', 'x--json', '--out'],
    takes: scripts,
    leaves: noScripts,
    turned: ['--sequence.shuffle', '--sequence.seed=28'],
    prints: [
      [' Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 2 passed (3)\n', { passed: 2, failed: 1 }],
      ['      Tests  3 passed (3)\n', { passed: 3, failed: 0 }],
      ['nothing', null],
    ],
  },
  jest: {
    starts: [
      'jest',
      'node node_modules/jest/bin/jest',
      'node node_modules/.bin/jest',
      'jest --ci',
      'react-scripts test',
      'node node_modules/jest/bin/jest.js',
      'node x/jest/bin/jest',
      'node jest',
    ],
    others: ['react-scripts build', 'jest-x', 'node ajest', 'node jest.js', 'jests'],
    flags: ['--json', '--outputFile=/s/report'],
    taken: ['--outputFile=a', '--json'],
    free: ['--jsonp', 'a--json'],
    takes: scripts,
    leaves: noScripts,
    turned: ['--randomize', '--seed=28'],
    prints: [
      ['Tests:       1 failed, 2 passed, 3 total\n', { passed: 2, failed: 1 }],
      ['Test Suites: 1 failed, 1 total\nTests:       0 total\n', { failed: 1 }],
      ['Tests: many', null],
    ],
  },
  mocha: {
    starts: [
      'mocha',
      '_mocha',
      'ts-mocha',
      'mocha run',
      'node node_modules/mocha/bin/mocha.js',
      'node .bin/_mocha',
      'node mocha',
    ],
    others: ['mocha init', 'amocha', 'mochas', 'node amocha', 'node mocha.py'],
    flags: ['--require=/s/ours/preload.cjs'],
    taken: [],
    free: ['--reporter=json', '--require=a'],
    takes: scripts,
    leaves: noScripts,
    turned: [],
    prints: [
      ['  3 passing (12ms)\n  1 pending\n  2 failing\n', { passed: 3, failed: 2, skipped: 1 }],
      ['      3 passing\n', null],
      ['3 passings', null],
    ],
  },
  pytest: {
    starts: ['pytest', 'py.test', '/w/.venv/bin/pytest -q', 'python -m pytest', 'python3.12 -m pytest x'],
    others: ['pytests', 'apytest', 'python pytest', 'python -m pytest_x', 'pythons -m pytest', 'pyXtest'],
    flags: [
      ...['--junitxml=/s/report', '-o', 'junit_family=xunit1', '-p', 'no:cacheprovider'],
      '--continue-on-collection-errors',
    ],
    taken: ['--junitxml=a', '--junit-xml=a', '--json'],
    free: ['--junit=a', '--jsonx', 'a--json'],
    takes: ['a.py', 'tests/test_a.py'],
    leaves: ['a.pyc', 'apy', 'a.pyi'],
    turned: [],
    prints: [
      ['===== 9 passed, 1 failed, 1 error in 0.1s =====\n', { passed: 9, failed: 2 }],
      ['1 failed, 2 passed, 3 skipped in 0.1s\n', { passed: 2, failed: 1, skipped: 3 }],
      ['1 passed\n2 passed in 0.1s\nend\n', { passed: 2 }],
      ['====== no tests ran in 0.01s ======\n', { passed: 0, failed: 0 }],
      ['no tests ran in 0.01s\n', { passed: 0, failed: 0 }],
      ...['errors', 'xfailed', 'xpassed', 'deselected', 'warnings', 'warning'].map(
        (word) => [`2 ${word} in 0.1s\n`, {}] as const,
      ),
      ['said: 2 passed', null],
      ['2 passes', null],
    ],
  },
  unittest: {
    starts: ['python -m unittest', 'python3 -m unittest discover -s tests'],
    others: ['unittest', 'python unittest', 'python -m unittests', 'python3 x.py -m'],
    flags: ['/s/ours'],
    taken: [],
    free: ['--junitxml=a'],
    takes: ['a.py'],
    leaves: ['a.pyc'],
    turned: [],
    prints: [
      ['Ran 7 tests in 0.002s\n\nOK\n', { passed: 7, failed: 0 }],
      ['Ran 1 test in 0.002s\n\nOK (skipped=1)\n', { passed: 0, skipped: 1 }],
      ['Ran 7 tests in 0.002s\n\nFAILED (failures=2, errors=1, skipped=1)\n', { passed: 3, failed: 3, skipped: 1 }],
      ['Ran 7 tests in 0.002s\n\nFAILED (unexpected successes=2)\n', { passed: 5, failed: 2 }],
      ['Ran 7 tests in 0.002s\n\nOK (expected failures=3)\n', { passed: 4, skipped: 3 }],
      ['Ran 0 tests in 0.000s\n\nNO TESTS RAN\n', { passed: 0 }],
      ['Ran 1 test in 1s\nOK\nRan 2 tests in 1s\nOK\n', { passed: 3 }],
      ['Ran 7 tests in 0.002s\n', null],
      ['OK\nRan 7 tests in 0.002s\n', null],
      ['said: Ran 7 tests in 1s\nOK\n', null],
    ],
  },
  'go test': {
    starts: ['go test', '/usr/bin/go test ./...'],
    others: ['go build', 'gotest', 'go', 'go vet test'],
    flags: ['-count=1', '-exec=/s/ours/exec'],
    taken: ['-exec', '--exec=a', '-exec=a'],
    free: ['-execs', 'a-exec', '-json'],
    takes: ['a_test.go'],
    leaves: ['a.go', 'a_test.gox', 'test.go'],
    turned: ['-shuffle=28'],
    prints: [
      ['ok  \ta\t0.01s\nok  \tb\t0.01s\nFAIL\tc\t0.1s\n', { passed: 2, failed: 1 }],
      ['ok  \ta\t0.01s [no tests to run]\n?   \tb\t[no test files]\nok  \tc\t0.1s\n', { passed: 1 }],
      ['okay\nFAILED a\n', null],
      ['FAIL\n', null],
    ],
  },
  'cargo test': {
    starts: ['cargo test', 'cargo t', 'cargo --locked test', 'cargo +nightly test', '/root/.cargo/bin/cargo test -q'],
    others: ['cargo build', 'cargo tests', 'cargo', 'cargo build test', 'acargo test'],
    flags: [],
    taken: ['--logfile', '--logfile=a'],
    free: ['--logfiles', 'a--logfile'],
    takes: ['tests/a.rs'],
    leaves: ['a.rsx', 'ars'],
    turned: [],
    prints: [
      [
        'test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured\ntest result: FAILED. 1 passed; 3 failed; 0 ignored; 0 measured\n',
        { passed: 3, failed: 3, skipped: 1 },
      ],
      ['said: test result: ok. 2 passed; 0 failed; 1 ignored;', null],
      ['test result: ok. 2 passed; 0 failed;', null],
    ],
  },
  rspec: {
    starts: ['rspec', 'parallel_rspec', '/w/bin/rspec spec', 'ruby -S bin/rspec', 'ruby rspec'],
    others: ['arspec', 'rspecs', 'ruby spec.rb', 'ruby arspec', 'ruby bin/rspecs', 'parallel'],
    flags: ['--no-fail-fast', '--format', 'progress', '--format', 'json', '--out', '/s/report'],
    taken: ['--out', '--out=a'],
    free: ['--output', '--outs', 'a--out'],
    takes: ['spec/a_spec.rb'],
    leaves: ['spec/a.rb', 'a_spec.rbx', 'spec.rb'],
    turned: ['--order', 'rand:28'],
    prints: [
      ['5 examples, 1 failure, 2 pending\n', { passed: 2, failed: 1, skipped: 2 }],
      ['1 example, 0 failures\n', { passed: 1, failed: 0 }],
      ['said: 5 examples, 0 failures\n', null],
      ['5 examples, 1 failure, 1 error occurred outside of examples\n', { passed: 4, failed: 2 }],
      ['5 example', null],
    ],
  },
  maven: {
    starts: [
      ...['mvn test', './mvnw -B test', 'mvn.cmd package', 'mvnw.cmd verify', 'mvn clean install', 'mvn surefire:test'],
    ],
    others: ['mvn compile', 'mvn', 'mvn tests', 'mvnx test', 'amvn test', 'mvn xtest'],
    flags: ['-Dsurefire.reportNameSuffix=s'],
    taken: ['-Dsurefire.reportNameSuffix=a'],
    free: ['-Dsurefire.reportNameSuffix', 'x-Dsurefire.reportNameSuffix=a', '-DsurefireXreportNameSuffix=a'],
    takes: ['ATest.java', 'ATest.kt'],
    leaves: ['ATest.javac', 'ATest.kts', 'Ajava'],
    turned: ['-Dsurefire.runOrder=reversealphabetical'],
    prints: [
      ['[ERROR] Tests run: 7, Failures: 1, Errors: 2, Skipped: 1\n', { passed: 3, failed: 3, skipped: 1 }],
      ['[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0  \n', { passed: 2, failed: 0, skipped: 0 }],
      ['said: [INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n', null],
      ['[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s\n', null],
      ['Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n', null],
      ['[INFO] Tests run: 1, Failures: 1, Errors: 1, Skipped: 0\n', { passed: 0, failed: 2 }],
    ],
  },
  gradle: {
    starts: [
      ...[
        'gradle test',
        './gradlew test',
        'gradlew.bat check',
        'gradle.bat build',
        'gradle :app:test',
        'gradle app:check',
      ],
      'gradle integrationTest',
    ],
    others: ['gradle assemble', 'gradle', 'gradle tests', 'gradle Test', 'agradle test', 'gradle latest'],
    flags: ['--init-script', '/s/ours/report.init.gradle', '-Ddrover.reports=/s/report'],
    taken: [],
    free: ['--init-script', '-Ddrover.reports=a'],
    takes: ['ATest.java', 'ATest.kt'],
    leaves: ['ATest.groovy', 'Akt'],
    turned: [],
    prints: [
      ['3 tests completed, 1 failed, 1 skipped\n', { passed: 1, failed: 1, skipped: 1 }],
      ['1 test completed, 1 failed\n', { passed: 0, failed: 1, skipped: 0 }],
      ['3 tests completed, 1 skipped\n', { passed: 2, failed: 0, skipped: 1 }],
      ['1 test completed\n2 tests completed\n', { passed: 2 }],
      ['said: 3 tests completed', null],
    ],
  },
  phpunit: {
    starts: [
      ...[
        'phpunit',
        'vendor/bin/phpunit',
        'simple-phpunit',
        'phpunit.phar',
        'php vendor/bin/phpunit',
        'php8.2 phpunit',
      ],
    ],
    others: ['phpunits', 'aphpunit', 'php a.php', 'phpx phpunit', 'php'],
    flags: ['--log-junit', '/s/report'],
    taken: ['--log-junit', '--log-junit=a'],
    free: ['--log-junits', 'a--log-junit', '--log'],
    takes: ['tests/ATest.php'],
    leaves: ['tests/A.php', 'ATest.phpt', 'ATestXphp'],
    turned: ['--order-by=reverse'],
    prints: [
      ['OK (5 tests, 4 assertions)\n', { passed: 5, failed: 0 }],
      ['OK (1 test, 1 assertion)\n', { passed: 1 }],
      [
        'Tests: 9, Assertions: 4, Errors: 1, Failures: 2, Skipped: 1, Incomplete: 2.\n',
        { passed: 3, failed: 3, skipped: 3 },
      ],
      ['Tests: 1, Assertions: 4.\n', { passed: 1, failed: 0, skipped: 0 }],
      ['No tests executed!\n', { passed: 0 }],
      ['said: No tests executed!\n', null],
      ['said: OK (5 tests, 4 assertions)\n', null],
      ['said: Tests: 1, Assertions: 4.\n', null],
    ],
  },
  'dotnet test': {
    starts: ['dotnet test', 'dotnet.exe test A.sln', '/usr/bin/dotnet test'],
    others: ['dotnet build', 'dotnet', 'dotnets test', 'adotnet test', 'dotnet x test'],
    flags: ['--logger', 'trx', '--results-directory', '/s/report'],
    taken: ['--results-directory', '--report-trx', '--results-directory=a'],
    free: ['--report-trxs', '--logger', 'a--report-trx'],
    takes: ['ATests.cs'],
    leaves: ['ATests.csx', 'Acs'],
    turned: [],
    prints: [
      [
        'Failed!  - Failed:     1, Passed:     3, Skipped:     2, Total:     6, Duration: 5 ms - A.dll\nPassed!  - Failed: 0, Passed: 1, Skipped: 0, Total: 1, Duration: 5 ms - B.dll\n',
        { passed: 4, failed: 1, skipped: 2 },
      ],
      ['Skipped! - Failed: 0, Passed: 0, Skipped: 1, Total: 1\n', { skipped: 1 }],
      ['said Passed! - Failed: 0, Passed: 1, Skipped: 0, Total: 1\n', null],
    ],
  },
  'node:test': {
    starts: ['node --test', 'node --import x --test a.js', '/usr/bin/node --test', 'node.exe --test'],
    others: ['node a.js', '--test', 'node --test-only', 'nodes --test'],
    flags: [],
    taken: ['--test-reporter=tap', '--test-reporter-destination=a'],
    free: ['--test', 'a--test-reporter'],
    takes: ['a.js', 'a.mjs', 'a.cjs', 'a.ts', 'a.mts', 'a.cts'],
    leaves: ['a.jsx', 'a.tsx', 'a.json', 'ajs'],
    turned: ['--test-randomize', '--test-random-seed=1'],
    prints: [
      ['# pass 3\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 1\n', { passed: 3, failed: 2 }],
      ['ℹ pass 3\nℹ fail 0  \n', { passed: 3, failed: 0 }],
      ['pass 3', null],
      ['# passes 3\n# pass 3 of 4', null],
    ],
  },
};

describe.each(Object.entries(table))('%s', (name, row) => {
  const runner = runnerNamed(name);
  const { report, files, order, printed } = runner;

  it.each(row.starts)('is started by %s', (line) => expect(runner.isIt(line.split(' '))).toBe(true));
  it.each(row.others)('is not started by %s', (line) => expect(runner.isIt(line.split(' '))).toBe(false));
  it('is the only one that these start', () => {
    for (const line of row.starts)
      expect(runners.filter(({ isIt }) => isIt(line.split(' '))).map((each) => each.name)).toEqual([name]);
  });

  if (row.flags.length > 0) it('is told to report', () => expect(report.flags('/s/report')).toEqual(row.flags));
  it('is told in which other order to run', () => expect(order?.flags ?? []).toEqual(row.turned));

  it('what says already where results go is known', () => {
    expect(row.taken.filter((word) => !report.taken.test(word))).toEqual([]);
    expect(row.free.filter((word) => report.taken.test(word))).toEqual([]);
  });

  it('takes its own files', () => {
    expect(row.takes.filter((path) => !files.takes.test(path))).toEqual([]);
    expect(row.leaves.filter((path) => files.takes.test(path))).toEqual([]);
  });

  it.each(row.prints)('%j is counted', (text, counts) => {
    if (counts === null) expect(printed.counts(text)).toBeNull();
    else expect(printed.counts(text)).toMatchObject(counts);
  });
});

describe('what is known of each', () => {
  const mark = { name: 'k7', mark: 'k7_1', like: [], path: 'a/ATest.kt', was: '' };

  it.each([
    ['vitest', null, false],
    ['jest', null, false],
    ['mocha', null, true],
    ['node:test', null, false],
    ['pytest', null, true],
    ['unittest', null, true],
    ['rspec', null, true],
    ['cargo test', null, false],
    ['go test', 'k7_1_test.go', false],
    ['maven', 'Ck7_1Test.kt', false],
    ['gradle', 'Ck7_1Test.kt', false],
    ['phpunit', 'Ck7_1Test.php', false],
    ['dotnet test', 'Ck7_1Tests.cs', false],
  ])('%s: tests of ours stand in the file, or in %s beside it; files share a process: %s', (name, beside, shared) => {
    const { canary } = runnerNamed(name);
    expect([canary.beside?.(mark) ?? null, canary.shared]).toEqual([beside, shared]);
  });

  it.each([
    ['go test', { in: 'own', word: '.report' }],
    ['cargo test', { in: 'own', word: '.report' }],
    ['maven', { in: 'checkout', word: '-s.xml' }],
    ['gradle', { in: 'own', word: '.xml' }],
    ['dotnet test', { in: 'own', word: '.trx' }],
  ])('%s writes several reports', (name, wanted) => {
    const { several } = runnerNamed(name).report;
    expect({ in: several?.in, word: several?.word('/s/reports') }).toEqual(wanted);
  });

  it.each([
    ['cargo test', ['ours/binary.sh'], undefined],
    ['dotnet test', [], ['.cs', '.fs']],
    ['go test', ['ours/exec'], undefined],
    ['gradle', ['ours/report.init.gradle'], ['.java', '.kt']],
    ['maven', [], ['.java', '.kt']],
    ['mocha', ['ours/preload.cjs', 'ours/reporter.cjs'], undefined],
    ['unittest', ['ours/sitecustomize.py'], undefined],
    ['vitest', [], undefined],
  ])('%s finds %j beside its report, and its tests are looked for in files that end with %j', (name, ours, ends) => {
    const { report } = runnerNamed(name);
    expect([(report.ours ?? []).map(({ path }) => path).toSorted(), report.sources]).toEqual([ours, ends]);
  });

  it('a first failure ends nothing, where a configuration may want that', () => {
    const told = runners.filter(({ canary }) => canary.flags.length > 0);
    expect(told.map(({ name, canary }) => [name, canary.flags])).toEqual([['pytest', ['--maxfail=0']]]);
  });

  it('what is printed names tests where that is a format', () => {
    const tap = 'TAP version 13\nok 1 - a\n1..1\n';
    const naming = runners.filter(({ printed }) => (printed.cases?.(tap) ?? []).length > 0);
    expect(naming.map(({ name }) => name)).toEqual(['node:test']);
  });

  it('keys of package.json configure them', () => {
    const keyed = runners.flatMap(({ configuration }) => configuration.keys);
    expect(keyed.toSorted()).toEqual(['jest', 'mocha', 'vitest']);
  });

  it('those that are given other things than files take none', () => {
    const refusing = runners.filter(({ files }) => files.refuses?.([]) === true).map(({ name }) => name);
    expect(refusing.toSorted()).toEqual(['cargo test', 'dotnet test', 'go test', 'gradle', 'maven', 'phpunit']);
    const { refuses } = runnerNamed('unittest').files;
    expect([refuses?.(['python', '-m', 'unittest', 'discover']), refuses?.(['a'])]).toEqual([true, false]);
  });
});

it('cargo is told by the variable of each machine it may run on', () => {
  const { env, by } = runnerNamed('cargo test').report;
  const machines = ['X86_64', 'AARCH64'].flatMap((machine) =>
    ['UNKNOWN_LINUX_GNU', 'UNKNOWN_LINUX_MUSL', 'APPLE_DARWIN'].map((os) => `CARGO_TARGET_${machine}_${os}_RUNNER`),
  );
  const set = env?.('/s/reports') ?? {};
  expect(Object.keys(set)).toEqual([...machines, 'DROVER_REPORTS']);
  expect([set.DROVER_REPORTS, by.variable]).toEqual(['/s/ours/binary.sh', machines[0]]);
});

describe('what a runner reads on its own accord', () => {
  it.each([
    ...['config', 'workspace', 'conf', 'setup'].flatMap((word) =>
      ['vitest', 'vite', 'jest'].map((name) => `a/${name}.${word}.ts`),
    ),
    ...['js', 'ts', 'mjs', 'mts', 'cjs', 'cts'].flatMap((end) => [`vitest.a.${end}`, `jest.a.${end}`]),
    ...['.mocharc.yml', 'pytest.ini', '.pytest.ini', 'a/tox.ini', 'conftest.py', 'setup.cfg', '.rspec', '.rspec-local'],
    ...['spec_helper.rb', 'rails_helper.rb', 'junit-platform.properties', 'phpunit.xml', 'phpunit.xml.dist'],
    ...['phpunit.dist.xml', 'a.runsettings', 'xunit.runner.json', 'testconfig.json'],
  ])('%s', (path) => expect(isRunnerConfiguration(path)).toBe(true));
  it.each(['vitest.json', 'a.config.ts', 'mocharc', 'pytest.ini.bak', 'helper.rb', 'runsettings'])('not %s', (path) =>
    expect(isRunnerConfiguration(path)).toBe(false),
  );
});

describe('files that could not be run at all', () => {
  const brokenIn = (name: string, text: string) =>
    (runnerNamed(name).printed.broken?.(text, '/w') ?? []).map(({ file, text: said }) => [file, said]);

  it.each<[string, string, readonly (readonly string[])[]]>([
    ['go test', 'b/b_test.go:5:32: undefined: twice', [['b/b_test.go', 'b/b_test.go:5:32: undefined: twice']]],
    ['go test', 'vet: ./a_test.go:5:3: x', [['./a_test.go', 'vet: ./a_test.go:5:3: x']]],
    ['go test', 'a_test.go:15:132: x', [['a_test.go', 'a_test.go:15:132: x']]],
    ['go test', 'said: a_test.go:5:3: x\na_test.go:5: x\na_test.gox:5:3: x', []],
    [
      'cargo test',
      'error[E0425]: cannot find\n  --> tests/a.rs:2:20\n  --> tests/b.rs:3:1\nerror: other\n --> src/c.rs:4:5\n',
      [
        ['tests/a.rs', 'error[E0425]: cannot find\ntests/a.rs:2'],
        ['src/c.rs', 'error: other\nsrc/c.rs:4'],
      ],
    ],
    ['cargo test', 'error: x\n --> a.rs:1:10 and more\n', []],
    ['cargo test', ' --> tests/a.rs:2:20\nwarning: x\n --> tests/a.rs:2:20\nsaid error: x\n --> a.rs:1:1', []],
    [
      'maven',
      '[ERROR] /w/src/test/java/ATest.java:[6,40] cannot find symbol',
      [['/w/src/test/java/ATest.java', 'cannot find symbol\n/w/src/test/java/ATest.java:6']],
    ],
    ['maven', '[ERROR] /w/ATest.kt:16,40 cannot', [['/w/ATest.kt', 'cannot\n/w/ATest.kt:16']]],
    ['maven', '[INFO] /w/ATest.java:[6,40] x\n[ERROR] ATest.java:[6,40] x\n [ERROR] /w/A.java:[6,40] x', []],
    [
      'gradle',
      '/w/ATest.java:16: error: cannot',
      [['/w/ATest.java', '/w/ATest.java:16: error: cannot\n/w/ATest.java:16']],
    ],
    [
      'gradle',
      'e: file:///w/ATest.kt:6:40 Unresolved',
      [['/w/ATest.kt', 'e: file:///w/ATest.kt:6:40 Unresolved\n/w/ATest.kt:6']],
    ],
    ['gradle', '/w/ATest.java:6: warning: x\nATest.java:6: error: x\nsaid e: /w/A.kt:6 x', []],
    [
      'phpunit',
      'PHP Parse error:  syntax in /w/vendor/a.php and /w/tests/BTest.php:3',
      [['tests/BTest.php', 'PHP Parse error:  syntax in /w/vendor/a.php and /w/tests/BTest.php:3']],
    ],
    [
      'phpunit',
      'Fatal error: x in /w/tests/BTest.php:3',
      [['tests/BTest.php', 'Fatal error: x in /w/tests/BTest.php:3']],
    ],
    ['phpunit', 'said: Fatal error: in /w/tests/BTest.php:3\nWarning: in /w/a.php\nFatal error: in /x/a.php', []],
    [
      'dotnet test',
      "/w/tests/ATests.cs(6,40): error CS0103: The name 'Twice' [/w/a.csproj]",
      [['/w/tests/ATests.cs', "error CS0103: The name 'Twice' [/w/a.csproj]\n/w/tests/ATests.cs:6"]],
    ],
    ['dotnet test', '  /w/A.fs(16,140): error X', [['/w/A.fs', 'error X\n/w/A.fs:16']]],
    ['dotnet test', '/w/A.cs(6,40): warning X\nA.cs(6,40): error X\n/w/A.csx(6,40): error X', []],
    [
      'mocha',
      "Error: Cannot find module './b'\n  at /w/test/a.test.js:1",
      [['test/a.test.js', expect.any(String) as unknown as string]],
    ],
    ['mocha', 'all is well in /w/test/a.test.js', []],
    ['mocha', 'Error: x at /w/node_modules/a.js', []],
    [
      'mocha',
      "Error: Cannot find '/w/src/gone.js' imported from /w/test/a.test.mjs",
      [['test/a.test.mjs', expect.any(String) as unknown as string]],
    ],
  ])('%s: %j', (name, text, wanted) => {
    expect(brokenIn(name, text)).toEqual(wanted);
  });
});
