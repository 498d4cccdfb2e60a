import { expect, it } from 'vitest';
import type { GateDefinition } from '../../ports/gates.ts';
import { program } from './program.ts';

const definition = (runner: string | null, argv: string, reach?: GateDefinition['reach']): GateDefinition => ({
  ...{ gate: 'test', source: 'base', argv: argv.split(' '), runner, deadlineMs: 1000, absent: null },
  ...(reach && { reach }),
});
const appended = { flags: 'arguments', files: 'append' } as const;

it('a command without a runner is run as it is, a program of the checkout from there', () => {
  const plain = { env: {}, report: null, folder: '/w' };
  expect(program(definition(null, 'make test'), '/w', '/s', ['a.py'])).toEqual({ argv: ['make', 'test'], ...plain });
  expect(program(definition(null, './x.sh a/b'), '/w', '/s', null)).toEqual({ argv: ['/w/x.sh', 'a/b'], ...plain });
  expect(program(definition(null, '/bin/x a'), '/w', '/s', null)).toEqual({ argv: ['/bin/x', 'a'], ...plain });
});

it('flags and names are appended where they arrive, after dashes where a script is between', () => {
  const flags = ['--json', '--outputFile=/s/report.json'];
  const made = program(definition('jest', 'jest --ci', appended), '/w', '/s', null);
  expect(made).toEqual({ argv: ['jest', '--ci', ...flags], env: { CI: '1' }, report: '/s/report.json', folder: '/w' });
  const dashed = definition('jest', 'npm test', { flags: 'arguments', files: 'after-dashes' });
  expect(program(dashed, '/w', '/s', ['-a.test.ts']).argv).toEqual(['npm', 'test', '--', ...flags, '-a\\.test\\.ts']);
  const vitest = program(definition('vitest', 'vitest run', appended), '/w', '/s', ['-a.test.ts', 'b.py']);
  expect(vitest.argv).toEqual([
    ...['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=/s/report.json'],
    './-a.test.ts',
  ]);
});

it('a variable carries the flags where the runner has one, each as one word', () => {
  const environment = { flags: 'environment', files: 'after-dashes' } as const;
  const pytest = program(definition('pytest', 'make test', { flags: 'environment', files: 'no' }), '/w', '/s', [
    'a.py',
  ]);
  expect(pytest).toMatchObject({ argv: ['make', 'test'], report: '/s/report.xml' });
  expect(pytest.env).toEqual({
    CI: '1',
    PYTEST_ADDOPTS:
      '--junitxml=/s/report.xml -o junit_family=xunit1 -p no:cacheprovider --continue-on-collection-errors',
  });
  const node = program(definition('node:test', 'node --test', appended), '/w', '/s p"\\', ['a.test.js', 'a.css']);
  expect(node.argv).toEqual(['node', '--test', 'a.test.js']);
  expect(node.env.NODE_OPTIONS).toMatch(
    /^--test-reporter=spec --test-reporter-destination=stdout --test-reporter=data:/,
  );
  expect(node.env.NODE_OPTIONS?.endsWith(' "--test-reporter-destination=/s p\\"\\\\/report.jsonl"')).toBe(true);
  const none = program(definition('vitest', 'npm test', environment), '/w', '/s', null);
  expect(none).toEqual({ argv: ['npm', 'test'], env: { CI: '1' }, report: null, folder: '/w' });
});

it('what the command sets itself stays, beside ours', () => {
  const reached = { flags: 'arguments', files: 'append' } as const;
  const argvOf = (runner: string, argv: string) => program(definition(runner, argv, reached), '/w', '/s', null).argv;
  expect(argvOf('unittest', 'env A=1 PYTHONPATH=src python3 -m unittest PYTHONPATH=x')).toEqual([
    ...['env', 'A=1', 'PYTHONPATH=/s/ours:src', 'python3', '-m', 'unittest', 'PYTHONPATH=x'],
  ]);
  expect(argvOf('mocha', 'cross-env NODE_OPTIONS=--x mocha')[1]).toBe('NODE_OPTIONS=--x --require=/s/ours/preload.cjs');
});

it('files of ours, and where a report of several files is looked for', () => {
  const reached = { flags: 'environment', files: 'no' } as const;
  const of = (runner: string, scratch: string) =>
    program(definition(runner, 'make test', reached), '/w', scratch, null);
  expect(of('unittest', '/s')).toMatchObject({
    ours: [{ path: 'ours/sitecustomize.py' }],
    env: { PYTHONPATH: '/s/ours' },
  });
  expect(of('go test', '/s')).toMatchObject({
    ...{ report: '/s/reports', several: { root: '/s/reports', word: '.report' }, ours: [{ executable: true }] },
    env: { GOFLAGS: '-count=1 -exec=/s/ours/exec' },
  });
  expect(of('maven', '/s/r4nd0m')).toMatchObject({
    ...{ several: { root: '/w', word: '-r4nd0m.xml' }, sources: ['.java', '.kt'] },
    env: { MAVEN_OPTS: '-Dsurefire.reportNameSuffix=r4nd0m' },
  });
});

