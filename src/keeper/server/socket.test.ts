import { chmodSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { socketPath, socketPlace } from './socket.ts';

const deep = `/home/me/${'d'.repeat(120)}`;

test('a socket lies in the state folder where the path is short enough', () => {
  expect(socketPlace('/home/me/state', 'k.sock', {}, 7)).toEqual({
    path: '/home/me/state/k.sock',
    folder: '/home/me/state',
  });
});

test('a path longer than the kernel takes moves to the runtime folder, another one for each state folder', () => {
  const place = socketPlace(deep, 'k.sock', { XDG_RUNTIME_DIR: '/run/user/7' }, 7);
  expect(place.folder).toBe('/run/user/7/drover');
  expect(Buffer.byteLength(place.path)).toBeLessThanOrEqual(107);
  expect(socketPlace(`${deep}e`, 'k.sock', { XDG_RUNTIME_DIR: '/run/user/7' }, 7).path).not.toBe(place.path);
});

test('without a usable runtime folder it moves to one of the user in /tmp', () => {
  for (const env of [{}, { XDG_RUNTIME_DIR: 'relative' }, { XDG_RUNTIME_DIR: deep }])
    expect(socketPlace(deep, 'k.sock', env, 7).folder).toBe('/tmp/drover-7');
});

test('bytes count, not characters', () => {
  expect(socketPlace(`/home/${'ü'.repeat(50)}`, 'k.sock', {}, 7).folder).toBe('/tmp/drover-7');
});

test('the folder is made for oneself alone; one that others can open, or of another user, is refused', async () => {
  const root = mkdtempSync(join(tmpdir(), 'socket-path-'));
  const uid = process.getuid?.() ?? 0;
  const own = join(root, 'own');
  expect(await socketPath(own, 'k.sock', { XDG_RUNTIME_DIR: root }, uid)).toMatch(/k\.sock$/);
  const folder = socketPlace(own, 'k.sock', { XDG_RUNTIME_DIR: root }, uid).folder;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const open = join(root, 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  const refused = { failure: { error_code: 'UNAUTHORIZED' } };
  await expect(socketPath(open, 'k.sock', {}, uid)).rejects.toMatchObject(refused);
  await expect(socketPath(own, 'k.sock', {}, uid + 1)).rejects.toMatchObject(refused);
});
