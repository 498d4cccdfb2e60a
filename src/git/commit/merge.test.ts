import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

const commit = async (files: Readonly<Record<string, string>>, message = 'more') => {
  for (const [path, text] of Object.entries(files)) await world.write(path, text);
  await world.by(['add', '-A']);
  await world.by(['commit', '-q', '--allow-empty', '-m', message]);
  return (await world.by(['rev-parse', 'HEAD'])).trim();
};
const on = (branch: string, from = 'main') => world.by(['switch', '-q', '-C', branch, from]);
const read = async (hub: Parameters<World['git']['tree']>[0], tree: string, path: string) =>
  new TextDecoder().decode((await world.git.tree(hub, tree).read(path)) ?? new Uint8Array());

describe('merging in the hub', () => {
  test('brings both sides together and leaves checkout and branches alone', async () => {
    await on('fix');
    const ours = await commit({ 'a.txt': 'a\n' });
    await on('main', 'main');
    const theirs = await commit({ 'b.txt': 'b\n' });
    const { hub } = await world.ready();
    const merged = must(await world.git.merge(hub, ours, theirs));
    expect(merged.conflicts).toEqual([]);
    expect([await read(hub, merged.tree, 'a.txt'), await read(hub, merged.tree, 'b.txt')]).toEqual(['a\n', 'b\n']);
    expect((await world.by(['rev-parse', 'HEAD', 'fix'])).trim().split('\n')).toEqual([theirs, ours]);
  });

  test('names the files in conflict, once each, and holds both sides between markers', async () => {
    await on('fix');
    const ours = await commit({ 'src/main.js': 'export const price = 2;\n', 'with space.txt': 'ours\n' });
    await on('main', 'main');
    const theirs = await commit({ 'src/main.js': 'export const price = 3;\n', 'with space.txt': 'theirs\n' });
    const { hub } = await world.ready();
    const merged = must(await world.git.merge(hub, ours, theirs));
    expect(merged.conflicts).toEqual(['src/main.js', 'with space.txt']);
    expect(await read(hub, merged.tree, 'src/main.js')).toMatch(/^<<<<<<< .*\n.*2;\n=======\n.*3;\n>>>>>>> .*\n$/);
  });

  test('is in conflict where git says so and names no file', async () => {
    const lines = (word: string) => Array.from({ length: 30 }, (_, at) => `${word} ${at}\n`).join('');
    const names = ['a', 'b', 'c', 'd'];
    await commit(Object.fromEntries(names.map((name) => [`all/${name}`, lines(name)])));
    await on('fix');
    for (const [at, name] of names.entries()) {
      await world.write(`${at < 2 ? 'first' : 'second'}/${name}`, lines(name));
      await world.by(['rm', '-q', `all/${name}`]);
    }
    const ours = await commit({});
    await on('main', 'main');
    const theirs = await commit({ 'all/new': 'new\n' });
    const { hub } = await world.ready();
    expect(must(await world.git.merge(hub, ours, theirs)).conflicts).toEqual(['(unnamed)']);
  });

  test('of what has nothing in common, or is not there, is a failure', async () => {
    const { hub, base } = await world.ready();
    const nowhere = await world.git.merge(hub, base.commit, 'f'.repeat(40));
    expect(nowhere).toMatchObject({ ok: false, failure: { error_code: 'GIT_FAILED' } });
  });

  test('a commit has all parents that it is given, and the same once more where it is repeated', async () => {
    await on('fix');
    const ours = await commit({ 'a.txt': 'a\n' });
    const { hub, base } = await world.ready();
    const spec = { tree: base.tree, parent: base.commit, parents: [ours, base.commit], message: 'join', atSeconds: 5 };
    const made = must(await world.git.commit(hub, spec)).commit;
    expect(must(await world.git.commit(hub, spec)).commit).toBe(made);
    const other = must(await world.git.commit(hub, { ...spec, parents: [ours] })).commit;
    const parents = (id: string) => world.by([`--git-dir=${hub.path}`, 'log', '-1', '--format=%P', id]);
    expect([(await parents(made)).trim(), (await parents(other)).trim()]).toEqual([`${ours} ${base.commit}`, ours]);
  });
});

describe('taking back', () => {
  const carries = 'Drover-Task: shop-1';

  test('a merge commit is taken back to its first parent, and what came after stays', async () => {
    await on('fix');
    await commit({ 'src/main.js': 'export const price = 9;\n' });
    await on('main', 'main');
    const before = await commit({ 'b.txt': 'b\n' });
    await world.by(['merge', '-q', '--no-ff', '-m', 'Merge fix', 'fix']);
    const merged = (await world.by(['rev-parse', 'HEAD'])).trim();
    const later = await commit({ 'c.txt': 'c\n' });
    const { hub } = await world.ready();
    expect(must(await world.git.beforeMerge(hub, merged, carries))).toBe(before);
    const { tree, conflicts } = must(await world.git.takeBack(hub, later, before, merged));
    expect(conflicts).toEqual([]);
    expect(await read(hub, tree, 'src/main.js')).toBe('export const price = 1;\n');
    expect(await read(hub, tree, 'c.txt')).toBe('c\n');
  });

  test('of commits that were replayed onto the base all are taken back, of a squashed one that one', async () => {
    const before = await commit({ 'b.txt': 'b\n' });
    await commit({ 'one.txt': '1\n' }, `One\n\n${carries}`);
    const last = await commit({ 'two.txt': '2\n' }, `Two\n\n${carries}`);
    const squashed = await commit({ 'three.txt': '3\n' }, 'Squashed');
    const { hub } = await world.ready();
    expect(must(await world.git.beforeMerge(hub, last, carries))).toBe(before);
    expect(must(await world.git.beforeMerge(hub, squashed, carries))).toBe(last);
    expect(must(await world.git.beforeMerge(hub, 'f'.repeat(40), carries))).toBeNull();
  });

  test('what others have built upon since is a conflict', async () => {
    const before = (await world.by(['rev-parse', 'HEAD'])).trim();
    const merged = await commit({ 'src/main.js': 'export const price = 9;\n' });
    const later = await commit({ 'src/main.js': 'export const price = 10;\n' });
    const { hub } = await world.ready();
    expect(must(await world.git.takeBack(hub, later, before, merged)).conflicts).toEqual(['src/main.js']);
  });
});

describe('branches of the remote', () => {
  test('are where they were when they were fetched, and part where they part', async () => {
    const start = (await world.by(['rev-parse', 'HEAD'])).trim();
    await on('fix');
    const fix = await commit({ 'a.txt': 'a\n' });
    await world.by(['push', '-q', 'origin', 'fix']);
    await on('main', 'main');
    const main = await commit({ 'b.txt': 'b\n' });
    const { hub } = await world.ready();
    expect(must(await world.git.fetchedBranch(hub, 'fix'))).toMatchObject({ commit: fix, author: 'Ada Lovelace' });
    expect(must(await world.git.fetchedBranch(hub, 'other'))).toBeNull();
    expect(must(await world.git.mergeBase(hub, fix, main))?.commit).toBe(start);
    expect(must(await world.git.mergeBase(hub, fix, 'f'.repeat(40)))).toBeNull();
  });
});
