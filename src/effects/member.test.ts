// What tools left in a copy of real git is taken out of it and kept; what the plan or the change speaks of stays.
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { noon, openStage, type Stage, task } from '../../test/fakes/effects/stage.ts';
import { makeReadyWorld, must } from '../../test/fakes/git-remote/make-world.ts';
import { spokenOf } from '../domain/criterion/leftovers.ts';
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

async function sort(files: Readonly<Record<string, string | Uint8Array>>, plan = '', start?: string) {
  const { git } = world.world;
  lay(files);
  const { tree } = must(await git.snapshot(world.hub, copy, world.base.tree, `sort-${number}`));
  const came = await keepOwn(
    stage.ports,
    {
      ...{ hub: world.hub, copy, base: world.base.tree, start: start ?? world.base.tree, tree, foreign: [], tests: [] },
      ...{ spoken: spokenOf(plan), label: `shop-1/SC-1/own-${number}` },
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
