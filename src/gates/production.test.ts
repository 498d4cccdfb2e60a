import { describe, expect, it } from 'vitest';
import type { Change } from '../ports/gates.ts';
import { isCode, isDocument, isProductionOf, productionOf } from './production.ts';

const plan = { tests: ['test/**'], guarded: ['tools/check.js'] };
const change = (path: string, kind: Change['kind'] = 'modified', binary = false): Change => ({
  ...{ path, kind, from: null, added: 1, removed: 1, binary, bytes: 9 },
});

describe('code is known by its name', () => {
  it.each([
    ...['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro', 'py', 'pyx', 'go', 'rs', 'rb'],
    ...['java', 'kt', 'kts', 'scala', 'groovy', 'clj', 'c', 'cc', 'cpp', 'cxx', 'h', 'hpp', 'cs', 'fs', 'vb', 'php'],
    ...['sh', 'bash', 'zsh', 'fish', 'ps1', 'bat', 'cmd', 'pl', 'lua', 'swift', 'dart', 'ex', 'exs', 'erl', 'hs'],
    ...['ml', 'r', 'R', 'jl', 'wasm'],
  ])('.%s', (ending) => expect(isCode(`a.${ending}`)).toBe(true));
  it.each(['bin/shop', 'a/bin/shop', 'Makefile', 'a/Makefile', 'Dockerfile', 'a/Dockerfile.dev'])('%s', (path) =>
    expect(isCode(path)).toBe(true),
  );
  it.each(['a.json', 'a.js.map', 'ajs', 'bin/a.txt', 'cabin/a', 'bin/a/b', 'aMakefile', 'Makefile.md', 'aDockerfile'])(
    'not %s',
    (path) => expect(isCode(path)).toBe(false),
  );
});

describe('documents are known by their name', () => {
  it.each([
    ...['a.md', 'a.MARKDOWN', 'a.rst', 'a.adoc', 'LICENSE', 'a/LICENCE.txt', 'CHANGELOG', 'AUTHORS', 'NOTICE'],
    ...['COPYING', 'license-mit'],
  ])('%s', (path) => expect(isDocument(path)).toBe(true));
  it.each(['a.mdx', 'a.md.js', 'aLICENSE', 'LICENSE/a.js', 'README'])('not %s', (path) =>
    expect(isDocument(path)).toBe(false),
  );
});

it.each([
  ['src/a.js', true],
  ['test/a.js', false],
  ['tools/check.js', false],
  ['package.json', false],
])('%s ships: %s', (path, is) => expect(isProductionOf(plan, path)).toBe(is));

describe('what a change does to production code', () => {
  const told = (...changes: readonly Change[]) => productionOf(plan, changes, /\.[cm]?[jt]s$/);
  const none = { followed: [], code: false, data: false };
  const follows = (path: string, whole = false) => ({ ...none, followed: [{ path, whole }] });

  it.each<[string, Change, object]>([
    ['a file that its runner follows', change('src/a.js'), follows('src/a.js')],
    ['one that was moved, whole', change('src/a.js', 'renamed'), follows('src/a.js', true)],
    ['one that is new', change('src/a.ts', 'added'), follows('src/a.ts')],
    ['code of another language', change('src/a.py'), { ...none, code: true }],
    ['code that git takes for no text, whole', change('src/a.js', 'modified', true), follows('src/a.js', true)],
    ['what is no text in another language', change('src/a.wasm', 'modified', true), { ...none, code: true }],
    ['data', change('src/a.json'), { ...none, data: true }],
    ['what is gone', change('src/a.js', 'deleted'), { ...none, data: true }],
    ['types alone', change('src/a.d.ts'), none],
    ['types of a module alone', change('src/a.d.mts'), none],
    ['a test', change('test/a.js'), none],
    ['a document', change('README.md'), none],
  ])('%s', (_, one, wanted) => expect(told(one)).toEqual(wanted));
});
