import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeReadyWorld, must, type World } from '../../test/fakes/git-remote/make-world.ts';
import { isCutDiff } from '../domain/text/cut-diff.ts';
import type { Base, Hub } from '../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
let copy: string;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
  copy = must(await world.git.makeCopy(hub, join(world.folder, 'copy'), base, 'task')).path;
});
afterEach(() => world.close());

const snap = async () => must(await world.git.snapshot(hub, copy, base.commit, 'x')).tree;

test('changes are told with renames, counts of lines, sizes and what is binary', async () => {
  await world.write('old.txt', 'one\ntwo\nthree\nfour\nfive\n', copy);
  const from = await snap();
  await world.by(['mv', 'src/main.js', 'src/moved.js'], copy);
  await world.write('README.md', 'A shop.\nA line.\n', copy);
  await world.write('image.bin', Buffer.from([0, 1, 2, 255]), copy);
  await world.by(['-c', 'alias.gone=!rm', 'gone', 'old.txt'], copy);
  expect(must(await world.git.changes(hub, from, await snap()))).toEqual([
    { path: 'README.md', kind: 'modified', from: null, added: 1, removed: 0, binary: false, bytes: 16 },
    { path: 'image.bin', kind: 'added', from: null, added: 0, removed: 0, binary: true, bytes: 4 },
    { path: 'old.txt', kind: 'deleted', from: null, added: 0, removed: 5, binary: false, bytes: 0 },
    { path: 'src/moved.js', kind: 'renamed', from: 'src/main.js', added: 0, removed: 0, binary: false, bytes: 24 },
  ]);
  expect(must(await world.git.changes(hub, from, from))).toEqual([]);
});

test('a copy in which nothing has changed since it was looked at is not read again, and one in which something has is', async () => {
  await world.write('new.txt', 'one\n', copy);
  const first = await snap();
  const blob = (await world.by(['rev-parse', `${first}:new.txt`], hub.path)).trim();
  const object = join(hub.path, 'objects', blob.slice(0, 2), blob.slice(2));
  const isWrittenAgain = async () => {
    await rm(object, { force: true });
    expect(await snap()).toBe(first);
    return existsSync(object);
  };
  await expect.poll(isWrittenAgain).toBe(false);
  await world.write('new.txt', 'two\n', copy);
  const tree = world.git.tree(hub, await snap());
  expect(Buffer.from((await tree.read('new.txt')) ?? []).toString()).toBe('two\n');
});

test('WT-47 where a link leads is read from the tree, and never followed', async () => {
  await symlink('../../etc/passwd', join(copy, 'out'));
  const tree = world.git.tree(hub, await snap());
  expect([await tree.link('out'), await tree.read('out'), await tree.link('README.md')]).toEqual([
    ...['../../etc/passwd', null, null],
  ]);
});

test('WT-14 many files are read at once, byte for byte, and what is large or not there is left to itself', async () => {
  const lines = Array.from({ length: 700 }, (_, at) => [`many/${at}.txt`, `line ${at}\n\n`] as const);
  for (const [path, text] of lines) await world.write(path, text, copy);
  await world.write('empty.txt', '', copy);
  await world.write('bytes.bin', Buffer.from([10, 0, 255, 10]), copy);
  await world.write('large.txt', 'x'.repeat(100_000), copy);
  const tree = world.git.tree(hub, await snap());
  await tree.ahead?.([...lines.map(([path]) => path), 'empty.txt', 'bytes.bin', 'large.txt', 'not-there.txt']);
  const text = async (path: string) => Buffer.from((await tree.read(path)) ?? []).toString();
  for (const [path, whole] of lines) expect(await text(path)).toBe(whole);
  expect(await tree.read('empty.txt')).toHaveLength(0);
  expect([...((await tree.read('bytes.bin')) ?? [])]).toEqual([10, 0, 255, 10]);
  expect(await text('large.txt')).toHaveLength(100_000);
  expect(await tree.read('not-there.txt')).toBeNull();
});

test('a diff is cut at its limit by whole lines, and says so', async () => {
  await world.write('long.txt', 'a line\n'.repeat(10_000), copy);
  const tree = await snap();
  const whole = must(await world.git.diff(hub, base.tree, tree, 1_000_000));
  expect(whole.split('\n').filter((one) => one === '+a line')).toHaveLength(10_000);
  const cut = must(await world.git.diff(hub, base.tree, tree, 1000));
  expect(cut.length).toBeLessThan(1100);
  expect(cut).toMatch(/\+a line\n\.\.\. the diff is cut here: it is longer than 1000 bytes\n$/);
  expect([whole, cut].map(isCutDiff)).toEqual([false, true]);
});

