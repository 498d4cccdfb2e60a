import { afterEach, expect, it } from 'vitest';
import { makeWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';

let world: World;
afterEach(() => world.close());
const address = async () => must(await world.git.remoteAddress(world.checkout));

it('is where git would push to: another address for pushing, a short name written out, nobody named in it', async () => {
  world = await makeWorld();
  expect(await address()).toBe(`${world.remote.url}shop.git`);
  await world.by(['remote', 'set-url', 'origin', 'https://me:s3cret@git.example.org/acme/shop.git']);
  expect(await address()).toBe('https://git.example.org/acme/shop.git');
  await world.by(['config', '--global', 'url.git@git.example.org:.insteadOf', 'work:']);
  await world.by(['remote', 'set-url', 'origin', 'work:acme/shop.git']);
  expect(await address()).toBe('git@git.example.org:acme/shop.git');
  await world.by(['remote', 'set-url', '--push', 'origin', 'https://push.example.org/acme/shop.git']);
  expect(await address()).toBe('https://push.example.org/acme/shop.git');
});

it('is none without a remote, or where it is not clear which one', async () => {
  world = await makeWorld({ remote: false });
  expect(await address()).toBeNull();
  await world.by(['remote', 'add', 'one', 'https://git.example.org/a/b.git']);
  expect(await address()).toBe('https://git.example.org/a/b.git');
  await world.by(['remote', 'add', 'two', 'https://git.example.org/a/c.git']);
  expect(await address()).toBeNull();
  expect(await world.git.remoteAddress(`${world.folder}/none`)).toMatchObject({
    failure: { error_code: 'PATH_NOT_FOUND' },
  });
});
