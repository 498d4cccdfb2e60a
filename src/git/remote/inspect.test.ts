import { chown, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

const look = async () => must(await world.git.inspect(world.checkout));

test('a clean checkout is told with its branch, remote and last commit', async () => {
  const state = await look();
  expect(state).toMatchObject({
    root: world.checkout,
    branch: 'main',
    dirty: [],
    ahead: 0,
    behind: 0,
    shallow: false,
    submodules: false,
    lfs: false,
  });
  expect(state.remote).toBe(`${world.remote.url}shop.git`);
  expect(await world.git.lastCommit(world.checkout)).toMatchObject({ subject: 'start', author: 'Ada Lovelace' });
});

test('where nobody is named whom commits are by, that is told; the name that a machine has is nobody', async () => {
  expect(await look()).not.toHaveProperty('author');
  await world.by(['config', '--global', '--unset', 'user.email']);
  expect(await look()).toMatchObject({ author: false });
  await world.by(['config', 'user.email', 'ada@here.example']);
  expect(await look()).not.toHaveProperty('author');
});

test.skipIf(process.getuid?.() !== 0)('a checkout of somebody else is told as that, with what to do', async () => {
  await chown(world.checkout, 4711, 4711);
  const refused = await world.git.inspect(world.checkout);
  expect(refused).toMatchObject({
    ok: false,
    failure: {
      error_code: 'GIT_FAILED',
      message: expect.stringContaining('belongs to another user'),
      details: { hint: expect.stringContaining(`git config --global --add safe.directory ${world.checkout}`) },
    },
  });
});

test('CM-18 every uncommitted file is named, untracked ones and odd names included', async () => {
  await world.write('README.md', 'changed');
  await world.write('new/a file.txt', 'x');
  await world.write('line\nbreak', 'x');
  await world.write('node_modules/x.js', 'ignored');
  await world.by(['rm', '-q', 'src/main.js']);
  expect((await look()).dirty).toEqual(['README.md', 'line\nbreak', 'new/a file.txt', 'src/main.js']);
});

test('a name that is not UTF-8 is told and differs from others', async () => {
  await world.by(['config', 'core.quotePath', 'false']);
  const { writeFile } = await import('node:fs/promises');
  await writeFile(Buffer.concat([Buffer.from(`${world.checkout}/`), Buffer.from([0x66, 0xff, 0x66])]), 'x');
  expect((await look()).dirty).toEqual(['f\udcfff']);
});

test('files that the person ignores everywhere are not dirty', async () => {
  await world.by(['config', '--global', 'core.excludesFile', join(world.folder, 'home', 'ignore')]);
  await world.write('ignore', '.idea/\n', join(world.folder, 'home'));
  await world.write('.idea/x', 'x');
  expect((await look()).dirty).toEqual([]);
});

test('it does not touch the index and runs neither monitor, hook nor filter of the repository', async () => {
  const hit = join(world.folder, 'hit');
  for (const [key, value] of [
    ['core.fsmonitor', `touch ${hit}; false`],
    ['filter.evil.clean', `touch ${hit}; cat`],
    ['filter.evil.required', 'true'],
  ])
    await world.by(['config', key!, value!]);
  await world.write('.git/info/attributes', '* filter=evil\n');
  await world.write('README.md', 'A shop!\n');
  const before = await readFile(join(world.checkout, '.git', 'index'));
  expect((await look()).dirty).toEqual(['README.md']);
  expect(await readFile(join(world.checkout, '.git', 'index'))).toEqual(before);
  await expect(stat(hit)).rejects.toThrow(/ENOENT/);
});

test('ahead, behind, detached, submodules and LFS are said; a password in the address is not', async () => {
  await world.write('.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n');
  await world.write('.gitmodules', '[submodule "x"]\n\tpath = x\n\turl = ../x\n');
  await world.by(['add', '-A']);
  await world.by(['commit', '-q', '-m', 'more']);
  await world.by(['remote', 'set-url', 'origin', 'https://ada:hunter2@git.example.org/shop.git']);
  expect(await look()).toMatchObject({
    ahead: 1,
    behind: 0,
    submodules: true,
    lfs: true,
    remote: 'https://git.example.org/shop.git',
  });
  await world.by(['switch', '-q', '--detach']);
  expect(await look()).toMatchObject({ branch: null, head: (await world.by(['rev-parse', 'HEAD'])).trim() });
});
