import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shareFolder } from './share-folder.ts';

const fresh = () => realpathSync(mkdtempSync(join(tmpdir(), 'share-')));

function write(root: string, files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

it('dependencies from outside are lent as one folder', async () => {
  const [store, stage] = [fresh(), fresh()];
  write(store, { 'node_modules/pad/index.js': 'pad', 'node_modules/.bin/x': '' });
  expect(await shareFolder(join(store, 'node_modules'), { root: stage, path: 'node_modules' })).toBe(true);
  expect(realpathSync(join(stage, 'node_modules'))).toBe(join(store, 'node_modules'));
  expect(await shareFolder(join(store, 'gone'), { root: stage, path: 'gone' })).toBe(false);
});

it('WT-11 packages of the repository itself are those of the checkout that is judged, not of the one that was set up', async () => {
  const [store, stage] = [fresh(), fresh()];
  const files = (word: string) => ({ 'packages/a/index.js': word, 'packages/b/index.js': word });
  write(store, { ...files('base'), 'node_modules/pad/index.js': 'pad', 'node_modules/@other/c/index.js': 'c' });
  write(stage, files('changed'));
  mkdirSync(join(store, 'node_modules/@shop'), { recursive: true });
  mkdirSync(join(store, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../packages/a', join(store, 'node_modules/a'));
  symlinkSync('../../packages/b', join(store, 'node_modules/@shop/b'));
  symlinkSync('../a/index.js', join(store, 'node_modules/.bin/a'));
  await shareFolder(join(store, 'node_modules'), { root: stage, path: 'node_modules' });
  const read = (path: string) => readFileSync(join(stage, 'node_modules', path), 'utf8');
  expect(['a/index.js', '@shop/b/index.js', '.bin/a'].map(read)).toEqual(['changed', 'changed', 'changed']);
  expect(['pad/index.js', '@other/c/index.js'].map(read)).toEqual(['pad', 'c']);
});

it('a link that an agent put on the way is not followed', async () => {
  const [store, stage, elsewhere] = [fresh(), fresh(), fresh()];
  write(store, { 'packages/a/node_modules/pad/index.js': 'pad' });
  write(elsewhere, { 'node_modules/mine.txt': 'mine' });
  mkdirSync(join(stage, 'packages'));
  symlinkSync(elsewhere, join(stage, 'packages/a'));
  const path = 'packages/a/node_modules';
  expect(await shareFolder(join(store, path), { root: stage, path })).toBe(false);
  expect(readFileSync(join(elsewhere, 'node_modules/mine.txt'), 'utf8')).toBe('mine');
});