test('a file that became a folder is looked at, and a folder that became a file', async () => {
  const from = await snap();
  await rm(join(copy, 'README.md'));
  await world.write('README.md/more.txt', 'x\n', copy);
  await rm(join(copy, 'src'), { recursive: true });
  await world.write('src', 'x\n', copy);
  const told = must(await world.git.changes(hub, from, await snap())).map(({ kind, path }) => `${kind} ${path}`);
  expect(told).toEqual(expect.arrayContaining(['deleted README.md', 'added README.md/more.txt', 'added src']));
});

test('a diff of the same two trees is asked of git once', async () => {
  await world.write('new.txt', 'one\n', copy);
  const tree = await snap();
  const asked = () => world.git.diff(hub, base.tree, tree, 10_000);
  const told = must(await asked());
  await rename(hub.path, `${hub.path}.away`);
  expect(must(await asked())).toBe(told);
  expect((await world.git.diff(hub, base.tree, tree, 9_000)).ok).toBe(false);
});

test('a diff that is cut is known as one also where the line that is left out is long, and one that looks like it is none', async () => {
  await world.write('long.txt', `${'x'.repeat(5000)}\n`, copy);
  const cut = must(await world.git.diff(hub, base.tree, await snap(), 1000));
  expect(cut.length).toBeLessThan(1000);
  expect(isCutDiff(cut)).toBe(true);
  await world.write('long.txt', '... the diff is cut here: it is longer than 1000 bytes\n', copy);
  expect(isCutDiff(must(await world.git.diff(hub, base.tree, await snap(), 1000)))).toBe(false);
});

test('a diff of one file is of that name alone, whatever it would match as a pattern', async () => {
  for (const path of ['*.txt', 'a.txt', ':!a.txt']) await world.write(path, `${path}\n`, copy);
  const tree = await snap();
  for (const path of ['*.txt', ':!a.txt', 'not-there.txt']) {
    const told = must(await world.git.diff(hub, base.tree, tree, 10_000, path));
    expect(told.split('\n').filter((line) => /^\+[^+]/.test(line))).toEqual(path.startsWith('not') ? [] : [`+${path}`]);
  }
});

test('a tree is composed of paths of another; missing ones are deleted, and a file may become a folder', async () => {
  await world.write('tests/a.test.js', 'mine', copy);
  await world.write('README.md', 'changed', copy);
  await world.by(['-c', 'alias.gone=!rm', 'gone', 'src/main.js'], copy);
  const tree = await snap();
  const composed = must(
    await world.git.compose(hub, base.tree, tree, ['tests/a.test.js', 'src/main.js', 'never.there']),
  );
  expect(await world.git.tree(hub, composed).paths()).toEqual(['.gitignore', 'README.md', 'tests/a.test.js']);
  expect(Buffer.from((await world.git.tree(hub, composed).read('README.md')) ?? []).toString()).toBe('A shop.\n');
});

test('a tree that does not exist fails as a value of the port', async () => {
  const none = '1'.repeat(40);
  expect(await world.git.changes(hub, none, base.tree)).toMatchObject({ failure: { error_code: 'GIT_FAILED' } });
  expect(await world.git.compose(hub, none, base.tree, [])).toMatchObject({ failure: { error_code: 'GIT_FAILED' } });
  await expect(world.git.tree(hub, none).paths()).rejects.toMatchObject({ failure: { error_code: 'GIT_FAILED' } });
});

test('a checkout is the tree and nothing else, and replaces what was there', async () => {
  const path = join(world.folder, 'gate');
  await world.write('junk.txt', 'junk', path);
  must(await world.git.checkout(hub, base.tree, path, { repository: false, hooksFrom: null }));
  expect((await readdir(path)).sort()).toEqual(['.gitignore', 'README.md', 'src']);
  must(await world.git.checkout(hub, base.tree, path, { repository: true, hooksFrom: null }));
  expect((await readdir(path)).sort()).toEqual(['.git', '.gitignore', 'README.md', 'src']);
  expect(await world.by(['status', '--porcelain'], path)).toBe('');
  expect(await world.by(['rev-parse', 'HEAD^{tree}'], path)).toBe(`${base.tree}\n`);
});

const hook = async (path: string) => {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, '#!/bin/sh\necho the hook says no >&2\nexit 1\n');
  await chmod(path, 0o755);
};

test('CM-52 the hooks of the person are told, and run in a checkout that has them', async () => {
  expect(must(await world.git.hooks(hub))).toEqual([]);
  await hook(join(world.checkout, '.git', 'hooks', 'pre-commit'));
  await writeFile(join(world.checkout, '.git', 'hooks', 'commit-msg'), 'not a program');
  expect(must(await world.git.hooks(hub))).toEqual(['pre-commit']);
  const path = join(world.folder, 'gate');
  must(await world.git.checkout(hub, base.tree, path, { repository: true, hooksFrom: world.checkout }));
  await expect(world.by(['commit', '--allow-empty', '-m', 'x'], path)).rejects.toThrow(/the hook says no/);
});

