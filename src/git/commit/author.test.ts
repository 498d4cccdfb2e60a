import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeReadyWorld, type World } from '../../../test/fakes/git-remote/make-world.ts';
import { personalEnv } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { rememberSettings } from '../process/known-settings.ts';
import { runGit } from '../process/run-git.ts';
import { readAuthor } from './author.ts';

let world: World;
beforeEach(async () => {
  ({ world } = await makeReadyWorld());
});
afterEach(() => world.close());

const inGlobal = (...words: readonly string[]) => world.by(['config', '--global', ...words]);

it.each<[string, Readonly<Record<string, string>>, () => Promise<unknown>]>([
  ['a user as usual', {}, async () => null],
  ['a name with signs in it', {}, () => inGlobal('user.name', "Zoë O'Neil-Ødegård jr")],
  ['a name that is not Latin', {}, () => inGlobal('user.name', '林 小明')],
  ['a name that git takes signs from', {}, () => inGlobal('user.name', ' "Ada, B." ')],
  ['an address in brackets', {}, () => inGlobal('user.email', '<ada@example.org>')],
  ['an address that is none', {}, () => inGlobal('user.email', 'ada at home')],
  ['a name that stands twice: the last holds', {}, () => inGlobal('--add', 'user.name', 'Grace Hopper')],
  ['an author apart from the user', {}, () => inGlobal('author.name', 'Grace Hopper')],
  ['the checkout says another', {}, () => world.by(['config', 'user.email', 'ada@work.example'])],
  ['the environment names one', { GIT_AUTHOR_NAME: 'Grace Hopper' }, async () => null],
  ['the environment has an address', { EMAIL: 'grace@example.org' }, () => inGlobal('--unset', 'user.email')],
  ['nobody is named', {}, () => inGlobal('--remove-section', 'user')],
])('the author is whom git itself would name: %s', async (_, more, change) => {
  await change();
  const person = { ...world.env, ...more };
  const tools = { person: async () => person, settings: rememberSettings() } as unknown as Tools;
  const argv = ['-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT'];
  const own = await runGit({ argv, cwd: world.checkout, env: personalEnv(person) });
  const named = /^(.*) <(.*)> \d+ [+-]\d+\n$/s.exec(own.stdout.toString('utf8'));
  const expected = named === null ? null : { name: named[1], email: named[2] };
  for (const _again of [1, 2]) {
    const found = await readAuthor(tools, world.checkout);
    expect(found.ok ? found.value : null).toEqual(expected);
  }
});
