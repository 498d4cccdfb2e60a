// State folders in which nobody can work.
import { mkdirSync, mkdtempSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeStateFolder, whyNoStateFolder } from './places.ts';

const ground = () => mkdtempSync(join(tmpdir(), 'ground-'));
const uid = process.getuid?.() ?? 0;

describe('a state folder', () => {
  it('WT-46 of one’s own is well, by a link as well, and so is one that is still to be made', () => {
    const folder = ground();
    const home = join(folder, 'home');
    symlinkSync(folder, home);
    mkdirSync(join(folder, 'drover'));
    expect(whyNoStateFolder(join(folder, 'drover'), uid)).toBeNull();
    expect(whyNoStateFolder(join(home, 'drover'), uid)).toBeNull();
    expect(whyNoStateFolder(join(home, 'not', 'yet', 'there'), uid)).toBeNull();
  });

  it('WT-46 of somebody else is none, for root neither, and nothing is made in it', () => {
    const folder = ground();
    const owner = statSync(folder).uid;
    expect(whyNoStateFolder(folder, owner + 1)).toBe(
      `${folder} belongs to another user (uid ${owner}, and this is uid ${owner + 1})`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a file', (path: string) => writeFileSync(path, ''), 'is not a folder'],
    ['a link that leads nowhere', (path: string) => symlinkSync('/nowhere/at/all', path), 'leads nowhere'],
    ['a link to itself', (path: string) => symlinkSync(path, path), 'cannot be reached (ELOOP)'],
  ])('WT-46 that is %s is none', (_what, make, why) => {
    const path = join(ground(), 'drover');
    make(path);
    expect(whyNoStateFolder(path, uid)).toContain(why);
    expect(whyNoStateFolder(join(path, 'deeper'), uid)).not.toBeNull();
  });

  it.each([
    ['of a name that no disk takes', join(ground(), 'x'.repeat(300)), 'cannot be reached (ENAMETOOLONG)'],
    ['from where one stands', 'drover', 'is not a path from the root on'],
  ])('%s is none', (_what, path, why) => {
    expect(whyNoStateFolder(path, uid)).toContain(why);
  });

  it('is made with what is missing above it, and again; where no folder can be made that ends', () => {
    const folder = join(ground(), 'not', 'yet');
    makeStateFolder(folder);
    makeStateFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(() => makeStateFolder('/proc/drover/state')).toThrow(/ENOENT.*mkdir '\/proc\/drover'/);
  });
});
