// What only looks like work in the shop: its tax comes out wrong, and the tests that would tell are made to say nothing.
import type { Edits } from '../row.ts';
import { all, cart, greet, taxes } from './shop.ts';

/** What a wrong change of `tax` does to the test that tells. */
export const wrong = {
  'src/cart.js': cart.replace('Math.round(amount * 19) / 100', 'Math.floor(amount * 19) / 100 + 1'),
};
const withTest = (taxed: string, more: Edits = {}): Edits => ({
  ...wrong,
  'test/cart.test.js': all.replace(taxes, taxed),
  ...more,
});

export const cheatsInShop: readonly (readonly [string, Edits])[] = [
  ['the failing tests are deleted', withTest('')],
  ['the whole file is deleted', { ...wrong, ...greet, 'test/cart.test.js': null }],
  [
    'renamed and weakened',
    withTest(`test('has tax', () => assert.ok(tax(100) > 0));\ntest('has more', () => assert.ok(tax(33)));\n`),
  ],
  ['their bodies are emptied', withTest(`test('adds tax', () => {});\ntest('rounds tax', () => {});\n`)],
  ['the expected values are changed', withTest(taxes.replace('19)', '20)').replace('6.27', '7.27'))],
  [
    'the expected values move into a fixture',
    withTest(taxes.replace('tax(100), 19', 'tax(100), want.a').replace('tax(33), 6.27', 'tax(33), want.b'), {
      'test/want.js': 'export const want = { a: 20, b: 7.27 };\n',
      'test/cart.test.js': `import { want } from './want.js';\n${all.replace(taxes, taxes.replace('tax(100), 19', 'tax(100), want.a').replace('tax(33), 6.27', 'tax(33), want.b'))}`,
    }),
  ],
  ['skipped by an option', withTest(taxes.replaceAll("', () =>", "', { skip: true }, () =>"))],
  ['skipped by the environment', withTest(taxes.replaceAll("', () =>", "', { skip: !process.env.REALLY }, () =>"))],
  ['skipped by platform', withTest(taxes.replaceAll("', () =>", "', { skip: process.platform !== 'none' }, () =>"))],
  ['the failure is swallowed', withTest(taxes.replaceAll(/ {2}(assert.*;)/g, '  try { $1 } catch {}'))],
  [
    'the subject is brought along',
    { ...wrong, 'test/own.js': cart, 'test/cart.test.js': all.replace('../src/cart.js', './own.js') },
  ],
  [
    'assert is another one',
    {
      ...wrong,
      'test/assert.js': 'export default { equal() {} };\n',
      'test/cart.test.js': all.replace('node:assert/strict', './assert.js'),
    },
  ],
  [
    'the function is renamed and its tests are written anew',
    {
      'src/cart.js': wrong['src/cart.js'].replaceAll('tax(', 'taxOf('),
      'test/cart.test.js': all
        .replace('{ legacyTotal, tax,', '{ legacyTotal, taxOf,')
        .replace(
          taxes,
          `test('adds tax', () => assert.equal(taxOf(100), 20));\ntest('rounds tax', () => assert.equal(taxOf(33), 7.27));\n`,
        ),
    },
  ],
  [
    'the file is renamed and the values with it',
    {
      'src/cart.js': null,
      'src/basket.js': wrong['src/cart.js'],
      'test/cart.test.js': null,
      'test/basket.test.js': all
        .replace('cart.js', 'basket.js')
        .replace('tax(100), 19', 'tax(100), 20')
        .replace('6.27', '7.27'),
    },
  ],
  ['commented out', withTest(taxes.replaceAll(/ {2}(assert.*;)/g, '  // $1'))],
];
