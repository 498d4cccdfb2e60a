import { expect, it, test } from 'vitest';
import type { Change } from '../ports/gates.ts';
import { missingNames } from './missing-names.ts';

const changed = (path: string, kind: Change['kind'] = 'added'): Change => ({
  ...{ path, kind, from: null, added: 1, removed: 0, binary: false, bytes: 9 },
});
const diffOf = (path: string, ...lines: readonly string[]) =>
  [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, '@@ -1 +1 @@', ...lines].join('\n');
const look = (stderr: string, changes: readonly Change[] = [], diff = '', report: string | null = null) =>
  missingNames({ stdout: '', stderr, report }, { plan: { tests: ['test/**', 'tests/**'] }, changes, diff });

test.each<[said: string, name: string]>([
  [
    `Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/src/round.js' imported from /w/test/a.test.js`,
    '/w/src/round.js',
  ],
  [`SyntaxError: The requested module '../src/a.js' does not provide an export named 'round'`, 'round'],
  [`Cannot find package '@shop/round' imported from /w/test/a.test.js`, '@shop/round'],
  ['Error: Failed to resolve import "../src/round" from "test/a.test.ts". Does the file exist?', '../src/round'],
  [`Cannot find module '../src/round' from 'test/a.test.js'`, '../src/round'],
  [`src/a.ts(1,3): error TS2305: Module '"./a"' has no exported member 'round'.`, 'round'],
  [`E   ModuleNotFoundError: No module named 'shop.round'`, 'shop.round'],
  [`E   ImportError: cannot import name 'round' from 'shop.a' (/w/shop/a.py)`, 'round'],
  ['./a_test.go:9:7: undefined: Round', 'Round'],
  ['./a_test.go:9:7: s.Round undefined (type Shop has no field or method Round)', 'Round'],
  ['error[E0425]: cannot find function `round` in this scope', 'round'],
  ['error[E0432]: unresolved import `shop::round`', 'shop::round'],
  ['error[E0599]: no method named `round` found for struct `Shop`', 'round'],
  ['[ERROR]   symbol:   method round(int)'.replace('   method', ' method'), 'round'],
  ["ATest.cs(3,5): error CS0103: The name 'Round' does not exist in the current context", 'Round'],
  ['LoadError: cannot load such file -- shop/round', 'shop/round'],
  ['NameError: uninitialized constant Shop::Round', 'Shop::Round'],
  ['Error: Class "Shop\\Round" not found', 'Shop\\Round'],
])('%s misses %s, and a change that brings it is seen', (said, name) => {
  const word =
    name
      .split(/[^\w]+/)
      .at(-1)
      ?.replace(/^js$/, 'round') ?? '';
  expect(look(said)).toEqual({ names: [name], added: [] });
  expect(look(said, [], diffOf('src/a.js', `+export const ${word} = 1;`))).toEqual({ names: [name], added: [name] });
  expect(look(said, [changed(`src/${word}.js`)])).toEqual({ names: [name], added: [name] });
});

const missing = `Cannot find module '/w/src/round.js' imported from x`;

it('what only stands in tests, went, or was there before is not brought', () => {
  expect(
    look(missing, [changed('test/round.js')], diffOf('test/b.test.js', `+import '../src/round.js';`)).added,
  ).toEqual([]);
  expect(
    look(missing, [changed('src/round.js', 'deleted')], diffOf('src/a.js', '-round();', ' round();')).added,
  ).toEqual([]);
  expect(look(missing, [changed('src/round.js', 'modified')]).added).toEqual([]);
});

it('what is made of a new file, a folder by its name, and an extension that is another, count as brought', () => {
  expect(look(`No module named 'shop_pb2'`, [changed('proto/shop.proto')]).added).toEqual(['shop_pb2']);
  expect(look(missing, [changed('src/round/index.ts')]).added).toHaveLength(1);
  expect(look(`Cannot find module '/w/dist/round.mjs'`, [changed('src/round.ts')]).added).toHaveLength(1);
});

it('a folder that all have is no name', () => {
  expect(look(`Cannot find module '/w/src/shop/nowhere.js'`, [changed('lib/price.js')]).added).toEqual([]);
});

it('a report is read as well, also as XML; words of which nothing is known name nothing', () => {
  expect(look('', [], '', 'No module named &apos;shop.round&apos;').names).toEqual(['shop.round']);
  expect(look('Error: not today')).toEqual({ names: [], added: [] });
});

it.each([
  ...['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'json', 'py', 'go', 'rs', 'java', 'kt', 'rb', 'php'],
  ...['cs', 'vue', 'svelte'],
])('a name that ends in .%s is that of its file without it', (ending) => {
  expect(look(`Cannot find module './deep/other.${ending}'`, [changed(`src/round.${ending}`)]).added).toEqual([]);
  expect(look(`Cannot find module './round.${ending}'`, [changed('src/round.zig')]).added).toHaveLength(1);
});

test.each<[said: string, name: string]>([
  ['Cannot find package "round" imported', 'round'],
  ["Named export 'round' not found", 'round'],
  ['Error: Failed to load url ../src/round (resolved id: x)', '../src/round'],
  ['does not provide an export named "round"', 'round'],
  [`has no exported member named 'round'`, 'round'],
  ['no required module provides package example.com/round; to add it:', 'example.com/round'],
  ['package round is not in std (/usr/lib/go)', 'round'],
  ['package round is not in GOROOT', 'round'],
  ['error[E0432]: unresolved imports `shop::round`', 'shop::round'],
  ['error: package shop.round does not exist', 'shop.round'],
  ["'Shop' does not contain a definition for 'Round'", 'Round'],
  ['Call to undefined function round()', 'round'],
  ['Call to undefined method Shop::round()', 'Shop::round'],
  ['No module named &#39;round&#39;', 'round'],
  ['Class &quot;Round&#34; not found', 'Round'],
])('%s misses %s too', (said, name) => {
  expect(look(said).names).toEqual([name]);
});

it('each name is told once, and no more than twenty', () => {
  expect(look('undefined: a\nundefined: a\nundefined: b').names).toEqual(['a', 'b']);
  expect(look(Array.from({ length: 30 }, (_, at) => `undefined: n${at}`).join('\n')).names).toHaveLength(20);
});

it('of what is very long the end is read', () => {
  expect(look(`undefined: first\n${' '.repeat(1024 * 1024)}\nundefined: last`).names).toEqual(['last']);
});

it('a stem of two letters is in too many names', () => {
  expect(look('undefined: rounding', [changed('src/ro.go')]).added).toEqual([]);
  expect(look('undefined: rounding', [changed('src/rou.go')]).added).toEqual(['rounding']);
  expect(look('undefined: rounding', [changed('src/rou.go', 'renamed')]).added).toEqual(['rounding']);
});

it('of several reports each is read', () => {
  const { names } = missingNames(
    { stdout: 'undefined: a', stderr: 'undefined: b', report: ['undefined: c', 'undefined: d'] },
    { plan: { tests: [] }, changes: [], diff: '' },
  );
  expect(names).toEqual(['a', 'b', 'c', 'd']);
});
