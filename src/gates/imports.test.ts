import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../test/fakes/memory-tree.ts';
import type { Change } from '../ports/gates.ts';
import { imports, importsOf } from './imports.ts';

const change = (path: string, more: Partial<Change> = {}): Change => ({
  ...{ path, kind: 'added', from: null, added: 1, removed: 0, binary: false, bytes: 10 },
  ...more,
});
const manifest = JSON.stringify({
  name: 'shop',
  dependencies: { express: '^4' },
  devDependencies: { '@types/estree': '1', '@types/babel__core': '7' },
});
const around = { 'package.json': manifest, 'src/util.ts': '', 'src/lib/index.js': '', 'src/data.json': '{}' };

async function said(text: string, files: Record<string, string> = around, before: Record<string, string> = {}) {
  const found = await imports(memoryTree({ ...files, ...before }), memoryTree({ ...files, 'src/new.ts': text }), [
    change('src/new.ts', before['src/new.ts'] === undefined ? {} : { kind: 'modified' }),
  ]);
  return found.map(({ what, line, weight }) => [line, what, weight]);
}

describe('an import of a new script', () => {
  it.each([
    "import { readFile } from 'node:fs/promises';",
    "import fs from 'fs/promises';",
    "import './util.ts';",
    "import { a } from './util';",
    "import { a } from './util.js';",
    "export * from './lib';",
    "import data from './data.json';",
    "import express from 'express/lib/router';",
    "import type { Node } from 'estree';",
    "import type { Options } from '@babel/core';",
    "import self from 'shop/sub';",
    "import svg from './util.ts?raw';",
    "import { x } from './generated/client.ts';",
    "import x from '#internal';",
    "import x from '@/components/a';",
    "import { test } from 'bun:test';",
    "// import x from 'left-out';",
    'const text = "import x from \'left-out\'";',
    "const text = `\nimport x from 'left-out';\n`;",
    'const x = thing.require("left-out");',
    'const name = "x"; await import(name);',
  ])('leads somewhere, or is none: %s', async (text) => {
    expect(await said(text)).toEqual([]);
  });

  it.each([
    ["import pad from 'left-pad';", 'imports left-pad, which no package.json names'],
    ["import {\n  a,\n  b,\n} from '@scope/thing/sub';", 'imports @scope/thing, which no package.json names'],
    ["export { a } from './nowhere.js';", 'imports ./nowhere.js, and there is no such file'],
    ["const a = await import('../gone');", 'imports ../gone, and there is no such file'],
    ['const a = require("lodahs");', 'imports lodahs, which no package.json names'],
    ["import x from 'dotted./sub';", 'imports dotted., which no package.json names'],
    ["import 'side-effect';", 'imports side-effect, which no package.json names'],
  ])('leads nowhere and fails: %s', async (text, what) => {
    expect(await said(text)).toEqual([[expect.any(Number), what, 'fail']]);
  });

  it('is told with its line, and not where the base had it already', async () => {
    expect(await said("const a = 1;\n\nimport pad from 'left-pad';\n")).toMatchObject([
      [3, expect.any(String), 'fail'],
    ]);
    expect(await said("import pad from 'left-pad';", around, { 'src/new.ts': "import x from 'left-pad';" })).toEqual(
      [],
    );
  });

  it('is left alone where an alias may stand for it, or nothing says which packages there are', async () => {
    const config = JSON.stringify({ compilerOptions: { paths: { 'app/*': ['src/*'] } } });
    expect(await said("import a from 'app/x';", { ...around, 'tsconfig.json': config })).toEqual([]);
    expect(await said("import a from 'other/x';", { ...around, 'tsconfig.json': config })).toHaveLength(1);
    expect(await said("import a from 'anything';", { 'src/a.js': '' })).toEqual([]);
  });

  it('of a moved file is looked at from its new place', async () => {
    const base = memoryTree({ 'src/a.ts': "import './b';", 'src/b.ts': '', 'package.json': '{}' });
    const tree = memoryTree({ 'lib/deep/a.ts': "import './b';", 'src/b.ts': '', 'package.json': '{}' });
    const moved = change('lib/deep/a.ts', { kind: 'renamed', from: 'src/a.ts' });
    expect(await imports(base, tree, [{ ...moved, path: 'code/a.ts' }])).toEqual([]);
    expect(
      await imports(base, memoryTree({ 'code/a.ts': "import './b';" }), [{ ...moved, path: 'code/a.ts' }]),
    ).toHaveLength(1);
  });
});

