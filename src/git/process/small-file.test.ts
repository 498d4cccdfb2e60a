import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isThere, readSmall } from './small-file.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'small-'));
  writeFileSync(at('plain'), 'ref: 林\n');
  writeFileSync(at('empty'), '');
  writeFileSync(at('large'), '');
  truncateSync(at('large'), 16 * 1024 * 1024 + 1);
  mkdirSync(at('folder'));
  symlinkSync('plain', at('link'));
  symlinkSync('nothing', at('broken'));
  execFileSync('mkfifo', [at('pipe')]);
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each<[string, string | null, boolean]>([
  ['plain', 'ref: 林\n', true],
  ['empty', '', true],
  ['large', null, true],
  ['folder', null, true],
  ['link', null, true],
  ['broken', null, false],
  ['pipe', null, true],
  ['nothing', null, false],
  ['plain/below', null, false],
])('%s is read as what it is, and nobody waits for it', async (name, text, there) => {
  expect(await readSmall(at(name))).toBe(text);
  expect(await readSmall(Buffer.from(at(name)))).toBe(text);
  expect(await isThere(at(name))).toBe(there);
});
