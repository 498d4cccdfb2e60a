import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeReadyWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';
import type { Base, Hub } from '../../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
let copy: string;
let begun: string;
const lines = (change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 12 }, (_, at) => `${change[at + 1] ?? `line ${at + 1}`}\n`).join('');
/** A tree in which these files are so. */
async function tree(files: Readonly<Record<string, string | null>>): Promise<string> {
  await world.by(['reset', '-q', '--hard', begun], copy);
  await world.by(['clean', '-q', '-f', '-d'], copy);
  for (const [path, text] of Object.entries(files))
    if (text === null) await world.by(['rm', '-q', path], copy);
    else await world.write(path, text, copy);
  return must(await world.git.snapshot(hub, copy, begun, 'x')).tree;
}
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
  copy = must(await world.git.makeCopy(hub, join(world.folder, 'copy'), base, 'task')).path;
  begun = base.commit;
  const made = await tree({ 'a b.txt': lines(), 'other.txt': lines() });
  begun = must(await world.git.commit(hub, { tree: made, parent: base.commit, message: 'x', atSeconds: 1 })).commit;
  await world.by(['fetch', '-q', hub.path, begun], copy);
});
afterEach(() => world.close());

const path = 'a b.txt';
const both = async (one: Readonly<Record<string, string | null>>, other: typeof one) => {
  const [ours, theirs] = [await tree(one), await tree(other)].map((each) => ({ commit: begun, tree: each }));
  if (ours === undefined || theirs === undefined) throw new Error('no trees');
  const found = must(await world.git.overlap(hub, ours, theirs));
  expect(must(await world.git.overlap(hub, theirs, ours))).toEqual(found);
  return found;
};

test.each([
  [
    'the same lines otherwise',
    { [path]: lines({ 5: 'five' }) },
    { [path]: lines({ 5: 'V', 6: 'VI' }) },
    [{ path, lines: [[5, 7]], conflicts: true }],
  ],
  [
    'the same line alike',
    { [path]: lines({ 5: 'five' }) },
    { [path]: lines({ 5: 'five' }) },
    [{ path, lines: [[5, 6]], conflicts: false }],
  ],
  ['one file, far apart', { [path]: lines({ 1: 'one' }) }, { [path]: lines({ 11: 'eleven' }) }, []],
  ['different files', { [path]: lines({ 1: 'one' }) }, { 'other.txt': lines({ 1: 'one' }) }, []],
  [
    'a new file, each its own',
    { 'new.txt': 'a\n' },
    { 'new.txt': 'b\n' },
    [{ path: 'new.txt', lines: [[1, 1]], conflicts: true }],
  ],
  [
    'one what the other removes',
    { [path]: lines({ 1: 'one' }) },
    { [path]: null },
    [{ path, lines: [[1, 13]], conflicts: true }],
  ],
])('two works that change %s', async (_words, one, other, found) => {
  expect(await both(one as Record<string, string | null>, other as Record<string, string | null>)).toEqual(found);
});

test('a file that one renames and the other changes is the same to both', async () => {
  const found = await both({ [path]: null, 'new.txt': lines({ 1: 'one' }) }, { [path]: lines({ 1: 'I' }) });
  expect(found).toMatchObject([
    { path, lines: [[1, 13]] },
    { path: 'new.txt', lines: [], conflicts: true },
  ]);
});

test('of works that began from different commits the trial alone tells', async () => {
  const ours = { commit: begun, tree: await tree({ [path]: lines({ 5: 'five' }) }) };
  const moved = await tree({ 'other.txt': lines({ 1: 'one' }) });
  const next = must(await world.git.commit(hub, { tree: moved, parent: begun, message: 'y', atSeconds: 2 })).commit;
  const theirs = { commit: next, tree: await tree({ 'other.txt': lines({ 1: 'one' }), [path]: lines({ 5: 'V' }) }) };
  expect(must(await world.git.overlap(hub, ours, theirs))).toEqual([{ path, lines: [], conflicts: true }]);
});

test('no ref moves by it', async () => {
  const [one, other] = [await tree({ [path]: lines({ 5: 'five' }) }), await tree({ [path]: lines({ 5: 'V' }) })];
  const refs = () => world.by(['for-each-ref'], hub.path);
  const before = await refs();
  must(await world.git.overlap(hub, { commit: begun, tree: one }, { commit: begun, tree: other }));
  expect(await refs()).toBe(before);
});

test('of what the hub does not have nothing is said', async () => {
  const gone = { commit: begun, tree: '0'.repeat(40) };
  expect(
    (await world.git.overlap(hub, gone, { commit: begun, tree: await tree({ [path]: lines({ 1: 'x' }) }) })).ok,
  ).toBe(false);
});

test('what a work changed, and where two meet, is asked of git once', async () => {
  const work = async (files: Readonly<Record<string, string>>) => ({ commit: begun, tree: await tree(files) });
  const [ours, theirs] = [await work({ [path]: lines({ 5: 'five' }) }), await work({ [path]: lines({ 5: 'V' }) })];
  const [apart, unseen] = [await work({ 'other.txt': lines({ 1: 'one' }) }), await work({ 'new.txt': 'a' })];
  const met = must(await world.git.overlap(hub, ours, theirs));
  must(await world.git.overlap(hub, ours, apart));
  renameSync(hub.path, `${hub.path}.away`);
  expect(must(await world.git.overlap(hub, theirs, ours))).toEqual(met);
  // These two were not held against one another yet, and of each it is known what it changed.
  expect(must(await world.git.overlap(hub, theirs, apart))).toEqual([]);
  expect((await world.git.overlap(hub, ours, unseen)).ok).toBe(false);
});