it('an import is found at its line in long code within a moment, however hostile', () => {
  const text = `${'import '.repeat(20_000)}\nimport x from 'a';`;
  expect(importsOf(`${'{'.repeat(50_000)}\n${text}`).at(-1)).toMatchObject({ specifier: 'a' });
});

describe('whatever a specifier names', () => {
  it.each([
    ...[
      '.ts',
      '.tsx',
      '.mts',
      '.cts',
      '.js',
      '.jsx',
      '.mjs',
      '.cjs',
      '.json',
      '.d.ts',
      '.vue',
      '.svelte',
      '.node',
    ].flatMap((ending) => [
      [`./a`, `src/a${ending}`],
      [`./a`, `src/a/index${ending}`],
      [`..`, `index${ending}`],
    ]),
    ...[
      ['./a.js', 'src/a.ts'],
      ['./a.js', 'src/a.tsx'],
      ['./a.js', 'src/a.d.ts'],
      ['./a.jsx', 'src/a.tsx'],
    ],
    ...[
      ['./a.mjs', 'src/a.mts'],
      ['./a.cjs', 'src/a.cts'],
      ['./a', 'src/a/package.json'],
      ['./a/', 'src/a/index.js'],
    ],
    ...[
      ['./a.css', 'src/a.css'],
      ['./a.js#x', 'src/a.js'],
      ['../src/a.js?raw', 'src/a.js'],
    ],
  ])('%s leads to %s', async (specifier = '', path = '') => {
    expect(await said(`import x from '${specifier}';`, { 'package.json': manifest, [path]: '' })).toEqual([]);
  });

  it.each([
    ...[
      ['./a.mjs', 'src/a.ts'],
      ['./a.jsx', 'src/a.ts'],
      ['./a.ts', 'src/a.js'],
      ['./a', 'src/a.css'],
      ['./a', 'src/ab.ts'],
    ],
    ...[
      ['./a', 'src/a/b.ts'],
      ['.', 'src/aindex.ts'],
      ['./dist.js', 'src/a.ts'],
      ['./a#x.ts', 'src/b.ts'],
    ],
  ])('%s does not lead to %s', async (specifier = '', path = '') => {
    expect(await said(`import x from '${specifier}';`, { 'package.json': manifest, [path]: '' })).toEqual([
      [1, `imports ${specifier}, and there is no such file`, 'fail'],
    ]);
  });

  it.each([
    ...['dist', 'build', 'out', 'lib', 'generated', '__generated__', 'gen', '.svelte-kit'].flatMap((name) => [
      `./${name}/x.js`,
      `../${name}`,
    ]),
    ...['/abs/x', '#x', '~/x', '@/x', '$lib/x', 'bun:test', 'https://x.y/z.js', '../../out-of/tree.js', 'node:fs'],
    ...['fs', 'fs/promises', 'path/posix', 'express', 'express/x', '@babel/core/x', 'estree', 'shop', '@types/estree'],
  ])('%s is not looked for, or is there', async (specifier) => {
    expect(await said(`import x from '${specifier}';`)).toEqual([]);
  });

  it.each([
    ...['./distant/x.js', './liberty/x.js', './xout/x.js', './generate/x.js'],
    ...['expres', 'scope/@x', '@scope', '@scope/x', 'babel__core', 'babel', 'xfs', 'a$b', 'a#b'],
  ])('%s leads nowhere', async (specifier) => {
    expect(await said(`import x from '${specifier}';`)).toHaveLength(1);
  });

  it.each(['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'])(
    '%s name packages',
    async (list) => {
      const files = { 'package.json': '{}', 'deep/package.json': JSON.stringify({ [list]: { 'a-b': '1' } }) };
      expect(await said("import x from 'a-b/c';", files)).toEqual([]);
      expect(
        await said("import x from 'a-b';", { 'package.json': JSON.stringify({ other: { 'a-b': '1' } }) }),
      ).toHaveLength(1);
      const installed = { 'package.json': '{}', 'node_modules/a-b/package.json': JSON.stringify({ name: 'a-b' }) };
      expect(await said("import x from 'a-b';", installed)).toHaveLength(1);
    },
  );

  it.each([
    ...['tsconfig.json', 'tsconfig.app.json', 'jsconfig.json', 'deep/tsconfig.json', 'deno.json', 'deno.jsonc'],
    ...['import_map.json', 'vite.config.ts', 'vitest.config.mjs', 'webpack.config.js', 'rollup.config.js'],
    ...['metro.config.js', 'babel.config.cjs', 'jest.config.ts'],
  ])('%s may give it another name', async (path) => {
    const here = { ...around, [path]: 'x: { "my.app/*": ["src/*"] }' };
    expect(await said("import a from 'my.app/x';", here)).toEqual([]);
    expect(await said("import a from 'myxapp/x';", here)).toHaveLength(1);
    expect(await said("import a from 'any';", { ...around, [path]: '{ "baseUrl": "." }' })).toEqual([]);
    expect(
      await said("import a from 'any';", { ...around, [`x-${path.replaceAll('/', '-')}.md`]: '"baseUrl"' }),
    ).toHaveLength(1);
  });

  it.each(['"app"', "'app/*'", '`app`', '"^app$', '"app*"', 'app: 1', 'app : 1'])('%s stands for app', async (key) => {
    expect(await said("import a from 'app';", { ...around, 'vite.config.ts': `x ${key}` })).toEqual([]);
  });
  it.each(['app', '"xapp"', '"apps"', 'apps: 1', '"^xapp$'])('%s does not', async (key) => {
    expect(await said("import a from 'app';", { ...around, 'vite.config.ts': `x ${key}` })).toHaveLength(1);
  });
});

