import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeWorld, type World } from './make-world.ts';

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

const pushes = () => world.by(['push', 'origin', 'HEAD:refs/heads/other']);

test('what was pushed can be cloned', async () => {
  await world.by(['clone', '-q', `${world.remote.url}shop.git`, 'again'], world.folder);
  expect(await world.by(['log', '-1', '--format=%s'], join(world.folder, 'again'))).toBe('start\n');
  await rm(join(world.folder, 'again'), { recursive: true });
});

test('a push is refused with the words of the hook', async () => {
  await world.remote.rejectPushes('shop', 'not on a Friday');
  await expect(pushes()).rejects.toThrow(/not on a Friday/);
  await world.remote.rejectPushes('shop', null);
  await pushes();
});

test('a password is asked for', async () => {
  world.remote.requirePassword('ada:secret');
  world.env.GIT_TERMINAL_PROMPT = '0';
  await expect(pushes()).rejects.toThrow(/could not read Username/);
  world.remote.requirePassword(null);
  await pushes();
});

test('a connection is cut at the push, and nothing was pushed', async () => {
  world.remote.cut('at the push');
  await expect(pushes()).rejects.toThrow();
  world.remote.cut(null);
  expect(await world.by(['ls-remote', 'origin', 'refs/heads/other'])).toBe('');
});
