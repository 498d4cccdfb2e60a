// What decides how tests run and what passes comes from the start: a change of it is not what runs until a person has said yes to its lines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../needs/needs.ts';
import type { Edits } from '../proof/row.ts';
import { openCheck } from './as-they-were.ts';

let checks: Awaited<ReturnType<typeof openCheck>>;
beforeAll(async () => {
  checks = await openCheck();
});
afterAll(() => checks.close());

const head = `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { tax } from '../src/tax.js';\n`;
const right = 'export const tax = (amount) => Math.round(amount * 19) / 100;\n';
const wrong = 'export const tax = (amount) => Math.floor(amount * 19) / 100 + 1;\n';
const helper = `import assert from 'node:assert/strict';\nexport const isTax = (is, wanted) => assert.equal(is, wanted);\n`;
const suite = `test('adds tax', () => assert.equal(tax(100), 19));\n`;
const helped = `${head}import { isTax } from './helper.js';\ntest('adds tax', () => isTax(tax(100), 19));\n`;

const wrapped: Edits = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'sh ./test.sh' } }),
  'test.sh': 'exec node tools/run.mjs\n',
  'tools/run.mjs': `import { spawnSync } from 'node:child_process';\nprocess.exit(spawnSync('node', ['--test'], { stdio: 'inherit' }).status);\n`,
  'src/tax.js': right,
  'test/tax.test.js': head + suite,
};
const plain: Edits = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
  'src/tax.js': right,
  'test/helper.js': helper,
  'test/tax.test.js': helped,
};

describe('what stands between a gate and its tests is not what the change makes of it', () => {
  it.each<readonly [string, Edits]>([
    ['test.sh', { 'test.sh': 'exit 0\n' }],
    ['tools/run.mjs', { 'tools/run.mjs': 'console.log(0);\n' }],
  ])('%s that ends at once is asked with its lines, and with what fails without it', async (path, edits) => {
    const { asked, question } = await checks.check(wrapped, { ...edits, 'src/tax.js': wrong });
    expect(asked).toEqual([
      expect.stringMatching(
        new RegExp(`^${path}: a file that decides what gates say was changed: was .*, now .*(?:exit 0|log\\(0\\))`),
      ),
      expect.stringMatching(/^null: with it as it was, gates do not pass: test: /),
    ]);
    expect(question).toMatchObject({ question: { kind: 'submit' }, answeredBy: null });
    expect(JSON.stringify(question)).toContain('submit_with_protected');
  });

  it('an honest change of it passes as well without, and costs one yes', async () => {
    const edits = { 'tools/run.mjs': `// Runs all tests.\n${wrapped['tools/run.mjs']}` };
    const { asked, told } = await checks.check(wrapped, edits);
    expect(asked).toEqual([
      expect.stringContaining('tools/run.mjs: a file that decides what gates say was changed: now `// Runs'),
    ]);
    expect(told).toEqual([]);
  });
});

