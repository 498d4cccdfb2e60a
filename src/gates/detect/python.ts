// Python projects: pytest, ruff and mypy where they are configured, dependencies from a lock file or requirements.

import type { Sources } from '../sources.ts';
import type { Detect, Kind, Offer } from './kind.ts';

const MARKS = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'tox.ini',
  'pytest.ini',
  '.pytest.ini',
  'conftest.py',
  'requirements.txt',
  'Pipfile',
];
const LOCKS = [
  'uv.lock',
  'poetry.lock',
  'Pipfile.lock',
  'requirements-dev.txt',
  'dev-requirements.txt',
  'requirements.txt',
];
const TESTS = ['**/test_*.py', '**/*_test.py', '**/conftest.py', 'test/**', 'tests/**'];

export const detectPython: Detect = async (sources) => {
  if (sources.first(...MARKS) === null) return null;
  const prepared = setup(sources);
  const python = prepared.folders.length > 0 ? ['.venv/bin/python'] : ['python3'];
  return {
    kind: 'python',
    offers: await offers(sources, python),
    absences: { types: 'mypy is not configured', lint: 'ruff is not configured' },
    ...prepared,
    manifests: [...MARKS, ...LOCKS].filter((path, at, all) => sources.has(path) && all.indexOf(path) === at),
    tests: TESTS,
  };
};

async function offers(sources: Sources, python: readonly string[]): Promise<Offer[]> {
  const project = (await sources.text('pyproject.toml')) ?? '';
  const cfg = (await sources.text('setup.cfg')) ?? '';
  const mark = sources.first(...MARKS) ?? 'pyproject.toml';
  const ruff =
    sources.first('ruff.toml', '.ruff.toml') ?? (section(project, 'tool.ruff') ? 'pyproject.toml, tool.ruff' : null);
  const mypy =
    sources.first('mypy.ini', '.mypy.ini') ??
    (section(project, 'tool.mypy') ? 'pyproject.toml, tool.mypy' : section(cfg, 'mypy') ? 'setup.cfg, mypy' : null);
  const list: Offer[] = [{ gate: 'test', argv: [...python, '-m', 'pytest'], from: mark }];
  if (ruff !== null)
    list.push({
      gate: 'lint',
      argv: python[0] === 'python3' ? ['ruff', 'check', '.'] : [...python, '-m', 'ruff', 'check', '.'],
      from: ruff,
    });
  if (mypy !== null) list.push({ gate: 'types', argv: [...python, '-m', 'mypy', '.'], from: mypy });
  return list;
}

/** A table of this name, or one below it. */
const section = (text: string, name: string): boolean =>
  text.split('\n').some((line) => new RegExp(`^\\s*\\[+\\s*${name.replace('.', '\\s*\\.\\s*')}\\s*[.\\]-]`).test(line));

function setup(sources: Sources): Pick<Kind, 'setup' | 'folders'> {
  if (sources.has('uv.lock')) return { setup: [['uv', 'sync', '--frozen']], folders: ['.venv'] };
  const lists = ['requirements.txt', 'requirements-dev.txt', 'dev-requirements.txt'].filter((path) =>
    sources.has(path),
  );
  if (lists.length === 0) return { setup: [], folders: [] };
  const wanted = lists.flatMap((path) => ['-r', path]);
  return {
    setup: [
      ['python3', '-m', 'venv', '--system-site-packages', '.venv'],
      ['.venv/bin/python', '-m', 'pip', 'install', '--disable-pip-version-check', ...wanted],
    ],
    folders: ['.venv'],
  };
}
