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
