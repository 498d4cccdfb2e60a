import { expect, test } from 'vitest';
import { isVisible, layMounts } from './mount.ts';

test('outer folders are laid first, and the widest right on one path counts', () => {
  const laid = layMounts([
    { kind: 'writable', path: '/home/me/state/copies/a' },
    { kind: 'hidden', path: '/home/me' },
    { kind: 'writable', path: '/opt/x' },
    { kind: 'readable', path: '/opt/x' },
    { kind: 'readable', path: '/home' },
  ]);
  expect(laid).toEqual([
    { kind: 'readable', path: '/home' },
    { kind: 'hidden', path: '/home/me' },
    { kind: 'writable', path: '/opt/x' },
    { kind: 'writable', path: '/home/me/state/copies/a' },
  ]);
});

test('the nearest word on a path says whether it is seen', () => {
  const laid = layMounts([
    { kind: 'readable', path: '/home' },
    { kind: 'hidden', path: '/home/me' },
    { kind: 'writable', path: '/home/me/copy' },
  ]);
  expect(['/home/you', '/home/me', '/home/me/copy/a'].map((path) => isVisible(path, laid))).toEqual([true, true, true]);
  expect(['/home/me/.ssh', '/home/me/copying', '/var'].map((path) => isVisible(path, laid))).toEqual([
    false,
    false,
    false,
  ]);
});
