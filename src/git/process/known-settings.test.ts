import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeWorld, type World } from '../../../test/fakes/git-remote/make-world.ts';
import { personalEnv } from './environments.ts';
import { type ReadSettings, rememberSettings } from './known-settings.ts';
import { readSettings } from './settings.ts';

let world: World;
let reads = 0;
/** As if nothing had changed of late. */
const muchLater = () => Date.now() + 60_000;
const counting: ReadSettings = (env, checkout) => {
  reads += 1;
  return readSettings(env, checkout);
};
beforeEach(async () => {
  reads = 0;
  world = await makeWorld();
});
afterEach(() => world.close());

const value = async (read: ReadSettings, key: string, checkout = world.checkout) =>
  (await read(personalEnv(world.env), checkout)).findLast((one) => one.key === key)?.value ?? null;

test('what was read is given again with no program, until a file of the repository or the person changes, comes or goes', async () => {
  const read = rememberSettings(counting, muchLater);
  for (let time = 0; time < 3; time += 1) expect(await value(read, 'filter.x.clean')).toBeNull();
  expect(reads).toBe(1);
  await world.by(['config', 'filter.x.clean', 'one']);
  for (let time = 0; time < 2; time += 1) expect(await value(read, 'filter.x.clean')).toBe('one');
  expect(reads).toBe(2);
  await world.by(['config', '--global', 'user.signingkey', 'abc']);
  expect(await value(read, 'user.signingkey')).toBe('abc');
  await rename(join(world.env.HOME ?? '', '.gitconfig'), join(world.env.HOME ?? '', '.gitconfig.old'));
  expect(await value(read, 'user.signingkey')).toBeNull();
  expect(reads).toBe(4);
});

test('a file that changed a moment ago is not relied on: it may change again under the same time', async () => {
  const read = rememberSettings(counting);
  for (let time = 0; time < 2; time += 1) await value(read, 'user.name');
  expect(reads).toBe(2);
});

test('what a file includes is read each time, for nobody knows which others have a word in it', async () => {
  const read = rememberSettings(counting, muchLater);
  const other = join(world.folder, 'other');
  await world.by(['config', 'include.path', other]);
  expect(await value(read, 'filter.x.clean')).toBeNull();
  await writeFile(other, '[filter "x"]\n\tclean = two\n');
  expect(await value(read, 'filter.x.clean')).toBe('two');
});

test('a linked work tree, a folder in no repository and one that is none any more are read each time', async () => {
  const read = rememberSettings(counting, muchLater);
  const linked = join(world.folder, 'home', 'linked');
  await world.by(['worktree', 'add', '-q', linked]);
  for (const folder of [linked, world.folder])
    for (let time = 0; time < 2; time += 1) await value(read, 'user.name', folder);
  expect(reads).toBe(4);
  expect(await value(read, 'remote.origin.url')).not.toBeNull();
  await rm(join(world.checkout, '.git', 'HEAD'));
  expect(await value(read, 'remote.origin.url')).toBeNull();
});
