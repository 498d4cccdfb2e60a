import { describe, expect, it } from 'vitest';
import type { GatePlan } from '../../ports/gates.ts';
import { guardedKey } from '../guarded-files.ts';
import { guardedEdit } from './guarded-edits.ts';

const plan = (...gates: readonly string[]) =>
  ({ fromStart: true, gates: gates.map((line) => ({ argv: line.split(' ') })) }) as unknown as GatePlan;
/** As such plans were frozen when gates did not run with what was. */
const ofOld = { gates: [] } as unknown as GatePlan;
const edit = (path: string, before: string | null, after: string | null, of: GatePlan = plan()) =>
  guardedEdit(of, { path, before, after }).map(
    ({ weight, what, line, needs }) =>
      `${weight}${line === null ? '' : ` ${line}`}${needs === undefined ? '' : ` ${needs}`}: ${what}`,
  );
const changed = 'a file that gates read was changed';

describe('configuration of a test runner', () => {
  it.each([
    ...['exclude', 'include', 'ignore', 'passWithNoTests', 'thresholds', 'coverage', 'fail_under', 'branches'],
    ...['functions', 'statements', 'lines', 'testMatch', 'testRegex', 'testPathPattern', 'testpaths', 'roots'],
    ...['projects', 'addopts', 'deselect', 'norecursedirs', 'python_files', 'python_classes', 'python_functions'],
    ...['collect_ignore', 'pytest_collect_file', 'pytest_ignore_collect', 'pytest_runtest_call', 'pytest_report_x'],
    ...['pytest_sessionfinish', 'retry', 'retries', 'bail', 'skip', 'xfail', 'setupFiles', 'globalSetup', 'setup'],
    ...['allowOnly', 'dangerouslyIgnoreUnhandledErrors', 'forbidOnly', 'only', 'grep', 'spec', 'commands', 'files'],
    ...['process.exit', 'OnLy'],
  ])('that touches %s moves the goalposts', (word) => {
    const after = `a: 1,\n${word}: 2,\n`;
    expect(edit('vitest.config.ts', 'a: 1,\n', after)).toEqual([`note 2 yes: moves the goalposts: ${word}: 2,`]);
    expect(edit('vitest.config.ts', after, 'a: 1,\n')).toEqual([`note yes: moves the goalposts: without ${word}: 2,`]);
    expect(edit('vitest.config.ts', 'a: 1,\n', after, ofOld)).toEqual([`fail 2: moves the goalposts: ${word}: 2,`]);
    expect(edit('vitest.config.ts', after, `// words\n${after}`)).toEqual([`note yes: ${changed}`]);
  });

  it.each([
    ...[
      'outlines',
      'underlines',
      'rootsy',
      'projectsA',
      'retrieve',
      'bailey',
      'setups',
      'presetup_',
      'lonely',
      'onlyA',
    ],
    ...['greps', 'special', 'aspect', 'commandsA', 'filesystem', 'profiles', 'exits'],
  ])('that touches %s is told and needs a yes', (word) => {
    expect(edit('vitest.config.ts', 'a: 1,\n', `a: 1,\n${word}: 2,\n`)).toEqual([`note yes: ${changed}`]);
  });

  it('all of its lines are said, as far as they are few', () => {
    const after = ['exclude: 1,', 'a: 1,', 'retry: 2,', 'setup: 3,', 'bail: 4,', 'skip: 5,'].join('\n');
    expect(edit('vitest.config.ts', 'a: 1,\n', after)).toEqual([
      'note 1 yes: moves the goalposts: exclude: 1, retry: 2, setup: 3, bail: 4, and 1 lines more',
    ]);
    expect(edit('vitest.config.ts', 'a: 1,\n', after.replace('\nskip: 5,', ''))).toEqual([
      'note 1 yes: moves the goalposts: exclude: 1, retry: 2, setup: 3, bail: 4,',
    ]);
  });

  it('is told when it is added, asked when it goes', () => {
    expect(edit('jest.config.js', null, 'a: 1')).toEqual(['note yes: a file that gates read was added']);
    expect(edit('jest.config.js', 'a: 1', null)).toEqual(['note yes: a file that gates read was removed']);
    expect(edit('jest.config.js', 'a: 1', null, ofOld)).toEqual(['fail: a file that gates read was removed']);
  });

  it('each copy of a line counts, and so does the section it stands in', () => {
    const one = 'exclude: 1\n';
    expect(edit('vitest.config.ts', one, one + one)).toEqual(['note 2 yes: moves the goalposts: exclude: 1']);
    expect(edit('vitest.config.ts', one + one, `\n${one}\n${one}`)).toEqual([`note yes: ${changed}`]);
    expect(edit('pytest.ini', '[a]\nskip = 1\n[b]\n', '[a]\n[b]\nskip = 1\n')).toEqual([
      'note 3 yes: moves the goalposts: skip = 1 without skip = 1',
    ]);
  });

  it('neither how deep a line stands nor a blank one says anything', () => {
    expect(edit('vitest.config.ts', 'exclude: 1,\n', '  exclude: 1,\n')).toEqual([`note yes: ${changed}`]);
    const section = '[tool.pytest.ini_options]\na = 1\n';
    expect(edit('pyproject.toml', section, `${section}   \n`)).toEqual([`note: ${changed}`]);
  });

  it('a person is asked for each file, with what is in it then', () => {
    const keyOf = (path: string, after: string | null) =>
      guardedEdit(plan(), { path, before: 'a: 1,\n', after }).map(({ gate, key }) => ({ gate, key }));
    for (const after of ['b: 2,\n', 'exclude: 2,\n', null])
      expect(keyOf('vitest.config.ts', after)).toEqual([
        { gate: 'tamper', key: guardedKey('vitest.config.ts', after) },
      ]);
  });

  it('a comment says nothing, words of a text do', () => {
    expect(edit('jest.config.js', 'a: 1,\n', 'a: 1,\n// exclude: 2,\n')).toEqual([`note yes: ${changed}`]);
    expect(edit('conftest.py', 'a = 1\n', 'a = 1\n# skip all\n')).toEqual([`note yes: ${changed}`]);
    expect(edit('conftest.py', 'a = 1\n', 'a = 1\nb = "skip"\n')).toEqual([
      'note 2 yes: moves the goalposts: b = "skip"',
    ]);
    expect(edit('tox.ini', 'a = 1\n', 'a = 1\n# skip\n')).toEqual(['note 2 yes: moves the goalposts: # skip']);
  });
});

