// What tools left in a copy of real git is taken out of it and kept; what the plan or the change speaks of stays.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noon, openStage, type Stage, task } from '../../test/fakes/effects/stage.ts';
import { makeReadyWorld, must } from '../../test/fakes/git-remote/make-world.ts';
import { spokenOf } from '../domain/criterion/leftovers.ts';
import type { Owned } from '../domain/plan/together/ownership.ts';
import type { Thing } from '../domain/thing.ts';
import type { EffectContext } from '../ports/effect.ts';
import { keepOwn } from './member.ts';

let world: Awaited<ReturnType<typeof makeReadyWorld>>;
let stage: Stage;
let folder: string;
let copy: string;
let thing: Thing;
let number = 0;

beforeAll(async () => {
  world = await makeReadyWorld();
  folder = mkdtempSync(join(tmpdir(), 'leftovers-'));
  stage = await openStage({ folder, world: world.world });
  thing = await stage.insert({ id: task, kind: 'task' });
});
beforeEach(async () => {
  number += 1;
  copy = join(folder, `copy-${number}`);
  must(await world.world.git.makeCopy(world.hub, copy, world.base, `drover/shop-${number}`));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));
afterAll(async () => {
  await stage.close();
  await world.world.close();
  rmSync(folder, { recursive: true, force: true });
});

function lay(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
}

async function sort(
  files: Readonly<Record<string, string | Uint8Array>>,
  plan = '',
  start?: string,
  owned?: Owned,
  foreign: readonly string[] = [],
) {
  const { git } = world.world;
  lay(files);
  const { tree } = must(await git.snapshot(world.hub, copy, world.base.tree, `sort-${number}`));
  const came = await keepOwn(
    stage.ports,
    {
      ...{ hub: world.hub, copy, base: world.base.tree, start: start ?? world.base.tree, tree, foreign },
      ...{
        tests: ['**/*.test.js'],
        spoken: spokenOf(plan),
        label: `shop-1/SC-1/own-${number}`,
        ...(owned && { owned }),
      },
    },
    { thing, now: noon } as EffectContext,
  );
  if (came.kind !== 'done') throw new Error(JSON.stringify(came));
  const { output } = came;
  return { ...output, paths: await git.tree(world.hub, output.tree).paths() };
}

const code = { 'src/late.js': 'export const late = 1;\n' };

it('PC-45 what tools left is out of the tree and of the copy, is named by file or folder, and is kept', async () => {
  const { leftovers, outside, paths, changes } = await sort({
    ...code,
    ...{ 'src/late.js~': 'old\n', 'src/.late.js.swp': new Uint8Array([0, 1]), '.tig/state': 'x\n', '.tig/b': 'x\n' },
    ...{ 'notes.txt': 'of the work\n', 'src/__pycache__/late.pyc': new Uint8Array([0]), '.gitignore': '# .tig/\n' },
  });
  expect(leftovers).toEqual(['.tig/', 'src/.late.js.swp', 'src/__pycache__/', 'src/late.js~']);
  expect(outside).toEqual([]);
  expect(changes.map(({ path }) => path)).toEqual(['.gitignore', 'notes.txt', 'src/late.js']);
  expect(paths.filter((path) => path.startsWith('.tig') || path.endsWith('~'))).toEqual([]);
  expect([existsSync(join(copy, '.tig/state')), existsSync(join(copy, 'notes.txt'))]).toEqual([false, true]);
  const kept = `refs/drover/kept/shop-1/SC-1/own-${number}-outside:.tig/state`;
  expect(await world.world.by(['--git-dir', world.hub.path, 'show', kept])).toBe('x\n');
});

it('PC-45 a lock of Emacs, which is a link to nowhere, is left by a tool', async () => {
  lay(code);
  symlinkSync('somebody@here.1:2', join(copy, 'src/.#late.js'));
  expect((await sort({})).leftovers).toEqual(['src/.#late.js']);
});

it.each<[string, Readonly<Record<string, string>>, string?]>([
  ['that the plan names', { 'test/a.js~': 'x\n', 'test/a.js': 'x\n' }, 'Files: `test/a.js~`'],
  ['that code reads', { 'test/.cache/a': 'x\n', 'test/a.test.js': `readFileSync(join(here, '.cache', 'a'));\n` }],
  ['that is a copy of nothing', { 'test/a.js~': 'x\n' }],
])('PC-45 what looks like it stays where it is one %s', async (_, files, plan) => {
  const { leftovers, paths, changes } = await sort({ ...code, ...files }, plan);
  expect(leftovers).toBeUndefined();
  expect(paths).toEqual(expect.arrayContaining(Object.keys(files)));
  expect(changes).toHaveLength(Object.keys(files).length + 1);
});

it('PC-45 what was in the tree that it began from stays, however it was changed', async () => {
  lay({ '.tig/state': 'x\n' });
  const { tree } = must(await world.world.git.snapshot(world.hub, copy, world.base.tree, 'start'));
  const { leftovers, paths } = await sort({ ...code, '.tig/state': 'y\n' }, '', tree);
  expect([leftovers, paths.includes('.tig/state')]).toEqual([undefined, true]);
});

