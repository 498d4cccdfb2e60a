import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../../test/fakes/changes-between.ts';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { GuardedKnown } from '../../domain/evidence/guarded-change.ts';
import type { Change, GateSettings } from '../../ports/gates.ts';
import { plan as planOf } from '../plan.ts';
import { guardedChanges, settingPaths } from './guarded-changes.ts';

type Files = Readonly<Record<string, string>>;

const settings: GateSettings = {
  ...{ gates: {}, setup: null, tests: null, protect: [], sources: {} },
  tdd: { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' },
};
const node = (test: string): Files => ({ 'package.json': JSON.stringify({ scripts: { test } }) });
const shop: Files = {
  ...node('sh tools/test.sh'),
  'tools/test.sh': 'node tools/run.mjs "$@"\n',
  'tools/run.mjs': `import './lib/spawn.mjs';\nspawn('node', ['--test', 'tools/words.json']);\n`,
  'tools/lib/spawn.mjs': 'export const spawn = 1;\n',
  'tools/words.json': '{}',
  'tools/other.mjs': 'export {};\n',
  'src/cart.js': 'export const a = 1;\n',
  'test/cart.test.js': `import './helper.js';\n`,
  'test/helper.js': `import { a } from '../src/cart.js';\nexport const same = (b) => assert.equal(a, b);\n`,
  'test/data.json': '{}',
  'test/README.md': 'x',
  'tsconfig.json': '{}',
  '.gitignore': 'dist\n',
  'README.md': 'x',
};
const named: GuardedKnown = { tests: ['test/cart.test.js'], read: [], agreed: [] };
const unnamed: GuardedKnown = { ...named, tests: [] };

type Edits = Readonly<Record<string, string | null>>;
type Asked = {
  readonly base?: Files;
  readonly known?: GuardedKnown;
  readonly moved?: Readonly<Record<string, string>>;
};

async function changed(edits: Edits, { base = shop, known = named, moved = {} }: Asked = {}) {
  const kept = Object.entries({ ...base, ...edits }).filter((entry): entry is [string, string] => entry[1] !== null);
  const now = Object.fromEntries(kept.filter(([path]) => !Object.values(moved).includes(path)));
  const plan = await planOf(memoryTree(base), settings);
  return guardedChanges(plan, memoryTree(base), memoryTree(now), changesBetween(base, now, moved), known);
}

describe('guarded, where it was there before', () => {
  it.each([
    ...['tools/test.sh', 'tools/run.mjs', 'tools/lib/spawn.mjs', 'tools/words.json'],
    ...['test/helper.js', 'tsconfig.json'],
  ])('%s', async (path) => {
    const text = `${shop[path]}\nmore\n`;
    expect(await changed({ [path]: text })).toMatchObject([{ path, how: 'changed', asks: 'always', now: ['more'] }]);
    expect(await changed({ [path]: null })).toMatchObject([{ path, how: 'removed', now: [] }]);
  });

  it.each(['src/cart.js', 'test/cart.test.js', 'README.md', 'test/README.md', 'package.json', 'tools/other.mjs'])(
    'not %s',
    async (path) => {
      expect(await changed({ [path]: `${shop[path]}\nmore` })).toEqual([]);
    },
  );

  it('what its gates were seen to read', async () => {
    const known = { ...named, read: ['tools/other.mjs'] };
    expect(await changed({ 'tools/other.mjs': 'exit' }, { known })).toMatchObject([{ path: 'tools/other.mjs' }]);
  });

  it('what the plan checks the work by', async () => {
    const base = { ...shop, 'scripts/check.mjs': 'a\n' };
    for (const commands of [['node scripts/check.mjs --all', 'npm run x'], ['node scripts/check.mjs']])
      expect(await changed({ 'scripts/check.mjs': 'b\n' }, { base, known: { ...named, commands } })).toMatchObject([
        { now: ['b'] },
      ]);
    expect(await changed({ 'scripts/check.mjs': 'b\n' }, { base })).toEqual([]);
  });

  it('data beside tests, where tests have no names', async () => {
    expect(await changed({ 'test/data.json': '[]' })).toEqual([]);
    expect(await changed({ 'test/data.json': '[]' }, { known: unnamed })).toMatchObject([{ path: 'test/data.json' }]);
  });

  it('a helper is told from a test by its name, where tests have none', async () => {
    const base = { ...shop, 'test/basket.js': 'a', 'test/support/all.js': 'a' };
    const edits = { 'test/basket.js': 'b', 'test/support/all.js': 'b' };
    expect(await changed(edits, { base, known: unnamed })).toMatchObject([{ path: 'test/support/all.js' }]);
  });

  it('an ignore file asks only where gates need it', async () => {
    expect(await changed({ '.gitignore': 'dist\nout\n' })).toMatchObject([{ path: '.gitignore', asks: 'if_needed' }]);
  });

  it('a Makefile, where a gate makes something', async () => {
    const base = { Makefile: 'test:\n\ttools/test.sh\n', 'tools/test.sh': 'x\n' };
    expect(await changed({ Makefile: 'test:\n\ttrue\n' }, { base })).toMatchObject([
      { path: 'Makefile', was: ['tools/test.sh'], now: ['true'] },
    ]);
    expect(await changed({ 'tools/test.sh': 'exit 0\n' }, { base })).toMatchObject([{ was: ['x'], now: ['exit 0'] }]);
    expect(await changed({ Makefile: 'all:\n' }, { base: { ...shop, Makefile: 'docs:\n\tx\n' } })).toEqual([]);
  });
});

describe('a project in shell', () => {
  const base = {
    ...node('sh ./run-tests.sh'),
    'run-tests.sh': 'sh test/cases.sh; sh install.sh; sh src/prog.sh; . lib/all.sh\n',
    ...{ 'install.sh': 'a\n', 'src/prog.sh': 'a\n', 'lib/all.sh': 'a\n', 'test/cases.sh': 'a\n' },
  };
  it.each(['install.sh', 'src/prog.sh', 'lib/all.sh'])('%s ships', async (path) => {
    expect(await changed({ [path]: 'b\n' }, { base, known: unnamed })).toEqual([]);
  });
  it('what runs the tests does not', async () => {
    expect(await changed({ 'run-tests.sh': 'b\n' }, { base })).toHaveLength(1);
  });
});

describe('guarded, where it is new and read unasked', () => {
  it.each([
    ...[
      'sitecustomize.py',
      'a/usercustomize.py',
      '.npmrc',
      'vitest.config.mts',
      'jest.config.cjs',
      '.env',
      'a/.env.test',
    ],
    ...['conftest.py', 'tests/conftest.py', 'pytest.ini', '.mocharc.cjs', 'bunfig.toml', '__mocks__/fs.js', '.swcrc'],
    ...[
      'jest.setup.ts',
      'src/__mocks__/cart.js',
      'eslint.config.js',
      '.eslintignore',
      'pytest.py',
      'a/coverage/__init__.py',
    ],
  ])('%s', async (path) => {
    expect(await changed({ [path]: 'x' })).toMatchObject([{ path, how: 'added', was: [], now: ['x'] }]);
  });

  it('values of an environment file are not shown', async () => {
    expect(await changed({ '.env': 'A=secret\nB=x=y\n' })).toMatchObject([{ now: ['A=...', 'B=...'] }]);
  });

  it.each([
    ...['test/other.js', 'test/fixtures/new.json', 'test/other.test.js', 'src/new.js', 'docs/a.md', 'tools/new.mjs'],
    ...['.env.example', 'a/.env.test.sample', 'package-lock.json', '.gitignore.bak', 'node_modules/a/.npmrc'],
  ])('not %s', async (path) => {
    expect(await changed({ [path]: 'x' })).toEqual([]);
  });
});

describe('the same is no change', () => {
  const helper = shop['test/helper.js'] ?? '';

  it('blank lines aside, but not where a line begins', async () => {
    expect(await changed({ 'test/helper.js': `\n${helper.replaceAll('\n', ' \n\n')}\n` })).toEqual([]);
    const base = { ...shop, 'conftest.py': 'if 0:\n    a()\nb()\n' };
    expect(await changed({ 'conftest.py': 'if 0:\n    a()\n    b()\n' }, { base })).toHaveLength(1);
  });

  it('the same bytes of what is no text', async () => {
    const base = { ...shop, 'tools/words.json': '\0a' };
    const moved = { 'tools/data/words.json': 'tools/words.json' };
    expect(await changed({ 'tools/data/words.json': '\0a' }, { base, moved })).toEqual([]);
  });

  it('a helper that moves with its tests', async () => {
    const path = 'test/unit/helper.js';
    const moved = { [path]: 'test/helper.js' };
    expect(await changed({ [path]: helper.replace('../src', '../../src') }, { moved })).toEqual([]);
    expect(await changed({ [path]: helper.replace('equal', 'ok') }, { moved })).toMatchObject([
      { path, from: 'test/helper.js', how: 'changed' },
    ]);
  });

  it('a helper in whose words a name of production code stands', async () => {
    const edits = {
      'src/cart.js': null,
      'src/basket.js': 'export const a = 1;\n',
      'test/helper.js': helper.replace('cart.js', 'basket.js'),
    };
    const base = { ...shop, 'src/cart.js': 'export const a = (one) => one;\n', 'test/helper.js': `${helper}\na(a);` };
    const renamed = {
      'src/cart.js': 'export const sumUp = (one) => one;\n',
      'test/helper.js': base['test/helper.js'].replaceAll(/\ba\b/g, 'sumUp'),
    };
    expect(await changed(renamed, { base })).toEqual([]);
    expect(await changed(edits, { moved: { 'src/basket.js': 'src/cart.js' } })).toEqual([]);
    expect(await changed({ 'test/helper.js': helper.replace('cart.js', 'fake.js') })).toHaveLength(1);
  });

  it('but a configuration that moves is another', async () => {
    const moved = { 'config/tsconfig.json': 'tsconfig.json' };
    expect(await changed({ 'config/tsconfig.json': '{}' }, { moved })).toMatchObject([{ from: 'tsconfig.json' }]);
  });
});

it('a yes holds for the same content at the same place', async () => {
  const [one] = await changed({ 'test/helper.js': 'a' });
  const known = { ...named, agreed: [one?.key ?? ''] };
  expect(await changed({ 'test/helper.js': 'a' }, { known })).toEqual([]);
  expect(await changed({ 'test/helper.js': 'b' }, { known })).toHaveLength(1);
  expect(await changed({ 'test/helper.js': null }, { known })).toHaveLength(1);
});

describe('a Makefile', () => {
  const asked = async (...argv: readonly string[]) => {
    const plan = { tests: [], guarded: [], gates: [{ argv }] } as unknown as Parameters<typeof guardedChanges>[0];
    const [was, now] = [memoryTree({ Makefile: 'a:\n' }), memoryTree({ Makefile: 'b:\n' })];
    const edits = changesBetween({ Makefile: 'a:\n' }, { Makefile: 'b:\n' }, {});
    return (await guardedChanges(plan, was, now, edits, unnamed)).length > 0;
  };
  it.each([
    ['make'],
    ['gmake', 'test'],
    ['just'],
    ['/usr/bin/make'],
    ['/bin/sh', '-c', 'cd a && make test'],
    ['sh', 'make'],
  ])('decides where a gate runs %j %j', async (...argv) => expect(await asked(...argv)).toBe(true));
  it.each([['remake'], ['maker'], ['adjust'], ['cmake', '--build'], ['make-all'], ['node', 'make.js']])(
    'not where it runs %j %j',
    async (...argv) => expect(await asked(...argv)).toBe(false),
  );
});

it.each([
  ['.env', 'A=1', 'A=...'],
  ['a/.env.test', 'A=b=c', 'A=...'],
  ['.npmrc', 'a=1', 'a=1'],
  ['.env', '# said', '# said'],
])('of %s the line %s is shown as %s', async (path, line, shown) => {
  expect(await changed({ [path]: `${line}\n` })).toMatchObject([{ now: [shown] }]);
});

it('forty lines are shown, each as far as it may be long', async () => {
  const lines = Array.from({ length: 50 }, (_, at) => `${at} ${'x'.repeat(200)}`).join('\n');
  const [one] = await changed({ 'test/helper.js': lines });
  expect([one?.now.length, one?.now[0]?.length]).toEqual([40, 160]);
});

it('a line that stood there twice and stands there once went once', async () => {
  const base = { ...shop, 'test/helper.js': 'a\na\nb\n' };
  expect(await changed({ 'test/helper.js': 'a\nb\nb\n' }, { base })).toMatchObject([{ was: ['a'], now: ['b'] }]);
});

it('what is larger than is read is compared byte by byte and shows nothing', async () => {
  const large = (word: string) => `${word}${'x'.repeat(1024 * 1024)}`;
  const base = { 'test/helper.js': large('a'), ...node('node --test') };
  const plan = await planOf(memoryTree(base), settings);
  const told = async (text: string) => {
    const edits = [
      { ...changesBetween(base, { ...base, 'test/helper.js': `${text} ` })[0], bytes: 1024 * 1024 + 1 } as Change,
    ];
    return guardedChanges(plan, memoryTree(base), memoryTree({ ...base, 'test/helper.js': text }), edits, named);
  };
  expect(await told(large('a'))).toEqual([]);
  expect(await told(large('b'))).toMatchObject([{ how: 'changed', was: [], now: [] }]);
});

it('of a link, where it leads is compared', async () => {
  const base = { ...shop, 'test/helper.js': 'a' };
  const plan = await planOf(memoryTree(base), settings);
  const link = (to: string) => memoryTree({}, 'memory', { 'test/helper.js': to });
  const edits = changesBetween(base, { ...base, 'test/helper.js': 'b' }, {});
  expect(await guardedChanges(plan, link('../a'), link('../a'), edits, named)).toEqual([]);
  expect(await guardedChanges(plan, link('../a'), link('../b'), edits, named)).toMatchObject([
    { was: ['link to ../a'], now: ['link to ../b'] },
  ]);
});

describe('what decides which tests run and how', () => {
  it('is what is guarded or lists packages, without tests, before and after', async () => {
    const base = { ...shop, 'vitest.config.js': 'export default {};\n' };
    const edits = {
      'vitest.config.js': 'export default { test: {} };\n',
      'package.json': '{}',
      'test/cart.test.js': 'x',
      'src/cart.js': 'export const a = 2;\n',
      'README.md': 'y',
    };
    const plan = await planOf(memoryTree(base), settings);
    const now = { ...base, ...edits };
    const paths = await settingPaths(plan, memoryTree(base), memoryTree(now), changesBetween(base, now));
    expect([...paths].sort()).toEqual(['package.json', 'vitest.config.js']);
  });
});