describe('helpers beside tests', () => {
  it('one that asserts nothing any more is asked with its lines', async () => {
    const edits = { 'src/tax.js': wrong, 'test/helper.js': helper.replace('assert.equal(is, wanted)', 'undefined') };
    const { asked } = await checks.check(plain, edits);
    expect(asked[0]).toMatch(
      /^test\/helper\.js: a file that decides what gates say was changed: was `.*assert\.equal.*`, now `.*undefined/,
    );
    expect(asked[1]).toMatch(/gates do not pass: test: test\/tax\.test\.js > adds tax/);
  });

  it.each<readonly [string, Edits]>([
    [
      'new ones, and new fixtures, for new tests',
      {
        'test/more.js': 'export const amount = 0;\n',
        'test/fixtures/amounts.json': '[0]\n',
        'test/none.test.js': `${head}import { amount } from './more.js';\ntest('of nothing', () => assert.equal(tax(amount), 0));\n`,
      },
    ],
    ['docs', { 'README.md': '# Tax\n', 'test/README.md': 'How to test.\n', 'docs/tax.md': 'x\n' }],
    [
      'a dependency with its lock',
      {
        'package.json': JSON.stringify({
          type: 'module',
          scripts: { test: 'node --test' },
          dependencies: { vitest: '*' },
        }),
        'package-lock.json': '{"lockfileVersion":3}',
      },
    ],
  ])('%s cost nothing', async (_what, edits) => {
    const { asked, tampering, at } = await checks.check(plain, edits);
    expect({ asked, tampering, at }).toEqual({ asked: [], tampering: [], at: 'asking' });
  });
});

describe('what a gate was seen to read on the base', () => {
  const quiet: Edits = {
    ...wrapped,
    'tools/run.mjs': `import { readFileSync } from 'node:fs';\nconst own = new URL('verify-' + 'helper.dat', import.meta.url);\nawait import('data:text/javascript,' + encodeURIComponent(readFileSync(own, 'utf8')));\n`,
    'tools/verify-helper.dat': `import { spawnSync } from 'node:child_process';\nprocess.exitCode = spawnSync('node', ['--test'], { stdio: 'inherit' }).status;\n`,
    'tools/unread.dat': 'x\n',
    'src/tax.js': `import { readFileSync } from 'node:fs';\nconst { rate } = JSON.parse(readFileSync(new URL('./rates.json', import.meta.url), 'utf8'));\nexport const tax = (amount) => Math.round(amount * rate) / 100;\n`,
    'src/rates.json': '{ "rate": 19 }\n',
    'bin/tax.js': `import { tax } from '../src/tax.js';\nconsole.log(tax(Number(process.argv[2])));\n`,
    'test/cli.test.js': `${head}import { execFileSync } from 'node:child_process';\ntest('prints', () => assert.match(String(execFileSync('node', ['bin/tax.js', '100'])), /19/));\n`,
  };

  it('is guarded where no name tells', async () => {
    const edits = { 'src/tax.js': wrong, 'tools/verify-helper.dat': 'export {};\n' };
    const { asked, state } = await checks.check(quiet, edits);
    expect(state.known.work.baseline.find(({ gate }) => gate === 'test')?.read).toEqual(['tools/verify-helper.dat']);
    expect(asked[0]).toMatch(/^tools\/verify-helper\.dat: a file that decides what gates say was changed/);
    expect(asked[1]).toMatch(/gates do not pass: test/);
  });

  it('but neither what ships, nor what nobody read', async () => {
    const edits = {
      'tools/unread.dat': 'y\n',
      'src/rates.json': '{ "rate": 19.0 }\n',
      'bin/tax.js': `#!/usr/bin/env node\n${quiet['bin/tax.js']}`,
    };
    expect(await checks.check(quiet, edits)).toMatchObject({ asked: [], tampering: [], at: 'asking' });
  });
});

describe('a new file that is read unasked counts as changed', () => {
  it.each([
    ['.npmrc', 'audit=false\n'],
    ['.env', 'FAST=1\n'],
    ['vitest.config.mts', 'export default {};\n'],
    ['jest.config.cjs', 'module.exports = {};\n'],
    ['sitecustomize.py', 'x = 1\n'],
  ])('%s', async (path, added) => {
    const { question } = await checks.check(plain, { [path]: added });
    const { text } = (question as { question: { text: string } }).question;
    const [, own = ''] = text.split('Each of these needs your yes:\n');
    const lines = own.split('\n').map((line) => line.replace(/^(- |\d+\. )/, ''));
    expect(lines.filter((line) => line.startsWith(`${path}: a file that`))).toEqual([
      expect.stringContaining('a file that decides what gates say was added: now `'),
    ]);
  });
});

describe('pytest', needs('pytest'), () => {
  const project: Edits = {
    'pytest.ini': '[pytest]\npythonpath = .\n',
    'conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef amount():\n    return 100\n',
    'tax.py': 'def tax(amount):\n    return round(amount * 0.19, 2)\n',
    'tests/test_tax.py': 'from tax import tax\n\n\ndef test_adds_tax(amount):\n    assert tax(amount) == 19\n',
  };

  it('a fixture of a folder above that changes is not what runs', async () => {
    const edits = {
      'conftest.py': (project['conftest.py'] ?? '').replace('100', '200'),
      'tax.py': 'def tax(amount):\n    return round(amount * 0.19, 2) / 2\n',
    };
    const { asked } = await checks.check(project, edits);
    expect(asked.join('\n')).toMatch(
      /conftest\.py: a file that decides what gates say was changed: was `return 100`, now `return 200`/,
    );
    expect(asked.join('\n')).toMatch(/gates do not pass: test: tests\/test_tax\.py > test_adds_tax/);
  });

  it('a new conftest.py beside the tests is asked', async () => {
    const { asked } = await checks.check(project, { 'tests/conftest.py': 'x = 1\n' });
    expect(asked.join('\n')).toContain('tests/conftest.py: a file that decides what gates say was added');
  });
});
