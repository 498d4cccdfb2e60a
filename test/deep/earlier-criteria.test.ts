// P4 between criteria: what the tests of a proven one expect is not given up by those that follow without a person's yes. P7 where no test was changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Edits } from '../proof/row.ts';
import { openCheck } from './as-they-were.ts';

let checks: Awaited<ReturnType<typeof openCheck>>;
beforeAll(async () => {
  checks = await openCheck();
});
afterAll(() => checks.close());

const head = `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { tax, total } from '../src/cart.js';\n`;
const sums = `test('sums up', () => {\n  assert.equal(total([1, 2]), 3);\n});\n`;
const taxes = `test('adds tax', () => {\n  assert.equal(tax(100), 19);\n});\n`;
const cart = (rate: string) =>
  `export const total = (items) => items.reduce((sum, each) => sum + each, 0);\nexport const tax = (amount) => ${rate};\n`;
const shop: Edits = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
  'src/cart.js': cart('0'),
  'test/cart.test.js': `${head}${sums}`,
};
/** SC-1: tax is added, with a test of it. */
const earlier: Edits = { 'src/cart.js': cart('amount * 0.19'), 'test/cart.test.js': `${head}${sums}${taxes}` };

describe('P4 tests of a criterion before', () => {
  it('hold where the next one adds its own beside them, which costs nothing', async () => {
    const more = `test('of nothing', () => {\n  assert.equal(total([]), 0);\n});\n`;
    const edits = { 'test/cart.test.js': `${head}${sums}${taxes}${more}` };
    expect(await checks.check(shop, edits, earlier)).toMatchObject({ asked: [], at: 'asking' });
  });

  it.each<readonly [string, string, string]>([
    ['weakened', taxes.replace('tax(100), 19', 'tax(100) > 0, true'), 'an expectation that changed: "adds tax"'],
    ['deleted', '', 'a test was removed: "adds tax"'],
  ])('%s is asked about', async (_what, tests, line) => {
    const edits = { 'src/cart.js': cart('1'), 'test/cart.test.js': `${head}${sums}${tests}` };
    const { asked } = await checks.check(shop, edits, earlier);
    expect(asked).toEqual([expect.stringContaining(line)]);
  });
});

describe('P7 where no test was changed', () => {
  it('a refactoring is looked at with one test file, and passes', async () => {
    const came = await checks.check(shop, { 'src/cart.js': `${cart('0')}// the same\n` });
    expect(came).toMatchObject({ asked: [], again: 1, at: 'asking' });
  });

  it('assertions that judge nothing send it back', async () => {
    const patched = `import assert from 'node:assert/strict';\nassert.equal = () => {};\n${cart('7')}`;
    await expect(checks.check(shop, { 'src/cart.js': patched })).rejects.toThrow(/judges nothing/);
  });
});
