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
