import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeReadyWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';
import type { Base, Hub } from '../../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
let path: string;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
  path = join(world.folder, 'state', 'copies', 'shop-1');
  must(await world.git.makeCopy(hub, path, base, 'drover/shop-1'));
});
afterEach(() => world.close());

const switchTo = (branch: string) => world.git.switchBranch(hub, path, base, branch);
const head = async () => (await world.by(['symbolic-ref', '--short', 'HEAD'], path)).trim();
const code = async (branch: string) => {
  const done = await switchTo(branch);
  return done.ok ? 'ok' : done.failure.error_code;
};

describe('a copy under another branch', () => {
  test('CM-45 goes on there with its work and its commits; the same again is no error', async () => {
    await world.by(['commit', '-q', '--allow-empty', '-m', 'mine'], path);
    const mine = await world.by(['rev-parse', 'HEAD'], path);
    await writeFile(join(path, 'work.txt'), 'work');
    for (const _ of [1, 2]) must(await switchTo('fix/deep/minutes'));
    expect([await head(), await world.by(['rev-parse', 'HEAD'], path)]).toEqual(['fix/deep/minutes', mine]);
    expect(await world.by(['status', '--porcelain'], path)).toBe('?? work.txt\n');
    must(await switchTo('drover/shop-1'));
    expect(await head()).toBe('drover/shop-1');
  });

  test('is refused where the name is taken or is none, and stays where it was', async () => {
    const other = join(world.folder, 'state', 'copies', 'shop-2');
    must(await world.git.makeCopy(hub, other, base, 'fix/taken'));
    expect([await code('fix/taken'), await code('fix/taken/below'), await code('a..b'), await code('-x')]).toEqual([
      ...['ALREADY_EXISTS', 'ALREADY_EXISTS', 'GIT_FAILED', 'GIT_FAILED'],
    ]);
    expect(await head()).toBe('drover/shop-1');
  });

  test('gives both names free again when it is removed', async () => {
    must(await switchTo('fix/minutes'));
    must(await world.git.removeCopy(hub, path, 'shop-1'));
    for (const branch of ['fix/minutes', 'drover/shop-1']) {
      must(await world.git.makeCopy(hub, path, base, branch));
      must(await world.git.removeCopy(hub, path, 'shop-1'));
    }
  });

  test('writes nothing through a link that was put there', async () => {
    const outside = join(world.folder, 'outside');
    await mkdir(outside);
    await symlink(outside, join(path, '.git/refs/heads/fix'));
    expect(await code('fix/minutes')).toBe('GIT_FAILED');
    await writeFile(join(outside, 'HEAD'), 'theirs\n');
    await rm(join(path, '.git/HEAD'));
    await symlink(join(outside, 'HEAD'), join(path, '.git/HEAD'));
    must(await switchTo('other/minutes'));
    expect(await readFile(join(outside, 'HEAD'), 'utf8')).toBe('theirs\n');
    expect(await head()).toBe('other/minutes');
  });
});
