import { execFileSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync } from 'node:fs';
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

test.each([
  ['a file of one is a folder of the other', { new: 'a\n' }, { 'new/x.txt': 'b\n' }, /^new(\/x\.txt)?$/],
  [
    'a file of the base becomes a folder, and is changed',
    { [path]: null, [`${path}/x`]: 'a\n' },
    { [path]: lines({ 5: 'V' }) },
    /^a b\.txt(\/x)?$/,
  ],
])('where %s, they do not go together', async (_words, one, other, named) => {
  const found = await both(one as Record<string, string | null>, other as Record<string, string | null>);
  expect(found.some(({ path: at, conflicts }) => conflicts && named.test(at))).toBe(true);
});

test('a folder that one moves and the other adds to is the same to both', async () => {
  const made = await tree({ 'old/a.txt': lines(), 'old/b.txt': lines({ 2: 'b' }) });
  begun = must(await world.git.commit(hub, { tree: made, parent: begun, message: 'y', atSeconds: 2 })).commit;
  await world.by(['fetch', '-q', hub.path, begun], copy);
  const moved = { 'old/a.txt': null, 'old/b.txt': null, 'moved/a.txt': lines(), 'moved/b.txt': lines({ 2: 'b' }) };
  const found = await both(moved, { 'old/c.txt': 'c\n' });
  expect(found).toMatchObject([{ path: expect.stringContaining('c.txt'), conflicts: true }]);
});

test.each<[string, string, string, boolean]>([
  ['alike', 'x\n', 'x\n', false],
  ['otherwise', 'x\n', 'y\n', true],
])('a line that both add at one place, %s, is where they meet', async (_words, one, other, conflicts) => {
  const found = await both(
    { [path]: lines({ 5: `line 5\n${one}`.trimEnd() }) },
    { [path]: lines({ 5: `line 5\n${other}`.trimEnd() }) },
  );
  expect(found).toMatchObject([{ path, lines: [[6, 6]], conflicts }]);
});

/** A tree of these entries, as `git ls-tree` writes them, besides those of the start. */
async function entries(...added: readonly string[]): Promise<string> {
  const old = await world.by(['ls-tree', '-r', '--full-tree', begun], hub.path);
  const paths = added.map((line) => line.split('\t')[1]);
  const kept = old
    .trimEnd()
    .split('\n')
    .filter((line) => !paths.includes(line.split('\t')[1]));
  const index = { GIT_INDEX_FILE: join(world.folder, 'index-of-entries') };
  rmSync(index.GIT_INDEX_FILE, { force: true });
  const run = (args: readonly string[], input = '') =>
    execFileSync('git', ['--git-dir', hub.path, ...args], { input, env: { ...process.env, ...index } })
      .toString()
      .trim();
  run(['update-index', '--index-info'], `${[...kept, ...added].join('\n')}\n`);
  return run(['write-tree']);
}
const blob = (text: string | Uint8Array) =>
  execFileSync('git', ['--git-dir', hub.path, 'hash-object', '-w', '--stdin'], { input: text }).toString().trim();
const file = (at: string, text: string | Uint8Array, mode = '100644') => `${mode} blob ${blob(text)}\t${at}`;
const module = (at: string, digit: string) => `160000 commit ${digit.repeat(40)}\t${at}`;
const binary = (...bytes: readonly number[]) => new Uint8Array([0, 1, 2, ...bytes]);
const crlf = (change: Readonly<Record<number, string>> = {}) => lines(change).replaceAll('\n', '\r\n');

type Side = () => readonly string[];
test.each<[string, Side, Side, Side, readonly (readonly [string, boolean])[]]>([
  [
    'move one module to different commits',
    () => [module('lib', 'a')],
    () => [module('lib', 'b')],
    () => [module('lib', 'c')],
    [['lib', true]],
  ],
  [
    'move different modules',
    () => [module('lib', 'a'), module('web', 'a')],
    () => [module('lib', 'b')],
    () => [module('web', 'b')],
    [],
  ],
  [
    'add a module and a file in its place',
    () => [],
    () => [module('lib', 'b')],
    () => [file('lib', 'x\n')],
    [['lib', true]],
  ],
  [
    'change one file that is no text',
    () => [file('x.png', binary(1))],
    () => [file('x.png', binary(2))],
    () => [file('x.png', binary(3))],
    [['x.png', true]],
  ],
  [
    'make a link and a file of one name',
    () => [],
    () => [file('at', 'a b.txt', '120000')],
    () => [file('at', 'x\n')],
    [['at', true]],
  ],
  [
    'end its lines otherwise, and change one',
    () => [],
    () => [file(path, crlf())],
    () => [file(path, lines({ 5: 'V' }))],
    [[path, true]],
  ],
  [
    'change a file far apart whose lines end as on Windows',
    () => [file(path, crlf())],
    () => [file(path, crlf({ 1: 'I' }))],
    () => [file(path, crlf({ 11: 'XI' }))],
    [],
  ],
  [
    'change a line in it',
    () => [file(path, crlf())],
    () => [file(path, crlf({ 5: 'V' }))],
    () => [file(path, crlf({ 5: 'five' }))],
    [[path, true]],
  ],
])('two works that %s', async (_, start, one, other, found) => {
  const made = await entries(...start());
  begun = must(await world.git.commit(hub, { tree: made, parent: begun, message: 'z', atSeconds: 3 })).commit;
  const [ours, theirs] = [await entries(...one()), await entries(...other())].map((each) => ({
    commit: begun,
    tree: each,
  }));
  if (ours === undefined || theirs === undefined) throw new Error('no trees');
  const told = must(await world.git.overlap(hub, ours, theirs));
  expect(told.map(({ path: at, conflicts }) => [at, conflicts])).toEqual(found);
});

test.each<[string, string, string, readonly string[]]>([
  ['under two names', 'one.txt', 'two.txt', [path, 'one.txt', 'two.txt']],
  ['under one name, and change it otherwise', 'new.txt', 'new.txt', ['new.txt']],
])('a file that both rename %s is where they do not go together', async (_, one, other, named) => {
  const found = await both({ [path]: null, [one]: lines({ 5: 'five' }) }, { [path]: null, [other]: lines({ 5: 'V' }) });
  expect(found.filter(({ conflicts }) => conflicts).map(({ path: at }) => at)).toEqual(named);
});

test('a file that one makes a program and the other changes goes together', async () => {
  const mode = async () => {
    await tree({});
    chmodSync(join(copy, path), 0o755);
    return must(await world.git.snapshot(hub, copy, begun, 'x')).tree;
  };
  const ours = { commit: begun, tree: await mode() };
  const theirs = { commit: begun, tree: await tree({ [path]: lines({ 5: 'V' }) }) };
  expect(must(await world.git.overlap(hub, ours, theirs))).toEqual([]);
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