describe('of what is looked at', () => {
  const tree = memoryTree({ 'package.json': manifest, 'src/a.ts': "import 'x';", 'src/a.css': "import 'x';" });
  const told = async (path: string, more: Partial<Change> = {}) =>
    (await imports(memoryTree({}), tree, [change(path, more)])).length;

  it('is a script of up to a mebibyte that is there', async () => {
    expect(await told('src/a.ts', { bytes: 1024 * 1024 })).toBe(1);
    expect(await told('src/a.ts', { bytes: 1024 * 1024 + 1 })).toBe(0);
    expect(await told('src/a.ts', { binary: true })).toBe(0);
    expect(await told('src/a.ts', { kind: 'deleted' })).toBe(0);
    expect(await told('src/a.css')).toBe(0);
    expect(await told('src/gone.ts')).toBe(0);
  });

  it.each(['js', 'cjs', 'mjs', 'ts', 'cts', 'mts', 'jsx', 'tsx'])('.%s is a script', async (ending) => {
    const here = memoryTree({
      'package.json': manifest,
      [`a.${ending}`]: "import 'x';",
      [`a.${ending}x.md`]: "import 'x';",
    });
    expect(await imports(memoryTree({}), here, [change(`a.${ending}`), change(`a.${ending}x.md`)])).toHaveLength(1);
  });

  it.each([
    ["import a from 'x'", ['x']],
    ['import a from "x"; import b from "y"', ['x', 'y']],
    ['  export { a } from "x"', ['x']],
    ['{ import "x" }', []],
    ['}import "x"', ['x']],
    ['import("x")', ['x']],
    ['import ( "x" )', ['x']],
    ['require("x")', ['x']],
    ['require ( "x" )', ['x']],
    ['a.require("x")', []],
    ['xrequire("x")', []],
    ['reimport("x")', []],
    ['import a = b; f("x")', []],
    ['important from "x"', []],
    ['import ""', []],
    ['import "x\ny"', []],
    ['import `x`', []],
  ])('%j imports %j', (text, specifiers) => {
    expect(importsOf(text).map(({ specifier }) => specifier)).toEqual(specifiers);
  });
});

it.each([
  [200, 1],
  [201, 0],
])('of %d packages in one repository %d imports of what none of them names are told', async (count, wanted) => {
  const packages = Object.fromEntries(Array.from({ length: count }, (_, at) => [`packages/${at}/package.json`, '{}']));
  expect(await said("import pad from 'left-pad';", packages)).toHaveLength(wanted);
});
