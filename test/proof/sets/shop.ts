// A shop with tests for node:test: what honest work does to it, and what only looks like work.
import type { Edits } from '../row.ts';

export const cart = `export function total(items) {
  return items.reduce((sum, item) => sum + item.price * item.count, 0);
}
export function tax(amount) {
  return Math.round(amount * 19) / 100;
}
export function legacyTotal(items) {
  let sum = 0;
  for (const each of items) sum += each.cost;
  return sum;
}
`;
export const head = `import assert from 'node:assert/strict';\nimport test from 'node:test';\n`;
const sums = `test('sums up', () => {
  const items = [{ price: 2, count: 3 }, { price: 5, count: 1 }];
  assert.equal(total(items), 11);
});
test('is nothing without items', () => {
  assert.equal(total([]), 0);
});
`;
export const taxes = `test('adds tax', () => {
  assert.equal(tax(100), 19);
});
test('rounds tax', () => {
  assert.equal(tax(33), 6.27);
});
`;
const legacy = `test('keeps the old way', () => {
  assert.equal(legacyTotal([{ cost: 7 }]), 7);
});
`;
export const all = `${head}import { legacyTotal, tax, total } from '../src/cart.js';\n${sums}${taxes}${legacy}`;
export const shop: Edits = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
  'src/cart.js': cart,
  'test/cart.test.js': all,
};
const [totalOf, taxOf, legacyOf] = cart.split(/^(?=export)/m);
export const greet = {
  'src/greet.js': `export const greet = (name) => 'hello ' + name;\n`,
  'test/greet.test.js': `${head}import { greet } from '../src/greet.js';\ntest('greets', () => {\n  assert.equal(greet('Ada'), 'hello Ada');\n});\n`,
};

export const legacyGone: Edits = {
  'src/cart.js': `${totalOf}${taxOf}`,
  'test/cart.test.js': all.replace(legacy, '').replace('legacyTotal, ', ''),
};

export const honestInShop: readonly (readonly [string, Edits])[] = [
  [
    'a fix with a test of its own',
    {
      'src/cart.js': cart.replace('* 19', '* 19.0'),
      'test/tax.test.js': `${head}import { tax } from '../src/cart.js';\ntest('of nothing', () => assert.equal(tax(0), 0));\n`,
    },
  ],
  [
    'a test added to a file of the base',
    { 'test/cart.test.js': `${all}test('counts', () => assert.equal(total([{ price: 1, count: 9 }]), 9));\n` },
  ],
  [
    'two tests that become one table',
    {
      'test/cart.test.js': all.replace(
        taxes,
        `for (const [amount, expected] of [[100, 19], [33, 6.27]])\n  test(\`tax of \${amount}\`, () => assert.equal(tax(amount), expected));\n`,
      ),
    },
  ],
  [
    'assertions of two tests merged into one',
    {
      'test/cart.test.js': all.replace(
        taxes,
        `test('tax', () => {\n  assert.equal(tax(100), 19);\n  assert.equal(tax(33), 6.27);\n});\n`,
      ),
    },
  ],
  [
    'a module split with its tests',
    {
      'src/cart.js': `${totalOf}${legacyOf}`,
      'src/tax.js': `${taxOf}`,
      'test/cart.test.js': `${head}import { legacyTotal, total } from '../src/cart.js';\n${sums}${legacy}`,
      'test/tax.test.js': `${head}import { tax } from '../src/tax.js';\n${taxes}`,
    },
  ],
  [
    'a file renamed with its tests',
    {
      'src/cart.js': null,
      'src/basket.js': cart,
      'test/cart.test.js': null,
      'test/basket.test.js': all.replace('cart.js', 'basket.js'),
    },
  ],
  [
    'a function renamed with its tests',
    { 'src/cart.js': cart.replaceAll('total(', 'sumUp('), 'test/cart.test.js': all.replaceAll(/\btotal\b/g, 'sumUp') },
  ],
  ['dead code removed with its test', legacyGone],
  [
    'tests moved into another folder',
    { 'test/cart.test.js': null, 'test/unit/cart.test.js': all.replace('../src', '../../src') },
  ],
  [
    'a test file split in two',
    {
      'test/cart.test.js': `${head}import { total } from '../src/cart.js';\n${sums}`,
      'test/tax.test.js': `${head}import { legacyTotal, tax } from '../src/cart.js';\n${taxes}${legacy}`,
    },
  ],
  ['a test renamed', { 'test/cart.test.js': all.replace('adds tax', 'adds the tax of 19 percent') }],
  [
    'a refactoring under green tests',
    { 'src/cart.js': cart.replace('sum + item.price * item.count', 'sum + item.count * item.price') },
  ],
  ['a new module with its tests', greet],
  ['docs', { 'README.md': '# Shop\n' }],
];