describe('configuration of a checker', () => {
  it.each([
    ...['"strict": false', '"strictNullChecks":false', '"noImplicitAny" : false', '"alwaysStrict": false'],
    ...['"exactOptionalPropertyTypes": false', '"useXErrors": false', '"useXError": false', '"checkJs": false'],
    ...[
      '"skipLibCheck": true',
      '"noCheck" : true',
      'allowUnreachableCode:true',
      '"x-exclude"',
      '"ignoreX"',
      '"no-eval": "off"',
    ],
    ...[
      'disable',
      '"no-eval": 0',
      '"a":0',
      'per-file-x',
      '"recommended": false',
      '"recommended" :false',
      '"enabled": false',
    ],
    ...['"enabled" :false', '"extends": "x"'],
  ])('that gets %s sees less', (line) => {
    expect(edit('tsconfig.json', '{', `{\n${line}`)).toEqual([`note 2 yes: moves the goalposts: ${line}`]);
  });

  it.each([
    ...[
      '"strict": true',
      '"skipLibCheck": false',
      '"target": "es2024"',
      '"offset": 1',
      '"recommended": true',
      '"a": 01',
    ],
    ...['"enabled": true', '"xstrict": false', '"allowJs": false', '"coffee": 1'],
  ])('that gets %s is told', (line) => {
    expect(edit('tsconfig.json', '{', `{\n${line}`)).toEqual([`note: ${changed}`]);
  });

  it('that loses a line is told, unless the line chose what is looked at; a new one is looked at as well', () => {
    expect(edit('tsconfig.json', '{\n"strict": false', '{')).toEqual([`note: ${changed}`]);
    expect(edit('tsconfig.json', '{\n"exclude": []', '{')).toEqual([
      'note yes: moves the goalposts: without "exclude": []',
    ]);
    expect(edit('tsconfig.json', '{\n"ignoreX": 1', '{')).toEqual([
      'note yes: moves the goalposts: without "ignoreX": 1',
    ]);
    expect(edit('tsconfig.json', null, '"strict": false')).toEqual([
      'note 1 yes: moves the goalposts: "strict": false',
    ]);
    expect(edit('tsconfig.json', '{', null)).toEqual(['note yes: a file that gates read was removed']);
  });
});

