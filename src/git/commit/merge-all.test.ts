import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeReadyWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';
import type { Base, Hub } from '../../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
let copy: string;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
  copy = must(await world.git.makeCopy(hub, join(world.folder, 'copy'), base, 'task')).path;
});
afterEach(() => world.close());

/** The copy with these files, as a tree. */
async function tree(files: Readonly<Record<string, string>>): Promise<string> {
  await world.by(['checkout', '-q', '-f', '.'], copy);
  for (const [path, text] of Object.entries(files)) await world.write(path, text, copy);
  const { tree: made } = must(await world.git.snapshot(hub, copy, base.commit, 'x'));
  for (const path of Object.keys(files)) await world.by(['-c', 'alias.gone=!rm -f', 'gone', path], copy);
  return made;
}
const commit = async (made: string, parent = base.commit) =>
  must(await world.git.commit(hub, { tree: made, parent, message: 'x', atSeconds: 1 })).commit;
const merge = (...heads: { commit: string; tree: string | null }[]) =>
  world.git.mergeAll(hub, base.commit, heads, 'shop-1/together');
const read = async (made: string, path: string) =>
  Buffer.from((await world.git.tree(hub, made).read(path)) ?? []).toString();

test('several commits are put together on the base, a stacked one with what it stands on, and the same merge is the same tree', async () => {
  const first = await commit(await tree({ 'a.txt': 'a' }));
  const second = await commit(await tree({ 'a.txt': 'a', 'b.txt': 'b' }), first);
  const third = await commit(await tree({ 'c.txt': 'c' }));
  const heads = [first, second, third].map((each) => ({ commit: each, tree: null }));
  const merged = must(await merge(...heads));
  if (merged.kind !== 'merged') throw new Error('it does not fit');
  for (const name of ['a', 'b', 'c']) expect(await read(merged.tree, `${name}.txt`)).toBe(name);
  expect(must(await merge(...heads))).toEqual(merged);
});

test('no branch moves by it, here or on the remote', async () => {
  const refs = () => world.by(['for-each-ref', 'refs/heads', 'refs/remotes', 'refs/checkout'], hub.path);
  const head = await commit(await tree({ 'a.txt': 'a' }));
  const before = await refs();
  must(await merge({ commit: head, tree: null }));
  expect(await refs()).toBe(before);
});

test('where one does not fit, it is named by its number, with the files', async () => {
  const one = await commit(await tree({ 'README.md': 'one\n' }));
  const other = await commit(await tree({ 'README.md': 'other\n' }));
  expect(must(await merge({ commit: one, tree: null }, { commit: other, tree: null }))).toEqual({
    ...{ kind: 'conflict', at: 1 },
    files: ['README.md'],
  });
});

test('what has no commit yet takes part as a tree on the base', async () => {
  const made = await tree({ 'a.txt': 'a' });
  const other = await commit(await tree({ 'b.txt': 'b' }));
  const merged = must(await merge({ commit: made, tree: made }, { commit: other, tree: null }));
  expect(merged.kind === 'merged' && (await world.git.tree(hub, merged.tree).paths())).toEqual(
    expect.arrayContaining(['a.txt', 'b.txt']),
  );
});

test('a commit that is not there is a failure of the port', async () => {
  const refused = await merge({ commit: '1'.repeat(40), tree: null });
  expect(refused).toMatchObject({ ok: false, failure: { error_code: 'GIT_FAILED' } });
});
