// Python projects: pytest, ruff and mypy where they are configured, dependencies from a lock file or requirements.
import type { Sources } from '../sources.ts';
import type { Detect, Offer } from './kind.ts';
import { type Pyproject, readPyproject } from './pyproject.ts';
import { pythonSetup } from './python-setup.ts';

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
const LOCKS = ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock'];
/** Lists at the root, and those in a folder of their own. */
const REQUIREMENTS = /^(?:requirements\/[^/]+|requirements[-_]\w+|\w+-requirements)\.txt$/;
const TESTS = ['**/test_*.py', '**/*_test.py', '**/conftest.py', 'test/**', 'tests/**'];

export const detectPython: Detect = async (sources) => {
  const lists = sources.paths.filter((path) => REQUIREMENTS.test(path));
  if (sources.first(...MARKS, ...LOCKS) === null && lists.length === 0) return null;
  const project = await readPyproject(sources);
  const prepared = await pythonSetup(sources, project);
  const python = prepared.folders.length > 0 ? ['.venv/bin/python'] : ['python3'];
  return {
    kind: 'python',
    offers: await offers(sources, project, python),
    absences: { types: 'mypy is not configured', lint: 'ruff is not configured' },
    ...prepared,
    manifests: [...MARKS, ...LOCKS, ...lists].filter((path, at, all) => sources.has(path) && all.indexOf(path) === at),
    tests: TESTS,
  };
};

async function offers(sources: Sources, project: Pyproject, python: readonly string[]): Promise<Offer[]> {
  const cfg = (await sources.text('setup.cfg')) ?? '';
  const mark = sources.first(...MARKS, ...LOCKS) ?? 'requirements';
  const ruff = sources.first('ruff.toml', '.ruff.toml') ?? (project.ruff ? 'pyproject.toml, tool.ruff' : null);
  const mypy = await mypyOf(sources, project, cfg);
  const list: Offer[] = [{ gate: 'test', argv: [...inTree(sources, python), '-m', 'pytest'], from: mark }];
  if (ruff !== null)
    list.push({
      gate: 'lint',
      argv: python[0] === 'python3' ? ['ruff', 'check', '.'] : [...python, '-m', 'ruff', 'check', '.'],
      from: ruff,
    });
  if (mypy !== null)
    list.push({ gate: 'types', argv: [...python, '-m', 'mypy', ...(mypy.paths ? [] : ['.'])], from: mypy.from });
  return list;
}

/** With a `src` layout the tree's own code comes before an installed copy of it. */
const inTree = (sources: Sources, python: readonly string[]): readonly string[] =>
  sources.paths.some((path) => /^src\/(?:[\w-]+\/__init__|\w+)\.py$/.test(path)) && !sources.has('src/__init__.py')
    ? ['env', 'PYTHONPATH=src', ...python]
    : python;

type Mypy = { readonly from: string; readonly paths: boolean };

/** Of the places that mypy itself reads, in its order; `paths`: what is checked is said there. */
async function mypyOf(sources: Sources, project: Pyproject, cfg: string): Promise<Mypy | null> {
  const file = sources.first('mypy.ini', '.mypy.ini');
  if (file !== null) return { from: file, paths: saysPaths((await sources.text(file)) ?? '') };
  if (project.mypy !== null) return { from: 'pyproject.toml, tool.mypy', paths: project.mypy.paths };
  return /^\[mypy\]/m.test(cfg) ? { from: 'setup.cfg, mypy', paths: saysPaths(cfg) } : null;
}

const saysPaths = (ini: string): boolean => {
  const [, own = ''] = /^\[mypy\]([^[]*)/m.exec(ini) ?? [];
  return /^\s*(?:files|packages|modules)\s*=/m.test(own);
};
