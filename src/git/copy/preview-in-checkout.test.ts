import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeReadyWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';
import type { Base, Hub } from '../../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
});
afterEach(() => world.close());

const branch = async () => (await world.by(['branch', '--show-current'])).trim();
const aTree = async () => {
  const copy = must(await world.git.makeCopy(hub, join(world.folder, 'copy'), base, 'task'));
  writeFileSync(join(copy.path, 'new.txt'), 'made by an agent');
  return must(await world.git.snapshot(hub, copy.path, base.commit, 'x')).tree;
};

test('a tree of a task is seen in the own checkout on no branch, and what was there comes back exactly', async () => {
  await world.by(['switch', '-q', '-c', 'mine']);
  const head = await world.by(['rev-parse', 'HEAD']);
  const offered = must(await world.git.offerTree(hub, await aTree(), base.commit, 'shop-1'));
  expect(must(await world.git.offerTree(hub, await aTree(), base.commit, 'shop-1'))).toEqual(offered);
  expect(await branch()).toBe('mine');
  for (let time = 0; time < 2; time += 1)
    must(await world.git.switchTo(world.checkout, { branch: null, head: offered.commit }));
  expect(existsSync(join(world.checkout, 'new.txt'))).toBe(true);
  expect(await branch()).toBe('');
  must(await world.git.switchTo(world.checkout, { branch: 'mine', head }));
  expect([await branch(), await world.by(['rev-parse', 'HEAD']), await world.by(['status', '--porcelain'])]).toEqual([
    'mine',
    head,
    '',
  ]);
  expect(existsSync(join(world.checkout, 'new.txt'))).toBe(false);
});

test('a checkout with anything uncommitted, a file git does not know of included, stays as it is', async () => {
  const { commit } = must(await world.git.offerTree(hub, await aTree(), base.commit, 'shop-1'));
  await world.write('mine.txt', 'not committed');
  expect(await world.git.switchTo(world.checkout, { branch: null, head: commit })).toMatchObject({
    failure: { error_code: 'GIT_DIRTY', details: { files: ['mine.txt'] } },
  });
  expect(await branch()).toBe('main');
});
