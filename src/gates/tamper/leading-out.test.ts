import { expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import { leadingOut } from './leading-out.ts';

const links: Readonly<Record<string, string>> = {
  'a/home': '/home',
  'a/up': '../../x',
  'a/git': '../.git/config',
  'a/GIT': '../.GIT/config',
  'a/over': 'deep/../../../x',
  'a/by': 'deeper/../x',
  'a/deeper': '../..',
  'a/round': 'round',
  'a/in': '../src/a.ts',
  'a/beside': 'in',
  'a/folder': './b/../..//src',
  'a/gone': 'nothing/here',
  'a/slashes': 'b////../../src/a.ts',
  'a/slashed': 'b//c/../../../../x',
  'a/down': 'b/c/d',
  'a/within': 'down/../../a.ts',
  'a/part.': './/b',
  top: '.',
};
const tree = memoryTree({ 'src/a.ts': '' }, 'memory', links);

it.each(['a/home', 'a/up', 'a/git', 'a/GIT', 'a/over', 'a/by', 'a/deeper', 'a/round', 'a/slashed'])(
  'WT-47 %s leads out',
  async (path) => expect(await leadingOut(tree, path)).toBe(links[path]),
);
it.each(['a/in', 'a/beside', 'a/folder', 'a/gone', 'a/slashes', 'a/within', 'a/part.', 'top', 'src/a.ts'])(
  'WT-47 %s stays inside',
  async (path) => expect(await leadingOut(tree, path)).toBeNull(),
);

it.each([
  [40, null],
  [41, '1'],
])('WT-47 of %d links in a row, as far as a kernel would go: %s', async (count, out) => {
  const chain = Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, `${at + 1}`]));
  expect(await leadingOut(memoryTree({ [`${count}`]: '' }, 'memory', chain), '0')).toBe(out);
});