describe('PC-45 what is beside others and is not its own', () => {
  const owned = { files: ['src/late.js', 'src/own/'], tests: [] };
  const long = Array.from({ length: 40 }, (_, line) => `export const line${line} = ${line};\n`).join('');
  const inCopy = (...argv: readonly string[]) => world.world.by(argv, copy);
  const stood = { ...code, 'lib/other.js': long, 'lib/run.sh': 'x\n', 'lib/deep/a.js': 'x\n' };

  it.each<[string, () => unknown, readonly string[]]>([
    ['behind an ignore file', () => lay({ '.gitignore': 'evil.js\n', 'evil.js': 'x\n' }), ['.gitignore', 'evil.js']],
    [
      'behind an ignore file that another one hides',
      () => lay({ '.gitignore': 'evil/\n', 'evil/.gitignore': 'a.js\n', 'evil/a.js': 'x\n' }),
      ['.gitignore', 'evil/.gitignore', 'evil/a.js'],
    ],
    [
      'where it is assumed to be unchanged',
      async () => {
        await inCopy('add', '-A');
        await inCopy('update-index', '--assume-unchanged', 'lib/other.js');
        await inCopy('update-index', '--skip-worktree', 'lib/run.sh');
        lay({ 'lib/other.js': 'x\n', 'lib/run.sh': 'y\n' });
      },
      ['lib/other.js', 'lib/run.sh'],
    ],
    [
      'excluded by the copy’s own git',
      () => {
        lay({ '.git/info/exclude': '*\n', '.git/info/attributes': '* filter=none\n', 'evil.js': 'x\n' });
      },
      ['evil.js'],
    ],
    [
      'by a sparse checkout, and committed',
      async () => {
        lay({ 'evil.js': 'x\n' });
        await inCopy('add', '-A');
        await inCopy('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'mine');
        await inCopy('config', 'core.sparseCheckout', 'true');
        lay({ '.git/info/sparse-checkout': 'src/\n', 'lib/other.js': 'x\n' });
      },
      ['evil.js', 'lib/other.js'],
    ],
    ['that can be executed now', () => chmodSync(join(copy, 'lib/run.sh'), 0o755), ['lib/run.sh']],
    [
      'that became a link',
      () => {
        rmSync(join(copy, 'lib/other.js'));
        symlinkSync('../src/late.js', join(copy, 'lib/other.js'));
      },
      ['lib/other.js'],
    ],
    [
      'whose folder became a link to what it owns',
      () => {
        rmSync(join(copy, 'lib'), { recursive: true });
        symlinkSync('src', join(copy, 'lib'));
      },
      ['lib', 'lib/deep/a.js', 'lib/other.js', 'lib/run.sh'],
    ],
    [
      'and is written through a link in what it owns',
      () => {
        mkdirSync(join(copy, 'src/own'), { recursive: true });
        symlinkSync('../../lib/other.js', join(copy, 'src/own/here.js'));
        writeFileSync(join(copy, 'src/own/here.js'), 'x\n');
      },
      ['lib/other.js'],
    ],
    [
      'in a repository of its own',
      async () => {
        await inCopy('init', '-q', 'vendor/mine');
        lay({ 'vendor/mine/a.js': 'x\n' });
      },
      ['vendor/mine/a.js'],
    ],
    ['under a name that begins with one of its own', () => lay({ 'src/late.jsx': 'x\n' }), ['src/late.jsx']],
  ])('is taken out %s', async (_, act, named) => {
    lay(stood);
    const start = must(await world.world.git.snapshot(world.hub, copy, world.base.tree, `start-${number}`)).tree;
    const before = await world.world.git.tree(world.hub, start).paths();
    await act();
    const { outside, paths, tree, changes } = await sort(
      { 'src/late.js': 'export const late = 2;\n' },
      '',
      start,
      owned,
    );
    expect(outside).toEqual(named);
    const since = must(await world.world.git.changes(world.hub, start, tree)).map(({ path }) => path);
    expect(since.filter((path) => path !== 'src/own/here.js')).toEqual(['src/late.js']);
    expect([...paths].filter((path) => !before.includes(path) && path !== 'src/own/here.js')).toEqual([]);
    expect(changes).not.toEqual([]);
    const again = must(await world.world.git.snapshot(world.hub, copy, world.base.tree, `after-${number}`));
    expect(again.tree).toBe(tree);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['of others to its own stays there as well', 'lib/other.js', 'src/own/new.js', ['lib/other.js', 'src/own/new.js']],
    ['of its own to others is gone where it was', 'src/own/old.js', 'lib/new.js', []],
  ])('a file that moved from a place %s', async (_, from, to, there) => {
    lay({ ...stood, 'src/own/old.js': `${long}// own\n` });
    const start = must(await world.world.git.snapshot(world.hub, copy, world.base.tree, `start-${number}`)).tree;
    mkdirSync(dirname(join(copy, to)), { recursive: true });
    renameSync(join(copy, from), join(copy, to));
    const { outside, paths } = await sort({}, '', start, owned);
    expect(outside).toEqual([from, to].filter((path) => path.startsWith('lib/')));
    expect(paths.filter((path) => path === from || path === to)).toEqual(there);
  });

  it('is what its pattern does not fit, and a new test that another one names beside a pattern', async () => {
    const [mine, theirs] = [{ files: ['src/late.js', 'src/own/*.css'] }, ['**/*.sql', 'test/b.test.js']];
    const files = { 'src/own/a.css': 'x\n', 'src/own/a.js': 'x\n', 'test/a.test.js': 'x\n', 'test/b.test.js': 'x\n' };
    const { outside, paths } = await sort({ ...code, ...files }, '', undefined, mine, theirs);
    expect(outside).toEqual(['src/own/a.js', 'test/b.test.js']);
    expect(paths).toEqual(expect.arrayContaining(['src/late.js', 'src/own/a.css', 'test/a.test.js']));
  });
});
