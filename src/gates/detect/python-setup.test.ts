import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import { openSources } from '../sources.ts';
import type { Pyproject } from './pyproject.ts';
import { pythonSetup } from './python-setup.ts';

const nothing = { dependencies: [], extras: [], groups: {}, versionOfGit: false } as unknown as Pyproject;
const setup = async (
  paths: readonly string[],
  project: Partial<Pyproject> = {},
  texts: Readonly<Record<string, string>> = {},
) => {
  const files = { ...Object.fromEntries(paths.map((path) => [path, ''])), ...texts };
  return pythonSetup(await openSources(memoryTree(files)), { ...nothing, ...project });
};
const pip = ['.venv/bin/python', '-m', 'pip', 'install', '--disable-pip-version-check'];
/** What is installed by pip. */
const installed = async (...asked: Parameters<typeof setup>) =>
  (await setup(...asked)).setup[1]?.slice(pip.length) ?? [];

it.each([
  [['uv.lock', 'poetry.lock', 'requirements.txt'], 'uv sync --frozen --no-editable'],
  [['poetry.lock', 'pdm.lock'], 'env POETRY_VIRTUALENVS_IN_PROJECT=1 poetry install --no-interaction'],
  [['pdm.lock', 'Pipfile.lock'], 'pdm sync --no-editable'],
  [['Pipfile.lock', 'Pipfile'], 'env PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev'],
  [['Pipfile'], 'env PIPENV_VENV_IN_PROJECT=1 pipenv install --dev --skip-lock'],
])('with %j: %s', async (paths, line) => {
  expect(await setup(paths)).toEqual({ setup: [line.split(' ')], folders: ['.venv'] });
});

it('by pip in an environment of its own, with a version where only git tells it', async () => {
  const venv = ['python3', '-m', 'venv', '--system-site-packages', '.venv'];
  const list = [...pip, '-r', 'requirements.txt'];
  expect(await setup(['requirements.txt'])).toEqual({ setup: [venv, list], folders: ['.venv'] });
  expect((await setup(['requirements.txt'], { versionOfGit: true })).setup).toEqual([
    venv,
    ['env', 'SETUPTOOLS_SCM_PRETEND_VERSION=0', ...list],
  ]);
  expect(await setup([])).toEqual({ setup: [], folders: [] });
});

describe('lists of requirements', () => {
  it.each([
    ...['requirements.txt', 'requirements-dev.txt', 'requirements-test.txt', 'requirements-tests.txt'],
    ...['requirements-ci.txt', 'dev-requirements.txt', 'test-requirements.txt', 'tests-requirements.txt'],
    ...['ci-requirements.txt', 'requirements_dev.txt', 'requirements_test.txt', 'requirements_tests.txt'],
    ...['requirements/dev.txt', 'requirements/base.txt', 'requirements/whatever.txt'],
  ])('%s', async (path) => expect(await installed([path])).toEqual(['-r', path]));

  it.each([
    'requirements-prod.txt',
    'a/requirements.txt',
    'requirements/a/b.txt',
    'requirements/dev.txt.bak',
    'myrequirements/dev.txt',
  ])('not %s', async (path) => expect(await installed([path])).toEqual([]));

  it.each(['base', 'common', 'main', 'requirements', 'install', 'default'])(
    'requirements/%s.txt is what those of tests build on, and stands for all where there are none',
    async (name) => {
      const own = `requirements/${name}.txt`;
      const both = [own, 'requirements/tests.txt', 'requirements/docs.txt'];
      expect(await installed(both)).toEqual(['-r', own, '-r', 'requirements/tests.txt']);
      expect(await installed([own, 'requirements/docs.txt'])).toEqual(['-r', own]);
    },
  );

  it.each([
    ...['dev', 'devel', 'develop', 'development', 'test', 'tests', 'testing', 'ci', 'local', 'lint', 'typing', 'types'],
    ...['mypy', 'check', 'checks'],
  ])('groups, extras and lists called %s are for tests', async (name) => {
    expect(await installed([], { groups: { [name]: ['a>1', 'b'], docs: ['c'] } })).toEqual(['a>1', 'b']);
    expect(await installed([], { extras: ['docs', name] })).toEqual([`.[${name}]`]);
    const lists = [`requirements/${name}.txt`, 'requirements/docs.txt'];
    expect(await installed(lists)).toEqual(['-r', `requirements/${name}.txt`]);
  });

  it('of groups each line once, before the project with its extras', async () => {
    const project = { groups: { dev: ['a', 'b'], tests: ['b', 'c'] }, extras: ['test', 'dev'], dependencies: ['x'] };
    expect(await installed([], project)).toEqual(['a', 'b', 'c', '.[test,dev]']);
  });
});

describe('the project itself', () => {
  it('is installed where it has dependencies', async () => {
    expect(await installed([], { dependencies: ['a'] })).toEqual(['.']);
  });

  it.each([
    ...['shop/__init__.py', 'src/shop/__init__.py', 'shop/__about__.py', 'shop/version.py', 'shop/_version.py'],
  ])('is installed where %s asks for its version', async (path) => {
    for (const text of ['import importlib.metadata', 'from importlib_metadata import version', 'import pkg_resources'])
      for (const manifest of ['pyproject.toml', 'setup.py'])
        expect(await installed([manifest], {}, { [path]: text }), text).toEqual(['.']);
    expect(await installed([], {}, { [path]: 'import importlib.metadata' })).toEqual([]);
    expect(await installed(['setup.py'], {}, { [path]: 'import importlib' })).toEqual([]);
  });

  it.each(['__init__.py', 'a/b/__init__.py', 'lib/shop/__init__.py', 'shop/versions.py'])('not for %s', async (path) =>
    expect(await installed(['setup.py'], {}, { [path]: 'import pkg_resources' })).toEqual([]),
  );
});
