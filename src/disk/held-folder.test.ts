import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { within } from './held-folder.ts';

let room: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'held-'));
});
afterEach(() => rmSync(room, { recursive: true, force: true }));

const short = (name: string, most: number, endAlone?: boolean) =>
  within(room, [], async (folder) => String(folder.short(name, most, endAlone)));

it('a short file is given whole, of a long one the end alone', async () => {
  writeFileSync(join(room, 'file'), '0123456789');
  writeFileSync(join(room, 'empty'), '');
  expect(await short('file', 10)).toBe('0123456789');
  expect(await short('file', 9)).toBe('long');
  expect(await short('file', 4, true)).toBe('6789');
  expect(await short('empty', 4)).toBe('');
});

it('nothing is there, a link, a folder, and a pipe that nobody is waited for at', async () => {
  writeFileSync(join(room, 'file'), 'x');
  symlinkSync(join(room, 'file'), join(room, 'way'));
  mkdirSync(join(room, 'folder'));
  execFileSync('mkfifo', [join(room, 'pipe')]);
  expect(await short('none', 4)).toBe('missing');
  for (const name of ['way', 'folder', 'pipe']) expect(await short(name, 4), name).toBe('link');
});
