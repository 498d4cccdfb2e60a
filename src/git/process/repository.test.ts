import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';
import { personalEnv } from './environments.ts';
import { lookUpRepository } from './repository.ts';

let world: World;
const at = (name: string) => join(world.folder, 'home', name);
beforeAll(async () => {
  world = await makeWorld();
  await world.by(['worktree', 'add', '-q', at('linked')]);
  await symlink(world.checkout, at('link'));
  await mkdir(join(world.checkout, 'src', 'not-one', '.git'), { recursive: true });
  await world.by(['init', '-q', '--separate-git-dir', at('aside.git'), at('aside')], at('.'));
  await world.by(['init', '-q', at('odd\nname')], at('.'));
  await world.by(['init', '-q', '--object-format=sha256', at('long-ids')], at('.'));
  await world.by(['clone', '-q', '--depth=1', `file://${world.bare}`, at('shallow')], at('.'));
  await world.by(['init', '-q', at('elsewhere')], at('.'));
  await world.by(['config', 'core.worktree', '..'], at('elsewhere'));
  await world.by(['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', world.bare, 'within'], at('aside'));
  await world.by(['init', '-q', at('unset')], at('.'));
  await writeFile(join(at('unset'), '.git', 'config'), '');
});
afterAll(() => world.close());

test.each([
  ...['shop', 'shop/src', 'linked', 'link', 'shop/src/not-one', 'aside', 'odd\nname', 'long-ids', 'shallow'],
  ...['elsewhere', 'aside/within', 'unset'],
])('of %j root, git folder and the rest are as git itself says them', async (name) => {
  const ask = async (...flags: string[]) =>
    (await world.by(['rev-parse', '--path-format=absolute', ...flags], at(name))).replace(/\n$/, '');
  const { settings, ...found } = must(await lookUpRepository(personalEnv(world.env), at(name)));
  expect(found).toEqual({
    root: await ask('--show-toplevel'),
    gitFolder: await ask('--git-common-dir'),
    shallow: (await ask('--is-shallow-repository')) === 'true',
    objectFormat: await ask('--show-object-format'),
  });
  expect(settings.some(({ key }) => key === 'user.name')).toBe(true);
});

test.each(['.', 'shop/.git', 'shop/.git/refs', 'aside.git', 'nowhere'])('%s is no checkout', async (name) => {
  expect(await lookUpRepository(personalEnv(world.env), at(name))).toMatchObject({
    failure: { error_code: 'PATH_NOT_FOUND' },
  });
});

test('what is no repository any more is passed over for the one above it, as git does', async () => {
  const inner = join(world.checkout, 'src', 'inner');
  await world.by(['init', '-q', inner]);
  await rm(join(inner, '.git', 'HEAD'));
  expect(must(await lookUpRepository(personalEnv(world.env), inner)).root).toBe(world.checkout);
});