it('several in packages of one repository are asked for a report each', () => {
  const of = (runner: string, argv: string, flags: 'arguments' | 'environment') =>
    program(definition(runner, argv, { flags, files: 'no', each: 'after-dashes' }), '/w', '/s/r4nd0m', ['a.test.js']);
  const npm = 'npm run test --workspaces';
  const node = of('node:test', npm, 'environment');
  expect(node).toMatchObject({ argv: npm.split(' '), several: { root: '/s/r4nd0m/reports', word: '.report' } });
  expect(node.env.NODE_OPTIONS).not.toContain('report.jsonl');
  expect(of('mocha', npm, 'environment')).toMatchObject({
    ...{ several: { root: '/s/r4nd0m/reports', word: '.report' }, env: { DROVER_EACH: '1' } },
  });
  const [jest, vitest] = ['jest', 'vitest'].map((runner) => of(runner, npm, 'arguments'));
  expect(jest?.argv).toEqual([...npm.split(' '), '--', '--json', '--outputFile=.report-r4nd0m.json']);
  expect(vitest?.argv.at(-1)).toBe('--outputFile.json=.report-r4nd0m.json');
  expect(jest?.several).toEqual({ root: '/w', word: '.report-r4nd0m.json' });
});

it('a variable that parts its words at blanks takes no path with one', () => {
  const reached = { flags: 'environment', files: 'no' } as const;
  expect(program(definition('go test', 'make test', reached), '/w', '/s p', null)).toEqual({
    ...{ argv: ['make', 'test'], env: { CI: '1' }, report: null, folder: '/w' },
  });
});

it('where nothing reaches it, nothing is added', () => {
  const bare = { argv: ['jest'], env: { CI: '1' }, report: null, folder: '/w' };
  expect(program(definition('jest', 'jest'), '/w', '/s', ['a.test.js'])).toEqual(bare);
  expect(program(definition('jest', 'jest', { flags: 'none', files: 'no' }), '/w', '/s', ['a.test.js'])).toEqual(bare);
});

it.each<readonly [string, string, readonly string[], readonly string[]]>([
  ['vitest', 'vitest run', ['a.test.ts'], ['--sequence.shuffle', '--sequence.seed=28', 'a.test.ts']],
  ['jest', 'jest', [], ['--randomize', '--seed=28']],
  ['pytest', 'pytest', ['b.py', 'a.py'], ['a.py', 'b.py']],
  ['phpunit', 'phpunit', [], ['--order-by=reverse']],
])('%s runs its tests in another order where that is asked for', (runner, argv, files, end) => {
  const made = program(definition(runner, argv, appended), '/w', '/s', files, undefined, true);
  expect(made).toMatchObject({ turned: true });
  expect(made.argv.slice(-end.length)).toEqual(end);
});

it.each<readonly [string, string, string, string]>([
  ['go test', 'go test ./...', 'GOFLAGS', '-shuffle=28'],
  ['rspec', 'rspec', 'SPEC_OPTS', '--order rand:28'],
  ['maven', 'mvn test', 'MAVEN_OPTS', '-Dsurefire.runOrder=reversealphabetical'],
  ['mocha', 'mocha', 'DROVER_ORDER', 'turned'],
  ['unittest', 'python3 -m unittest', 'DROVER_ORDER', 'turned'],
])('%s is told by the environment to run in another order', (runner, argv, variable, told) => {
  const reached = { flags: 'environment', files: 'no' } as const;
  const made = program(definition(runner, argv, reached), '/w', '/s', null, undefined, true);
  expect(made).toMatchObject({ turned: true });
  expect(made.env[variable]).toContain(told);
  const usual = program(definition(runner, argv, reached), '/w', '/s', null);
  expect(usual.env[variable] ?? '').not.toContain(told);
});

it('folders of a report and of lines stand in one list, words in one line', () => {
  const reached = { flags: 'environment', files: 'no' } as const;
  const canary = { name: 'c1', files: ['t'] };
  const env = (runner: string) =>
    program(definition(runner, 'make test', reached), '/w', '/s', null, canary, false, ['a']).env;
  expect(env('unittest').PYTHONPATH).toBe('/s/ours:/s/lines');
  expect(env('mocha').NODE_OPTIONS).toBe('--require=/s/ours/preload.cjs --import=/s/lines/hook.mjs');
});

it('a single file cannot be turned round, and what nothing reaches is run as it is', () => {
  const turn = (runner: string, reach: GateDefinition['reach']) =>
    program(definition(runner, runner, reach), '/w', '/s', ['a.py'], undefined, true).turned;
  expect(turn('pytest', appended)).toBeUndefined();
  expect(turn('vitest', { flags: 'none', files: 'no' })).toBeUndefined();
});

it('a folder with a blank in its name is one word of the variable that leads to what tells lines', () => {
  const canary = { name: 'c1', files: ['a.test.js'] };
  const env = (runner: string) =>
    program(definition(runner, runner, appended), '/w', '/s t', null, canary, false, ['a.js']).env;
  expect(env('jest').NODE_OPTIONS).toBe('"--import=/s t/lines/hook.mjs"');
  expect(env('mocha').NODE_OPTIONS).toBe('"--require=/s t/ours/preload.cjs" "--import=/s t/lines/hook.mjs"');
  expect(env('rspec')).toMatchObject({ RUBYOPT: '-rdrover_lines', RUBYLIB: '/s t/lines' });
});
