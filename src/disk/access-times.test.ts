import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ageReads, keepsAccessTimes, readIn } from './access-times.ts';

/** Of the machine: memory, its temporary files, and where this repository lies. */
const places = ['/dev/shm', tmpdir(), join(import.meta.dirname, '..', '..', 'node_modules')].filter((path) =>
  existsSync(path),
);
const later = Date.now() + 10 * 86_400_000;

describe.each(places)('what was read below %s', (place) => {
  let room: string;
  beforeEach(() => {
    room = mkdtempSync(join(place, '.reads-'));
    for (const folder of ['tools', 'node_modules/a', 'deep/er']) mkdirSync(join(room, folder), { recursive: true });
    for (const file of ['tools/run.sh', 'tools/other.sh', 'node_modules/a/index.js', 'deep/er/a', 'a b'])
      writeFileSync(join(room, file), 'x');
  });
  afterEach(() => rmSync(room, { recursive: true, force: true }));

  it('is told, and nothing else', async () => {
    if (!(await keepsAccessTimes(place))) return;
    await ageReads(room);
    expect(await readIn(room, later)).toEqual([]);
    readFileSync(join(room, 'tools/run.sh'));
    spawnSync('cat', [join(room, 'a b'), join(room, 'node_modules/a/index.js')]);
    expect((await readIn(room, later)).toSorted()).toEqual(['a b', 'tools/run.sh']);
    await ageReads(room);
    expect(await readIn(room, later)).toEqual([]);
  });

  it('leaves when a file was changed, and tells of none that came later', async () => {
    const before = lstatSync(join(room, 'a b')).mtimeMs;
    await ageReads(room);
    expect(Math.abs(lstatSync(join(room, 'a b')).mtimeMs - before)).toBeLessThan(1);
    writeFileSync(join(room, 'made'), 'x');
    readFileSync(join(room, 'made'));
    expect(await readIn(room, before - 1)).toEqual([]);
  });

  it('follows no link', async () => {
    const outside = mkdtempSync(join(place, '.outside-'));
    writeFileSync(join(outside, 'file'), 'x');
    symlinkSync(outside, join(room, 'way'));
    symlinkSync(join(outside, 'file'), join(room, 'link'));
    const before = lstatSync(join(outside, 'file')).atimeMs;
    await ageReads(room);
    expect(lstatSync(join(outside, 'file')).atimeMs).toBe(before);
    rmSync(outside, { recursive: true });
  });
});

it('a folder that is gone holds nothing', async () => {
  await ageReads('/nowhere/at/all');
  expect(await readIn('/nowhere/at/all', later)).toEqual([]);
});
