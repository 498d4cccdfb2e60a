import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeReadyWorld, must, type World } from '../../test/fakes/git-remote/make-world.ts';
import type { Base, Hub } from '../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
let path: string;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
  path = join(world.folder, 'state', 'copies', 'shop-1');
});
afterEach(() => world.close());

const branch = 'drover/shop-1';
const make = async (name = branch, at = path) => world.git.makeWorktree(hub, at, base, name);
const remove = async () => must(await world.git.removeCopy(hub, path, 'shop-1'));
const worktrees = () => world.by(['worktree', 'list', '--porcelain']);
const branches = () => world.by(['branch', '--format=%(refname:short)']);
const there = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
const own = () => join(world.checkout, '.git', 'worktrees', 'shop-1');

describe('a copy that is a linked worktree', () => {
  test('stands on a branch of its own in the repository of the person, and their checkout is as it was', async () => {
    await world.write('README.md', 'changed by the person\n');
    expect(must(await make())).toEqual({ path, branch });
    expect(await world.by(['status', '--porcelain', '--branch'], path)).toBe(`## ${branch}\n`);
    expect(await readdir(path)).toEqual(['.git', '.gitignore', 'README.md', 'src']);
    expect(await worktrees()).toContain(`worktree ${path}\nHEAD ${base.commit}\nbranch refs/heads/${branch}\nlocked`);
    expect(await world.by(['status', '--porcelain', '--branch'])).toBe('## main...origin/main\n M README.md\n');
    expect(must(await world.git.snapshot(hub, path, base.commit, 'shop-1/1'))).toEqual({
      ...{ tree: base.tree, head: base.commit },
    });
  });

  test('starts from a commit of the remote that the checkout has never seen', async () => {
    const other = join(world.folder, 'home', 'other');
    await world.by(['clone', '-q', world.checkout, other]);
    await world.by(['commit', '-q', '--allow-empty', '-m', 'newer'], other);
    await world.by(['push', '-q', world.bare, 'HEAD:main'], other);
    ({ hub, base } = await world.ready());
    must(await make());
    expect(await world.by(['log', '-1', '--format=%s'], path)).toBe('newer\n');
    expect(await world.by(['--git-dir', hub.path, 'for-each-ref', 'refs/drover/lent'])).toBe('');
  });

  test('has the bytes of the commit whatever its attributes say, and no hook or filter of the repository runs', async () => {
    const hit = join(world.folder, 'hit');
    await world.write('.gitattributes', '*.bat text eol=crlf\n*.big filter=evil\n');
    await world.write('a.bat', 'one\ntwo\n');
    await world.write('a.big', 'pointer\n');
    await world.by(['add', '-A']);
    await world.by(['commit', '-q', '-m', 'attributes']);
    await world.by(['push', '-q', 'origin', 'main']);
    ({ base } = await world.ready());
    await writeFile(join(world.checkout, '.git', 'hooks', 'post-checkout'), `#!/bin/sh\ntouch ${hit}\n`, {
      mode: 0o755,
    });
    await world.by(['config', 'filter.evil.smudge', `touch ${hit}; cat`]);
    await world.by(['config', 'core.fsmonitor', `touch ${hit}; false`]);
    must(await make());
    expect(await readFile(join(path, 'a.bat'), 'utf8')).toBe('one\ntwo\n');
    expect(must(await world.git.snapshot(hub, path, base.commit, 'shop-1/1')).tree).toBe(base.tree);
    await remove();
    expect(await there(hit)).toBe(false);
  });

  test('is found when it is asked for again, with the work in it', async () => {
    must(await make());
    await writeFile(join(path, 'work.txt'), 'work');
    must(await make());
    expect(await there(join(path, 'work.txt'))).toBe(true);
  });

  test('that was half made is made again, wherever it was cut off', async () => {
    must(await make());
    await rm(join(own(), 'drover-copy'));
    await rm(join(path, 'README.md'));
    must(await make());
    expect(await readdir(path)).toContain('README.md');
    await rm(path, { recursive: true });
    must(await make());
    expect(await world.by(['status', '--porcelain'], path)).toBe('');
    expect(await readdir(join(world.checkout, '.git', 'worktrees'))).toEqual(['shop-1']);
  });

  test('is refused a folder that is not ours, and a branch that the person has at another commit', async () => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'theirs'), '');
    expect(await make()).toMatchObject({ failure: { error_code: 'ALREADY_EXISTS' } });
    expect(await there(join(path, 'theirs'))).toBe(true);
    await world.by(['branch', 'mine']);
    await world.by(['commit', '-q', '--allow-empty', '-m', 'unpushed']);
    await world.by(['branch', 'newer']);
    expect(await make('newer', `${path}-a`)).toMatchObject({ failure: { error_code: 'ALREADY_EXISTS' } });
    expect(await make('main', `${path}-b`)).toMatchObject({ failure: { error_code: 'ALREADY_EXISTS' } });
    must(await make('mine', `${path}-c`));
    must(await world.git.removeCopy(hub, `${path}-c`, 'shop-1'));
    expect(await branches()).toBe('main\nmine\nnewer\n');
  });

  test('goes with its branch and its place in the list, again and again; what an agent left is kept', async () => {
    must(await make());
    await writeFile(join(path, 'work.txt'), 'work');
    const { kept } = await remove();
    expect(kept).toBe('refs/drover/kept/shop-1');
    expect(await world.by(['--git-dir', hub.path, 'show', `${kept}:work.txt`])).toBe('work');
    expect(await there(path)).toBe(false);
    expect(await branches()).toBe('main\n');
    expect(await worktrees()).not.toContain('shop-1');
    expect(await remove()).toEqual({ kept });
  });

  test('is taken off the list where a kill came between its folder and the list', async () => {
    must(await make());
    await rm(path, { recursive: true });
    await remove();
    expect(await worktrees()).not.toContain('shop-1');
    expect(await branches()).toBe('main\n');
  });

  test('keeps commits of an agent before its branch goes', async () => {
    must(await make());
    await writeFile(join(path, 'work.txt'), 'work');
    await world.by(['add', '-A'], path);
    await world.by(['commit', '-q', '-m', 'by the agent'], path);
    const tip = (await world.by(['rev-parse', 'HEAD'], path)).trim();
    expect(must(await world.git.snapshot(hub, path, base.commit, 'shop-1/1'))).toMatchObject({ head: tip });
    await world.by(['checkout', '-q', '--detach', base.commit], path);
    await remove();
    expect(await branches()).toBe('main\n');
    expect(await world.by(['--git-dir', hub.path, 'rev-parse', `refs/drover/kept/checkout/${branch}`])).toBe(
      `${tip}\n`,
    );
  });

  test('goes wherever the `.git` that an agent put into it leads', async () => {
    must(await make());
    const victim = join(world.folder, 'home', 'victim');
    await mkdir(victim);
    await world.by(['init', '-q'], victim);
    await writeFile(join(path, '.git'), `gitdir: ${join(victim, '.git')}\n`);
    expect(must(await world.git.snapshot(hub, path, base.commit, 'shop-1/1')).head).toBe(base.commit);
    await remove();
    expect(await there(join(victim, '.git', 'HEAD'))).toBe(true);
    expect(await worktrees()).not.toContain('shop-1');
  });

  test('lends its programs what git reads, and neither configuration nor hooks', async () => {
    must(await make());
    const lent = await world.git.lentTo(hub, path);
    const git = join(world.checkout, '.git');
    expect(lent).toEqual([
      join(hub.path, 'objects'),
      join(git, 'HEAD'),
      join(git, 'objects'),
      join(git, 'refs'),
      own(),
    ]);
    expect(await world.git.lentTo(hub, `${path}-none`)).toEqual([join(hub.path, 'objects')]);
  });
});
