import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HeldFolder, within } from './held-folder.ts';
import { copyTree, removeTree } from './whole-trees.ts';

let room: string;
let ours: string;
let mine: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'trees-'));
  [ours, mine] = [join(room, 'ours'), join(room, 'mine')];
  mkdirSync(join(mine, 'deep'), { recursive: true });
  writeFileSync(join(mine, 'deep', 'letter'), 'dear');
  mkdirSync(join(ours, 'a', 'b'), { recursive: true });
});
afterEach(() => rmSync(room, { recursive: true, force: true }));

const untouched = () => {
  expect(readFileSync(join(mine, 'deep', 'letter'), 'utf8')).toBe('dear');
  expect(readdirSync(mine)).toEqual(['deep']);
};

describe('WT-42 a tree with planted links', () => {
  it('is removed, links themselves and never what they lead to', async () => {
    symlinkSync(mine, join(ours, 'a', 'out'));
    symlinkSync(join(mine, 'deep'), join(ours, 'a', 'b', 'deep'));
    await removeTree(ours, 'a');
    expect(existsSync(join(ours, 'a'))).toBe(false);
    untouched();
  });

  it.runIf(process.platform === 'linux')('is removed and copied with names that are no text', async () => {
    const odd = (...bytes: readonly (number | string)[]) =>
      Buffer.concat(bytes.map((each) => (typeof each === 'number' ? Buffer.of(each) : Buffer.from(each))));
    mkdirSync(odd(`${ours}/a/`, 0xfe));
    for (const name of [odd('/', 0xff, '.md'), odd('/', 0xfe, '/in')])
      writeFileSync(Buffer.concat([odd(`${ours}/a`), name]), 'x');
    expect(await copyTree({ root: ours, path: 'a' }, { root: ours, path: 'b' })).toBe('copied');
    expect(readFileSync(odd(`${ours}/b/`, 0xfe, '/in'), 'utf8')).toBe('x');
    for (const name of ['a', 'b']) await removeTree(ours, name);
    expect(readdirSync(ours)).toEqual([]);
  });

  it('is not reached over a link on the way', async () => {
    symlinkSync(mine, join(ours, 'way'));
    await removeTree(ours, 'way/deep');
    untouched();
    await removeTree(ours, 'way');
    expect(readdirSync(ours)).toEqual(['a']);
    untouched();
  });

  it('takes no copy over a link on the way, and replaces one that stands at the end', async () => {
    writeFileSync(join(ours, 'a', 'file'), 'x');
    symlinkSync(mine, join(ours, 'way'));
    expect(await copyTree({ root: ours, path: 'a' }, { root: ours, path: 'way/deep' })).toBe('link');
    expect(await copyTree({ root: ours, path: 'way/deep' }, { root: ours, path: 'c' })).toBe('link');
    expect(await copyTree({ root: ours, path: 'way' }, { root: ours, path: 'c' })).toBe('link');
    expect(await copyTree({ root: ours, path: 'a' }, { root: ours, path: 'way' })).toBe('copied');
    expect(lstatSync(join(ours, 'way')).isDirectory()).toBe(true);
    untouched();
  });

  it('stays where it is when a folder is swapped for a link after it was entered', async () => {
    const inside = await within(ours, ['a', 'b'], async (held) => {
      renameSync(join(ours, 'a'), join(ours, 'was'));
      symlinkSync(mine, join(ours, 'a'));
      mkdirSync(join(mine, 'b'));
      const made = await held.step('made', 0o700);
      if (made instanceof HeldFolder) await made[Symbol.asyncDispose]();
      return readdirSync(held.itself);
    });
    expect(inside).toEqual(process.platform === 'linux' ? ['made'] : expect.anything());
    rmSync(join(mine, 'b'), { recursive: true });
    untouched();
  });
});

it('a copy keeps modes, times and links, and leaves out what is neither file nor folder', async () => {
  writeFileSync(join(ours, 'a', 'run'), '#!/bin/sh\n', { mode: 0o755 });
  symlinkSync('run', join(ours, 'a', 'b', 'link'));
  expect(await copyTree({ root: ours, path: 'a' }, { root: ours, path: 'new/place' })).toBe('copied');
  const copy = join(ours, 'new', 'place');
  expect(readlinkSync(join(copy, 'b', 'link'))).toBe('run');
  expect(statSync(join(copy, 'run')).mode & 0o777).toBe(0o755);
  expect(Math.round(statSync(join(copy, 'run')).mtimeMs)).toBe(Math.round(statSync(join(ours, 'a', 'run')).mtimeMs));
  expect(await copyTree({ root: ours, path: 'none' }, { root: ours, path: 'new' })).toBe('missing');
});
