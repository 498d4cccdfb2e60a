import { expect, it } from 'vitest';
import { memoryTree } from '../../test/fakes/memory-tree.ts';
import type { Change } from '../ports/gates.ts';
import { newPackages } from './new-packages.ts';

const modified = (path: string): Change => ({
  ...{ path, kind: 'modified', from: null, added: 1, removed: 0, binary: false, bytes: 10 },
});
const manifest = (more: object) => JSON.stringify({ dependencies: { express: '^4.0.0' }, ...more });

it('a package that a manifest did not name is told with the version of the lock file', async () => {
  const lock = JSON.stringify({ packages: { '': {}, 'node_modules/left-pad': { version: '1.3.0' } } });
  const base = memoryTree({ 'package.json': manifest({}) });
  const tree = memoryTree({
    'package.json': manifest({ devDependencies: { 'left-pad': '^1.0.0', express: '^5.0.0' } }),
    'package-lock.json': lock,
  });
  expect(await newPackages(base, tree, [modified('package.json'), modified('package-lock.json')])).toEqual([
    { registry: 'npm', name: 'left-pad', wanted: '^1.0.0', locked: '1.3.0', manifest: 'package.json' },
  ]);
});

it('the same name from another place is a new package', async () => {
  const base = memoryTree({ 'package.json': manifest({}) });
  for (const wanted of ['git+https://evil.example/express', 'npm:evil@1.0.0', 'file:../evil', 'evil/express']) {
    const tree = memoryTree({ 'package.json': JSON.stringify({ dependencies: { express: wanted } }) });
    expect(await newPackages(base, tree, [modified('package.json')]), wanted).toMatchObject([
      { name: 'express', wanted },
    ]);
  }
});

it('lines of requirements are read, with extras, markers, comments and addresses', async () => {
  const base = memoryTree({ 'requirements.txt': 'Flask==3.0.0\n' });
  const tree = memoryTree({
    'requirements.txt':
      'flask==3.1.0 # newer\n-r other.txt\n--hash=sha256:x\nrequests[socks]>=2 ; python_version > "3"\nhttps://evil.example/x.whl\n\n',
  });
  expect(
    (await newPackages(base, tree, [modified('requirements.txt')])).map(({ name, wanted }) => [name, wanted]),
  ).toEqual([
    ['requests', '>=2'],
    ['https://evil.example/x.whl', ''],
  ]);
});

const inRequirements = async (line: string, path = 'requirements.txt', before = '') => {
  const tree = memoryTree({ [path]: `${line}\n` });
  const found = await newPackages(memoryTree({ [path]: before }), tree, [modified(path)]);
  return found.map(({ registry, name, wanted, manifest: from }) => [registry, name, wanted, from]);
};

it.each([
  ['flask', 'flask', ''],
  ['  flask==3.0  ', 'flask', '==3.0'],
  ['flask[async,dotenv] >= 3', 'flask', '>= 3'],
  ['flask # said', 'flask', ''],
  ['flask; python_version > "3"', 'flask', ''],
  ['zope.interface_x-y', 'zope.interface_x-y', ''],
  ['./local', './local', ''],
  ['/abs/local', '/abs/local', ''],
  ['-e git+https://a/b#egg=c', '-e git+https://a/b#egg=c', ''],
  ['--editable ./local', '--editable ./local', ''],
  ['flask @ https://a/b.whl', 'flask @ https://a/b.whl', ''],
])('a line of requirements: %j', async (line, name, wanted) => {
  expect(await inRequirements(line)).toEqual([['pypi', name, wanted, 'requirements.txt']]);
});

it.each([
  ...['-i https://evil.example', '--index-url=https://evil.example', '--index-url https://evil.example'],
  ...['--extra-index-url https://evil.example', '-f https://evil.example', '--find-links=./wheels'],
  '--trusted-host evil.example',
])('where packages come from is told like a package: %s', async (line) => {
  expect(await inRequirements(line)).toEqual([['pypi', line, '', 'requirements.txt']]);
});

it.each(['# flask', '  # flask', '-r other.txt', '-c other.txt', '--hash=sha256:x', '--no-binary :all:', '-x'])(
  'a line that names none: %s',
  async (line) => expect(await inRequirements(line)).toEqual([]),
);

it.each([
  'requirements.txt',
  'a/requirements-dev.txt',
  'requirements/base.txt',
  'a/requirements/base.txt',
  'constraints.txt',
])('%s names packages', async (path) => expect(await inRequirements('flask', path)).toHaveLength(1));

it('what was there by any case is not new, and files of other names are not read', async () => {
  expect(await inRequirements('Flask==4', 'requirements.txt', 'flask\r\nother')).toEqual([]);
  expect(await inRequirements('flask', 'notes.txt')).toEqual([]);
});