describe('a file that holds commands beside other things', () => {
  it.each([
    ['pyproject.toml', '[tool.pytest.ini_options]\na = 1', true],
    ['pyproject.toml', '[tool.coverage.run]\na = 1', true],
    ['pyproject.toml', '[tool.ruff]\nexclude = ["a"]', true],
    ['pyproject.toml', '[[tool.mypy.overrides]]\nignore_errors = true', true],
    ['pyproject.toml', '[tool.ruff]\nline = 100', false],
    ['pyproject.toml', '[tool.black]\nexclude = "a"', false],
    ['a/pyproject.toml', '[tool.pytest]\na = 1', true],
    ['setup.cfg', '[tool:pytest]\na = 1', true],
    ['setup.cfg', '[mypy]\nignore = a', true],
    ['.npmrc', 'ignore-scripts=true', false],
    ['Cargo.toml', 'exclude = ["a"]', false],
  ])('%s with %j moves the goalposts: %s', (path, added, moves) => {
    const found = edit(path, 'x = 1', `x = 1\n${added}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(moves ? /^note [23] yes: moves/ : /^note: /);
  });

  it('setup.cfg is read for what else it holds, and needs a yes', () => {
    expect(edit('setup.cfg', 'a = 1', 'a = 1\n[metadata]\nexclude = 2')).toEqual([`note yes: ${changed}`]);
  });

  it('is missed where gates need it', () => {
    expect(edit('package.json', '{}', null)).toEqual(['fail: a file that gates read was removed']);
    expect(edit('a/package.json', '{}', null)).toEqual(['note: a file that gates read was removed']);
    expect(edit('package.json', null, '{}')).toEqual(['note: a file that gates read was added']);
    expect(edit('a/package.json', '{}', '{"jest":{}}')[0]).toContain('jest');
  });

  const makefile = (recipe: string, more = '') => `build:\n\tcc a.c\ntest.all: build\n\t${recipe}\n\n\tlast\n${more}`;
  it.each([
    ['make test.all', 'Makefile', true],
    ['make -s -k test.all', 'a/GNUmakefile', true],
    ['make -sk -C . test.all', 'Makefile', false],
    ['make -sk test.all', 'Makefile', true],
    ['sh -c make  -k  test.all', 'Makefile', true],
    ['env A=1 make test.all', 'makefile', true],
    ['make build', 'Makefile', false],
    ['make testxall', 'Makefile', false],
    ['cmake test.all', 'Makefile', false],
    ['make test.all', 'Makefile.in', false],
    ['make test.all', 'not-a-makefile', false],
  ])('the recipe that `%s` makes of %s is guarded: %s', (gate, path, guarded) => {
    const [word] = guarded ? ['fail'] : ['note'];
    expect(edit(path, makefile('run'), makefile('true'), plan('npm test', gate))[0]?.startsWith(word)).toBe(true);
    expect(edit(path, makefile('run'), makefile('run', 'other:\n\tx\n'), plan(gate))).toEqual([`note: ${changed}`]);
    expect(edit(path, null, makefile('run'), plan(gate))).toEqual(['note: a file that gates read was added']);
  });
});
