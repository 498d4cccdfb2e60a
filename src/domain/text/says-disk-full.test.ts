import { expect, it } from 'vitest';
import { saysDiskFull } from './says-disk-full.ts';

it.each([
  ["npm error ENOSPC: no space left on device, write '/d/watch.js'", true],
  ['OSError: [Errno 28] No space left on device\nretry with --verbose', true],
  ['cp: error writing x: Disk quota exceeded', true],
  ['Error: EDQUOT: disk quota exceeded', true],
  ["Error: ENOSPC: System limit for number of file watchers reached, watch '/d'", false],
  ['inotify_add_watch failed: No space left on device', false],
  ['npm error 404 Not Found', false],
  ['', false],
])('WT-65 %j: %s', (said, is) => {
  expect(saysDiskFull(said)).toBe(is);
});