const inManifest = async (was: object, now: object, path = 'package.json') => {
  const [base, tree] = [memoryTree({ [path]: JSON.stringify(was) }), memoryTree({ [path]: JSON.stringify(now) })];
  return (await newPackages(base, tree, [modified(path)])).map(({ name, wanted, locked }) => [name, wanted, locked]);
};

it.each(['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'])(
  '%s are read',
  async (list) => {
    expect(await inManifest({}, { [list]: { a: '1' } })).toEqual([['a', '1', null]]);
  },
);

it.each(['^1', '~1', '<2', '>=1', '=1', 'v1', '*', '1.x', 'x', ' 1', '1 - 2', '1 || 2'])(
  'from one range to %j it is no new package',
  async (wanted) => {
    expect(await inManifest({ dependencies: { a: '^0.1' } }, { dependencies: { a: wanted } })).toEqual([]);
  },
);

it.each(['latest', 'github:a/b', '1:2', '1/2', 'workspace:*'])('from a range to %j it is', async (wanted) => {
  expect(await inManifest({ dependencies: { a: '^1' } }, { dependencies: { a: wanted } })).toHaveLength(1);
  expect(await inManifest({ dependencies: { a: wanted } }, { dependencies: { a: '^1' } })).toHaveLength(1);
  expect(await inManifest({ dependencies: { a: wanted } }, { dependencies: { a: wanted } })).toEqual([]);
});

const ofWorkspace = async (name: string, wanted: string, top: object = { workspaces: ['packages/*'] }) => {
  const files = {
    'package.json': JSON.stringify(top),
    'packages/a/package.json': JSON.stringify({ name: '@all/a', version: '1.2.0' }),
    'packages/c/package.json': JSON.stringify({ name: '@all/c' }),
    'examples/left-pad/package.json': JSON.stringify({ name: 'left-pad', version: '1.0.0' }),
    'package-lock.json': JSON.stringify({ packages: { 'node_modules/left-pad': { version: '1.3.0' } } }),
  };
  const path = 'packages/b/package.json';
  const base = memoryTree({ ...files, [path]: '{}' });
  const tree = memoryTree({ ...files, [path]: JSON.stringify({ dependencies: { [name]: wanted } }) });
  return (await newPackages(base, tree, [modified(path)])).map((each) => [each.name, each.locked]);
};

it.each([
  ['@all/a', '1.2.0'],
  ['@all/a', '^1.2.0'],
  ['@all/a', '*'],
  ['@all/a', 'workspace:^'],
  ['@all/c', '*'],
])('a package of the repository itself is no new one: %s %s', async (name, wanted) => {
  expect(await ofWorkspace(name, wanted)).toEqual([]);
});

it.each<[string, string, string, object?]>([
  ['that would be fetched, for it is of another version', '@all/a', '^2.0.0'],
  ['that would be fetched, for no version is said', '@all/c', '^1.0.0'],
  ['that no workspace has', '@all/a', '^1.2.0', {}],
  ['that stands elsewhere in the repository', 'left-pad', '1.0.0'],
])('one %s is', async (_, name, wanted, top) => {
  expect(await ofWorkspace(name, wanted, top)).toEqual([[name, name === 'left-pad' ? '1.3.0' : null]]);
});

it('of manifests those of the project are read', async () => {
  const now = { dependencies: { a: '1' } };
  expect(await inManifest({}, now, 'packages/shop/package.json')).toHaveLength(1);
  for (const path of ['node_modules/a/package.json', 'xpackage.json', 'package.json.bak'])
    expect(await inManifest({}, now, path), path).toEqual([]);
});

it('a moved manifest is held against what it was, a new one against nothing, and one that goes brings none', async () => {
  const text = manifest({});
  const moved: Change = { ...modified('a/package.json'), kind: 'renamed', from: 'package.json' };
  const [base, tree] = [memoryTree({ 'package.json': text }), memoryTree({ 'a/package.json': text })];
  expect(await newPackages(base, tree, [moved])).toEqual([]);
  expect(await newPackages(base, tree, [{ ...modified('a/package.json'), kind: 'added' }])).toHaveLength(1);
  expect(await newPackages(base, tree, [{ ...modified('a/package.json'), kind: 'deleted' }])).toEqual([]);
});

it('the lock file beside it tells the version', async () => {
  const lock = { packages: { 'node_modules/a': { version: '1.2.3' }, 'a/node_modules/b': { version: '9' }, c: {} } };
  const tree = memoryTree({
    'p/package.json': JSON.stringify({ dependencies: { a: '1', b: '1' } }),
    'p/package-lock.json': JSON.stringify(lock),
  });
  const found = await newPackages(memoryTree({}), tree, [modified('p/package.json')]);
  expect(found.map(({ name, locked }) => [name, locked])).toEqual([
    ['a', '1.2.3'],
    ['b', null],
  ]);
});
