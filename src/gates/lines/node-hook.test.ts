// Which processes of a real run count what they ran.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hookFile, nodeHook } from './node-hook.ts';
import { wantedFile } from './wanted.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'hook-'));
  const files = {
    'shop/package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
    'shop/src/one.js': 'export const one = () => 1;\n',
    'shop/test/one.test.js': `import { test } from 'node:test';\nimport { one } from '../src/one.js';\ntest('is one', () => one());\n`,
    [`lines/${hookFile}`]: nodeHook,
    [`lines/${wantedFile}`]: JSON.stringify({
      folder: join(root, 'shop'),
      files: ['src/one.js'],
      channel: 'shop:test',
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const told = /"k":"script","id":"\d+","file":"src\/one\.js"/;

it.each<[what: string, argv: readonly string[]]>([
  ['npm and what starts the files of tests do not', ['npm', 'test']],
  ['what starts the files of tests does not', ['node', '--test']],
  ['what runs them itself does', ['node', '--test', '--test-isolation=none']],
  ['and does however that is said', ['node', '--test', '--test_isolation', 'none']],
  ['a program does', ['node', 'test/one.test.js']],
  ['a text does', ['node', '--input-type=module', '-e', 'import { one } from "./src/one.js"; one();']],
])('%s', (_what, [program = '', ...argv]) => {
  const lines = join(root, 'lines');
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, NODE_OPTIONS: `--import=${join(lines, hookFile)}`, NODE_TEST_CONTEXT: undefined };
  execFileSync(program, argv, { cwd: join(root, 'shop'), env, stdio: 'ignore' });
  const counted = readdirSync(lines).filter((name) => name.endsWith('.jsonl'));
  expect(counted.map((name) => told.test(readFileSync(join(lines, name), 'utf8')))).toEqual([true]);
  for (const name of counted) rmSync(join(lines, name));
});