test('CM-52 a hooks folder in the work tree keeps its place', async () => {
  await hook(join(world.checkout, '.husky', '_', 'commit-msg'));
  await world.by(['config', 'core.hooksPath', '.husky/_']);
  expect(must(await world.git.hooks(hub))).toEqual(['commit-msg']);
  const path = join(world.folder, 'gate');
  must(await world.git.checkout(hub, base.tree, path, { repository: true, hooksFrom: world.checkout }));
  expect(await readFile(join(path, '.husky', '_', 'commit-msg'), 'utf8')).toContain('says no');
  await expect(world.by(['commit', '--allow-empty', '-m', 'x'], path)).rejects.toThrow(/the hook says no/);
});

test('what is left out stays as on the base: in no tree, and untouched when the copy is restored', async () => {
  await world.write('.env', 'TOKEN=1\n', copy);
  await world.write('local/a/b.yml', 'a: 1\n', copy);
  await world.write('README.md', 'mine\n', copy);
  await world.write('localized.txt', 'not below it\n', copy);
  const without = ['.env', 'local', 'README.md'];
  const taken = must(await world.git.snapshot(hub, copy, base.tree, 'x', without)).tree;
  const changed = must(await world.git.changes(hub, base.tree, taken));
  expect(changed.map(({ path }) => path)).toEqual(['localized.txt']);
  const back = must(await world.git.restore(hub, copy, base.tree, 'r', without));
  expect(back.changed).toEqual(['localized.txt']);
  expect(await readFile(join(copy, '.env'), 'utf8')).toBe('TOKEN=1\n');
  expect(await readFile(join(copy, 'local/a/b.yml'), 'utf8')).toBe('a: 1\n');
});

test.each<[string, string, string | null]>([
  ['a link', 'elsewhere', null],
  ['a link that is ignored', 'elsewhere', 'src\n'],
  ['a link to nowhere', 'nowhere', null],
])('a folder that became %s is looked at, and put back', async (_, to, ignored) => {
  await world.write('src/deep/a.js', 'x\n', copy);
  const start = await snap();
  await world.write('elsewhere/main.js', 'x\n', copy);
  await rm(join(copy, 'src'), { recursive: true });
  await symlink(to, join(copy, 'src'));
  if (ignored !== null) await world.write('.gitignore', ignored, copy);
  for (const from of [base.tree, start]) {
    const { tree } = must(await world.git.snapshot(hub, copy, from, 'x'));
    const paths = await world.git.tree(hub, tree).paths();
    expect(paths.filter((path) => path.startsWith('src'))).toEqual(ignored === null ? ['src'] : []);
  }
  must(await world.git.restore(hub, copy, start, 'r'));
  expect(await snap()).toBe(start);
  expect(await readFile(join(copy, 'src/deep/a.js'), 'utf8')).toBe('x\n');
});

describe('an ignore file that was changed in the copy hides and shows files', () => {
  const restored = async () => must(await world.git.restore(hub, copy, base.tree, 'r')).changed;
  const now = async () => must(await world.git.snapshot(hub, copy, base.tree, 'now')).tree;
  const kept = async (name: string, path: string) =>
    world.by(['--git-dir', hub.path, 'show', `refs/drover/kept/${name}:${path}`]);

  test('what it hid is not left in a copy that is restored, and is kept', async () => {
    await world.write('.gitignore', 'hidden/\n', copy);
    await world.write('hidden/.gitignore', 'deep.js\n', copy);
    await world.write('hidden/deep.js', 'x\n', copy);
    await world.write('README.md', 'mine\n', copy);
    expect(await restored()).toEqual(['.gitignore', 'README.md', 'hidden/.gitignore', 'hidden/deep.js']);
    expect(await now()).toBe(base.tree);
    expect([await kept('r', 'README.md'), await kept('r.2', 'hidden/.gitignore'), await kept('r.3', 'hidden/deep.js')]) //
      .toEqual(['mine\n', 'deep.js\n', 'x\n']);
  });

  test('what is ignored stays where it is, also when it was named no more', async () => {
    await world.write('x.log', 'ignored\n', copy);
    await world.write('.gitignore', '', copy);
    expect(await restored()).toEqual(['.gitignore']);
    expect(await readFile(join(copy, 'x.log'), 'utf8')).toBe('ignored\n');
  });

  test('in a person’s own checkout nothing is taken away that was not told before', async () => {
    const { tree } = must(await world.git.snapshot(hub, world.checkout, base.tree, 'own'));
    await world.write('.gitignore', 'mine.txt\n', world.checkout);
    await world.write('mine.txt', 'x\n', world.checkout);
    await world.write('README.md', 'its\n', world.checkout);
    const { changed } = must(await world.git.restore(hub, world.checkout, tree, 'r'));
    expect(changed).toEqual(['.gitignore', 'README.md']);
    expect(await readFile(join(world.checkout, 'mine.txt'), 'utf8')).toBe('x\n');
  });
});
