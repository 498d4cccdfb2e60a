// Tests of ours that must fail, laid into a clean checkout: once, whatever is begun again, and only where they can be read.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import { randomIds } from '../../src/daemon/system/secrets.ts';
import { findCanary, layCanary } from '../../src/effects/run/canary.ts';
import { createGates } from '../../src/gates/create-gates.ts';
import type { GateDefinition } from '../../src/ports/gates.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lay-canary-'));
});
afterEach(() => rmSync(state, { recursive: true }));

const definition = (runner: string | null, flags: 'arguments' | 'none' = 'arguments'): GateDefinition => ({
  ...{ gate: 'test', source: 'base', argv: ['node', '--test'], runner, deadlineMs: 1000, absent: null },
  reach: { flags, files: 'no' },
});
const ports = () => ({ files: createStateFiles(state, () => 'x'), gates: createGates([]), ids: randomIds });
const folder = () => join(state, 'stages', 'shop-1', 'SC-1-1');
const write = (path: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(join(folder(), path)), { recursive: true });
  writeFileSync(join(folder(), path), content);
};
const text = (path: string): string => readFileSync(join(folder(), path), 'utf8');
const purpose = (paths: readonly string[], of = definition('node:test')) => ({
  ...{ definition: of, folder: folder() },
  canary: paths.map((path) => ({ path, like: ['adds'] })),
});

it('they stand behind the tests of the file, once, and are found again', async () => {
  write('test/a.test.js', 'own();');
  const laid = await layCanary(ports(), purpose(['test/a.test.js']));
  expect(laid).toEqual({ name: expect.stringMatching(/^c[0-9a-f]{16}$/), files: ['test/a.test.js'] });
  const once = text('test/a.test.js');
  expect(once.startsWith('own();\n')).toBe(true);
  expect(once).toContain(`"adds ${laid?.name} 2"`);
  expect(await layCanary(ports(), purpose(['test/a.test.js']))).toEqual(laid);
  expect(text('test/a.test.js')).toBe(once);
  expect(await findCanary(ports(), purpose(['test/a.test.js']))).toEqual(laid);
  expect(await findCanary(ports(), { definition: definition('node:test'), folder: folder() })).toBeUndefined();
});

it('what a letter more cannot stand behind stays as it is: UTF-16, files of many megabytes, no files', async () => {
  const odd = { 'b.test.js': Buffer.from([0xff, 0xfe, 0x61, 0]), 'c.test.js': Buffer.alloc(16 * 1024 * 1024 + 1, 'x') };
  for (const [path, content] of Object.entries(odd)) write(path, content);
  expect(await layCanary(ports(), purpose([...Object.keys(odd), 'gone.test.js', 'data.json']))).toBeUndefined();
  for (const [path, content] of Object.entries(odd))
    expect(readFileSync(join(folder(), path)).equals(content)).toBe(true);
});

it.each([
  ['no UTF-8', Buffer.from([0x2f, 0x2f, 0xff, 0xe9, 0x0a])],
  ['a character that stands for none', Buffer.from('// \uFFFD\n')],
  ['a mark of UTF-8', Buffer.from('\uFEFFown();\n')],
  ['no text at all', Buffer.from('// \0\n')],
  ['no end of a line', Buffer.from('own();')],
  ['ends of Windows', Buffer.from('own();\r\n')],
  ['a megabyte and more', Buffer.alloc(1200 * 1024, '/')],
])('they stand behind the very bytes of a file with %s', async (_, content) => {
  write('a.test.js', content);
  const laid = await layCanary(ports(), purpose(['a.test.js']));
  const now = readFileSync(join(folder(), 'a.test.js'));
  expect(now.subarray(0, content.length).equals(content)).toBe(true);
  expect(now.subarray(content.length).toString()).toContain(`"adds ${laid?.name} 1"`);
});

it('none where no report can be asked for', async () => {
  write('a.test.js', 'own();');
  for (const of of [definition(null), definition('node:test', 'none')])
    expect(await layCanary(ports(), purpose(['a.test.js'], of))).toBeUndefined();
  expect(text('a.test.js')).toBe('own();');
});

it('a person’s own folder is never written to', async () => {
  const own = { ...purpose(['a.test.js']), folder: join(state, 'elsewhere') };
  mkdirSync(own.folder);
  writeFileSync(join(own.folder, 'a.test.js'), 'own();');
  expect(await layCanary(ports(), own)).toBeUndefined();
  expect(readFileSync(join(own.folder, 'a.test.js'), 'utf8')).toBe('own();');
});
