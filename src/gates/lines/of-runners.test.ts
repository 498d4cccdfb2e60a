// What a run is given so that it tells lines, runner by runner.
import { expect, it } from 'vitest';
import { type LinesOf, linesOfGo, linesOfNode, linesOfPytest, linesOfRspec, linesOfUnittest } from './of-runners.ts';
import type { Wanted } from './wanted.ts';

const wanted: Wanted = { folder: '/w', files: ['a.x'], channel: 'k7', tests: [] };

it.each<[string, LinesOf, object]>([
  [
    'node',
    linesOfNode(null),
    {
      language: 'javascript',
      files: ['hook.mjs'],
      flags: [],
      env: { NODE_OPTIONS: '--import=/s/lines/hook.mjs' },
      tells: null,
    },
  ],
  [
    'unittest',
    linesOfUnittest,
    {
      language: 'python',
      files: ['drover_lines.py', 'sitecustomize.py'],
      flags: [],
      env: { PYTHONPATH: '/s/lines' },
      tells: null,
    },
  ],
  [
    'pytest',
    linesOfPytest,
    {
      language: 'python',
      files: ['drover_lines.py', 'sitecustomize.py', 'drover_pytest.py'],
      flags: ['-p', 'drover_pytest'],
      env: { PYTHONPATH: '/s/lines' },
      tells: null,
    },
  ],
  [
    'go',
    linesOfGo,
    {
      language: 'go',
      files: ['folder', 'followed', 'tests', 'profile.awk', 'alone.sh'],
      flags: ['-covermode=atomic', '-coverpkg=./...'],
      env: {},
      tells: null,
    },
  ],
  [
    'rspec',
    linesOfRspec,
    {
      language: 'ruby',
      files: ['folder', 'followed', 'drover_lines.rb', 'drover_rspec.rb'],
      flags: ['--require', 'drover_rspec'],
      env: { RUBYOPT: '-rdrover_lines', RUBYLIB: '/s/lines' },
      tells: null,
    },
  ],
])('%s', (_, lines, told) => {
  const { language, flags, tells } = lines;
  const files = lines.files(wanted).map(({ path }) => path);
  expect({ language, files, flags, tells, env: lines.env('/s/lines') }).toEqual(told);
});

it('node takes a folder with a blank in its name', () => {
  expect(linesOfNode(null).env('/s p').NODE_OPTIONS).toBe('"--import=/s p/hook.mjs"');
});

it.each<[LinesOf, readonly string[], readonly string[]]>([
  [
    linesOfNode(null),
    ['a.js', 'a.mjs', 'a.cjs', 'a.jsx', 'a.ts', 'a.mts', 'a.cts', 'a.tsx'],
    ['a.json', 'ajs', 'a.jsm'],
  ],
  [linesOfUnittest, ['a.py'], ['a.pyc', 'apy']],
  [linesOfPytest, ['a.py'], ['a.pyi']],
  [linesOfGo, ['a.go'], ['a.gox', 'ago']],
  [linesOfRspec, ['a.rb'], ['a.rbx', 'arb']],
])('$language follows its own files', ({ follows }, these, others) => {
  expect(these.filter((path) => !follows.test(path))).toEqual([]);
  expect(others.filter((path) => follows.test(path))).toEqual([]);
});
