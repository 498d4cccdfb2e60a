// P11: a test that does not come out the same each time is named, and nothing is submitted with it but by a person's yes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../needs/needs.ts';
import type { Edits } from '../proof/row.ts';
import { openCheck } from './as-they-were.ts';

let checks: Awaited<ReturnType<typeof openCheck>>;
beforeAll(async () => {
  checks = await openCheck();
});
afterAll(() => checks.close());

const head = `import assert from 'node:assert/strict';\nimport { existsSync, readFileSync, writeFileSync } from 'node:fs';\nimport test from 'node:test';\n`;
/** Fails from the second time on in the same checkout. */
const counts = `assert.ok(!existsSync('count')); writeFileSync('count', '1');`;
const shop: Edits = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
  'src/cart.js': 'export const total = (items) => items.length;\n',
  'test/cart.test.js': `${head}import { total } from '../src/cart.js';\ntest('sums up', () => assert.equal(total([1]), 1));\n`,
};

describe('node:test', () => {
  it('a counter in a file is named, and its yes holds for the same file', async () => {
    const edits = { 'test/more.test.js': `${head}test('counts', () => { ${counts} });\ntest('holds', () => {});\n` };
    const { asked, stable, question, state } = await checks.check(shop, edits);
    expect(asked).toEqual(['test/more.test.js: a flaky test: "counts": passed, then passed, then failed, then failed']);
    expect(stable).toMatch(/^2 tests of new and changed files in 4 runs.*: 1 needs a yes$/);
    expect(question).toMatchObject({ question: { kind: 'submit' }, answeredBy: null });
    const key = (known: typeof state) =>
      known.known.work.results.flatMap(({ findings }) => findings.map((each) => each.key));
    const again = await checks.check(shop, { ...edits, 'src/cart.js': `${shop['src/cart.js']}\n` });
    expect(key(again.state)).toEqual(key(state));
    const other = await checks.check(shop, { 'test/more.test.js': `${edits['test/more.test.js']}\n` });
    expect(key(other.state)).not.toEqual(key(state));
  });

  it('one that holds twice in the same checkout is named', async () => {
    const twice = `const runs = existsSync('runs') ? Number(readFileSync('runs', 'utf8')) : 0; writeFileSync('runs', String(runs + 1)); assert.ok(runs < 2);`;
    const { asked } = await checks.check(shop, { 'test/more.test.js': `${head}test('counts', () => { ${twice} });\n` });
    expect(asked).toEqual(['test/more.test.js: a flaky test: "counts": passed, then passed, then passed, then failed']);
  });

  it('one that is there, skipped or passes by chance is named', async () => {
    const tests = Array.from({ length: 24 }, (_, at) => `test('t${at}', { skip: Math.random() < 0.5 }, () => {});\n`);
    const { asked } = await checks.check(shop, { 'test/more.test.js': `${head}${tests.join('')}` });
    expect(asked.join('\n')).toContain('test/more.test.js: a flaky test: "t');
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.length).toBeLessThan(12);
  });

  it('one that goes by the order of others is named where Node can turn it, and else it is said that nobody looked', async () => {
    const tests = `let is = false;\ntest('first', () => { is = true; });\ntest('second', () => assert.ok(is));\n`;
    const { asked, stable } = await checks.check(shop, { 'test/more.test.js': `${head}${tests}` });
    const line = 'test/more.test.js: a flaky test that goes by the order of others: "second": failed in another order';
    if (stable?.includes('in another order')) expect(asked).toEqual([line]);
    else expect(asked).toEqual([]);
  });

  it('a file that cannot be loaded again stands for its tests', async () => {
    const { asked } = await checks.check(shop, {
      'test/more.test.js': `${head}${counts}\ntest('one', () => {});\ntest('two', () => {});\n`,
    });
    expect(asked).toEqual([
      'test/more.test.js: a flaky test: the file as a whole: not there, then not there, then failed, then failed',
    ]);
  });
});

describe('vitest', () => {
  const project: Edits = {
    'package.json': JSON.stringify({
      type: 'module',
      scripts: { test: 'vitest run' },
      devDependencies: { vitest: '5' },
    }),
    'src/cart.js': shop['src/cart.js'] ?? '',
    'test/cart.test.js': `import { expect, it } from 'vitest';\nimport { total } from '../src/cart.js';\nlet is = false;\nit('is told', () => {\n  is = true;\n});\nit('follows', () => expect(is).toBe(true));\n`,
  };

  it('order and chance are told apart', async () => {
    const { asked, stable } = await checks.check(project, {
      'test/more.test.js': `import { existsSync, writeFileSync } from 'node:fs';\nimport { expect, it } from 'vitest';\nlet is = false;\nit('first', () => { is = true; });\nit('second', () => expect(is).toBe(true));\nit('counts', () => {\n  expect(existsSync('count')).toBe(false);\n  writeFileSync('count', '1');\n});\n`,
    });
    expect(stable).toContain('4 runs, one of them in another order');
    expect(asked).toEqual([
      'test/more.test.js: a flaky test: "counts": passed, then passed, then failed, then failed',
      'test/more.test.js: a flaky test that goes by the order of others: "second": failed in another order',
    ]);
  });

  it('one that went by the order of others before the change is told, and costs nothing', async () => {
    const { asked, told } = await checks.check(project, {
      'test/cart.test.js': `${project['test/cart.test.js']}it('sums up', () => expect(total([1])).toBe(1));\n`,
    });
    expect(asked).toEqual([]);
    expect(told).toEqual(['a flaky test that goes by the order of others: "follows": failed in another order']);
  });
});

describe('pytest', needs('pytest'), () => {
  const project: Edits = {
    'pytest.ini': '[pytest]\npythonpath = .\n',
    'cart.py': 'seen = []\n',
    'tests/test_cart.py': 'def test_cart():\n    pass\n',
  };

  it('order between files, and a counter, are named', async () => {
    const { asked } = await checks.check(project, {
      'tests/test_a.py': 'import cart\n\n\ndef test_first():\n    cart.seen.append(1)\n',
      'tests/test_b.py':
        'import os\nimport cart\n\n\ndef test_second():\n    assert cart.seen\n\n\ndef test_counts():\n    assert not os.path.exists("count")\n    open("count", "w").close()\n',
    });
    expect(asked).toEqual([
      'tests/test_b.py: a flaky test: "test_counts": passed, then passed, then failed, then failed',
      'tests/test_b.py: a flaky test that goes by the order of others: "test_second": failed in another order',
    ]);
  });
});

describe('a runner that names no tests', () => {
  const project: Edits = {
    Makefile: 'test:\n\t@test ! -f count || test ! -f flaky\n\t@touch count\n.PHONY: test\n',
    'tests/a.sh': 'true\n',
  };

  it('is compared by its exits, which is said to be weaker', async () => {
    const same = await checks.check(project, { 'tests/b.sh': 'true\n' });
    expect(same).toMatchObject({ asked: [], again: 3 });
    expect(same.stable).toContain('have no names here, so only how 4 runs ended was compared, which is weaker');
    const { asked } = await checks.check(project, { 'tests/b.sh': 'true\n', flaky: '' });
    expect(asked).toEqual([
      expect.stringContaining('run again, the changed tests did not come to the same: ended with'),
    ]);
  });
});
