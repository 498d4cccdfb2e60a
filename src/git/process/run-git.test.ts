import { expect, test } from 'vitest';
import { explain, isDiskFull } from './run-git.ts';

const full = [
  "error: couldn't write refs/drover/head.lock: No space left on device",
  'error: file write error: No space left on device',
  "fatal: couldn't write to index",
  'fatal: unable to write new index file',
  'error: unable to write file src/main.js',
  'fatal: failed to write commit-graph',
  'fatal: failed to write object',
  'error: unable to create temporary file: No space left on device',
  'fatal: could not create leading directories: Disk quota exceeded',
  'fatal: write error: No space left on device\nerror: something else',
  'error: unable to write symref for HEAD: \nfatal: write failure on standard output',
];

test.each(full)('WT-65 %j is a full disk', (said) => {
  expect(isDiskFull(said)).toBe(true);
  const run = { code: 128, stdout: Buffer.alloc(0), stderr: said, timedOut: false, cut: false };
  expect(explain(run, 'write the tree').failure.error_code).toBe('DISK_FULL');
});

test.each([
  'error: unable to write file src/main.js: Permission denied',
  'fatal: write error: Broken pipe',
  'fatal: failed to write ref: Read-only file system',
  'remote: fatal: unable to write new index file: No space left on device',
  'fatal: bad object HEAD',
])('WT-65 %j is none', (said) => {
  expect(isDiskFull(said)).toBe(false);
});
