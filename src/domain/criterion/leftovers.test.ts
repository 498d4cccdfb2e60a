import { describe, expect, it } from 'vitest';
import type { Change } from '../evidence/gate-plan.ts';
import { leftoverAt, leftoversIn, spokenOf } from './leftovers.ts';

const change = (path: string, kind: Change['kind'] = 'added'): Change => ({
  ...{ path, kind, from: null, added: 1, removed: 0, binary: false, bytes: 1 },
});
const left = (path: string, spoken: readonly string[] = [], kind?: Change['kind']) =>
  leftoversIn([change(path, kind)], new Set(spoken)).get(path);

describe('PC-45 left by a tool is', () => {
  it.each([
    ['what vim keeps while a file is open', 'src/.late.js.swp', 'src/.late.js.swp'],
    ['its second one', '.late.js.swo', '.late.js.swo'],
    ['a lock of Emacs', 'src/.#late.js', 'src/.#late.js'],
    ['what Emacs saves by itself', 'src/#late.js#', 'src/#late.js#'],
    ['what a Mac keeps of a folder', 'docs/.DS_Store', 'docs/.DS_Store'],
    ['a cache of compiled modules', 'src/__pycache__/late.cpython-312.pyc', 'src/__pycache__/'],
    ['a cache of a test runner', '.pytest_cache/v/cache/nodeids', '.pytest_cache/'],
    ['the folder of a tool', '.tig/state', '.tig/'],
    ['a folder within such a folder', 'web/.cache/.nyc_output/x', 'web/.cache/'],
    ['the log of a failed install', 'web/npm-debug.log', 'web/npm-debug.log'],
  ])('%s', (_, path, all) => {
    expect(left(path)).toEqual({ name: all.replace(/\/$/, '').split('/').at(-1), all });
  });

  it.each([
    ['an editor’s', 'src/late.js~', 'src/late.js'],
    ['vim’s, kept in view', 'late.js.swp', 'late.js'],
    ['what a patch kept', 'src/late.js.orig', 'src/late.js'],
    ['what a patch refused', 'src/late.js.rej', 'src/late.js'],
  ])('a copy of a file, with the name of that file: %s', (_, path, of) => {
    expect(left(path)).toEqual({ name: path.split('/').at(-1), all: path, of });
  });
});

describe('PC-45 part of the work is', () => {
  it.each([
    ['a note that nobody planned', 'notes.txt'],
    ['a migration', 'db/migrations/0007_add.sql'],
    ['a changeset', '.changeset/brave-dogs-run.md'],
    ['a workflow', '.github/workflows/ci.yml'],
    ['settings of an editor', '.vscode/settings.json'],
    ['an example of settings', '.env.example'],
    ['what was built', 'build/late.js'],
    ['a module named after a cache', 'src/cache/late.js'],
    ['a file named after a cache', 'src/.cache.js'],
    ['a folder with a tilde before it', '~/late.js'],
    ['a film', 'web/intro.swf'],
    ['a backup', 'late.bak'],
    ['a heading', '#late'],
    ['a name of tildes alone', '~'],
  ])('%s', (_, path) => {
    expect(left(path)).toBeUndefined();
  });

  it.each(['modified', 'deleted', 'renamed'] as const)('what was there before, and was %s', (kind) => {
    expect(left('.tig/state', [], kind)).toBeUndefined();
  });

  it.each([
    ['a file that the plan names', 'test/data/late.js~', 'Files: `src/late.js`, `test/data/late.js~`'],
    ['a folder that the plan names', '.cache/x', '- Files: .cache/'],
    ['what code reads by its path', 'test/data/.tig/state', "readFileSync('test/data/.tig/state')"],
    ['what code puts together', '.cache/x', 'join(root, ".cache", "x")'],
    ['what code reads in a template', '.cache/x', '`$' + '{root}/.cache/x`'],
    ['a fixture that a test names', 'test/data/.DS_Store', 'expect(names).not.toContain(".DS_Store")'],
  ])('%s', (_, path, text) => {
    expect(spokenOf(text)).toContain(leftoverAt(path)?.name);
    expect(left(path, spokenOf(text))).toBeUndefined();
  });
});

it('PC-45 a text that speaks of one spares no other', () => {
  expect(spokenOf('the cache of late.js, ~20 of them (a.cache) ...')).toEqual([]);
  expect(left('.tig/state', spokenOf('rm -r .cache/'))).toBeDefined();
});
