// How a Python project gets its dependencies: by the tool whose lock file is there, else by pip into an environment of its own.
import type { Sources } from '../sources.ts';
import type { Kind } from './kind.ts';
import type { Pyproject } from './pyproject.ts';

type Setup = Pick<Kind, 'setup' | 'folders'>;

/** Each of these makes `.venv`; none installs the project so that it leads back to the folder of the set-up. */
const LOCKED: readonly (readonly [string, readonly string[]])[] = [
  ['uv.lock', ['uv', 'sync', '--frozen', '--no-editable']],
  ['poetry.lock', ['env', 'POETRY_VIRTUALENVS_IN_PROJECT=1', 'poetry', 'install', '--no-interaction']],
  ['pdm.lock', ['pdm', 'sync', '--no-editable']],
  ['Pipfile.lock', ['env', 'PIPENV_VENV_IN_PROJECT=1', 'pipenv', 'sync', '--dev']],
  ['Pipfile', ['env', 'PIPENV_VENV_IN_PROJECT=1', 'pipenv', 'install', '--dev', '--skip-lock']],
];

/** Of extras, groups and lists of requirements: those that development and its tests need. */
const FOR_TESTS = /^(?:dev|devel|develop|development|tests?|testing|ci|local|lint|typing|types|mypy|check|checks)$/;
const AT_ROOT = [
  'requirements.txt',
  ...['dev', 'test', 'tests', 'ci'].flatMap((name) => [`requirements-${name}.txt`, `${name}-requirements.txt`]),
  ...['dev', 'test', 'tests'].map((name) => `requirements_${name}.txt`),
];

export async function pythonSetup(sources: Sources, project: Pyproject): Promise<Setup> {
  const locked = LOCKED.find(([lock]) => sources.has(lock));
  if (locked !== undefined) return { setup: [[...locked[1]]], folders: ['.venv'] };
  const groups = Object.entries(project.groups).filter(([name]) => FOR_TESTS.test(name));
  const wanted = [
    ...requirementLists(sources).flatMap((path) => ['-r', path]),
    ...new Set(groups.flatMap(([, lines]) => lines)),
    ...(await itself(sources, project)),
  ];
  if (wanted.length === 0) return { setup: [], folders: [] };
  const pip = ['.venv/bin/python', '-m', 'pip', 'install', '--disable-pip-version-check', ...wanted];
  return {
    setup: [
      ['python3', '-m', 'venv', '--system-site-packages', '.venv'],
      project.versionOfGit ? ['env', 'SETUPTOOLS_SCM_PRETEND_VERSION=0', ...pip] : pip,
    ],
    folders: ['.venv'],
  };
}

/** At the root, and in `requirements/`: what tests need with what they build on; all where no name tells. */
function requirementLists(sources: Sources): readonly string[] {
  const inside = sources.paths.filter((path) => /^requirements\/[^/]+\.txt$/.test(path));
  const nameOf = (path: string) => path.slice('requirements/'.length, -'.txt'.length);
  const named = inside.filter((path) => FOR_TESTS.test(nameOf(path)));
  const common = inside.filter((path) => /^(?:base|common|main|requirements|install|default)$/.test(nameOf(path)));
  const below = named.length > 0 ? [...common, ...named] : common.length > 0 ? common : inside;
  return [...AT_ROOT.filter((path) => sources.has(path)), ...below];
}

/** The project with its dependencies and extras. It is installed as it is on the base; its own code is found in the tree first. */
async function itself(sources: Sources, project: Pyproject): Promise<readonly string[]> {
  const extras = project.extras.filter((name) => FOR_TESTS.test(name));
  const needed = project.dependencies.length > 0 || extras.length > 0 || (await looksItselfUp(sources));
  return needed ? [extras.length === 0 ? '.' : `.[${extras.join(',')}]`] : [];
}

/** It asks for its own version, which only an installed package can tell. */
async function looksItselfUp(sources: Sources): Promise<boolean> {
  if (sources.first('pyproject.toml', 'setup.py') === null) return false;
  const doors = sources.paths.filter((path) => /^(?:src\/)?[\w-]+\/(?:__init__|__about__|_?version)\.py$/.test(path));
  const texts = await Promise.all(doors.map((path) => sources.text(path)));
  return texts.some((text) => /importlib[._]metadata|pkg_resources/.test(text ?? ''));
}
