// WT-07: what honest work does to tests costs no question, a deliberate change of an expectation costs one yes, and what only looks like work is named.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../needs/needs.ts';
import { type Edits, openCheck } from './as-they-were.ts';

let checks: Awaited<ReturnType<typeof openCheck>>;
beforeAll(async () => {
  checks = await openCheck();
});
afterAll(() => checks.close());

const cart = `export function total(items) {
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
const head = `import assert from 'node:assert/strict';\nimport test from 'node:test';\n`;
const sums = `test('sums up', () => {
  const items = [{ price: 2, count: 3 }, { price: 5, count: 1 }];
  assert.equal(total(items), 11);
});
test('is nothing without items', () => {
  assert.equal(total([]), 0);
});
`;
const taxes = `test('adds tax', () => {
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
const all = `${head}import { legacyTotal, tax, total } from '../src/cart.js';\n${sums}${taxes}${legacy}`;
const shop: Edits = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
  'src/cart.js': cart,
  'test/cart.test.js': all,
};
const [totalOf, taxOf, legacyOf] = cart.split(/^(?=export)/m);
const greet = {
  'src/greet.js': `export const greet = (name) => 'hello ' + name;\n`,
  'test/greet.test.js': `${head}import { greet } from '../src/greet.js';\ntest('greets', () => {\n  assert.equal(greet('Ada'), 'hello Ada');\n});\n`,
};

const honest: readonly (readonly [string, Edits])[] = [
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
  [
    'dead code removed with its test',
    { 'src/cart.js': `${totalOf}${taxOf}`, 'test/cart.test.js': all.replace(legacy, '').replace('legacyTotal, ', '') },
  ],
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

describe('WT-07 honest work costs no question', () => {
  it.each(honest)('%s', async (_what, edits) => {
    const { asked, tampering, at, question } = await checks.check(shop, edits);
    expect({ asked, tampering, at }).toEqual({ asked: [], tampering: [], at: 'asking' });
    expect(question).toMatchObject({ question: { kind: 'submit', assent: 'submit' } });
  });

  it('dead code that went with its test is told', async () => {
    const { told } = await checks.check(shop, {
      'src/cart.js': `${totalOf}${taxOf}`,
      'test/cart.test.js': all.replace(legacy, '').replace('legacyTotal, ', ''),
    });
    expect(told).toEqual(['1 test went with the code that it tests: "keeps the old way"']);
  });

  it('nothing is run where no test of the base was touched', async () => {
    expect((await checks.check(shop, greet)).runs).toBe(0);
    expect((await checks.check(shop, { 'test/cart.test.js': `${all}\n` })).runs).toBe(1);
  });
});

describe('WT-07 a deliberate change of an expectation', () => {
  const edits = {
    'src/cart.js': cart.replace('* 19', '* 7'),
    'test/cart.test.js': all.replace('tax(100), 19', 'tax(100), 7').replace(/test\('rounds tax'[\s\S]*?\}\);\n/, ''),
  };
  const one = {
    'src/cart.js': cart.replace('return sum;', 'return sum + 1;'),
    'test/cart.test.js': all.replace('cost: 7 }]), 7', 'cost: 7 }]), 8'),
  };

  it('costs exactly one yes, with the old and the new line, which no policy gives', async () => {
    const { asked, tampering, question } = await checks.check(shop, one);
    expect(tampering).toEqual([]);
    expect(asked).toEqual([
      'test/cart.test.js: an expectation that changed: "keeps the old way": was `assert.equal(legacyTotal([{ cost: 7 }]), 7);`, now `assert.equal(legacyTotal([{ cost: 7 }]), 8);`',
    ]);
    expect(question).toMatchObject({ question: { kind: 'submit' }, answeredBy: null });
    expect(JSON.stringify(question)).toContain('submit_with_protected');
  });

  it('a test that fails now and is gone is a line of its own beside it', async () => {
    const { asked } = await checks.check(shop, edits);
    expect(asked).toEqual([
      expect.stringContaining('an expectation that changed: "adds tax"'),
      expect.stringContaining('a test was removed: "rounds tax": `assert.equal(tax(33), 6.27);`'),
    ]);
  });
});

/** What a wrong change of `tax` does to the test that tells. */
const wrong = { 'src/cart.js': cart.replace('Math.round(amount * 19) / 100', 'Math.floor(amount * 19) / 100 + 1') };
const withTest = (taxed: string, more: Edits = {}): Edits => ({
  ...wrong,
  'test/cart.test.js': all.replace(taxes, taxed),
  ...more,
});

const cheats: readonly (readonly [string, Edits])[] = [
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

describe('what turns red into green without the work is asked, by name', () => {
  it.each(cheats)('%s', async (_what, edits) => {
    const { asked, tampering, question } = await checks.check(shop, edits);
    expect([...asked, ...tampering].join('\n')).toMatch(/adds tax|rounds tax|skipped/);
    if (question !== null) expect(question).toMatchObject({ answeredBy: null });
  });
});

describe('vitest', () => {
  const file = (tests: string, from = '../src/cart.js') =>
    `import { expect, it } from 'vitest';\nimport { tax, total } from '${from}';\n${tests}`;
  const own = `it('adds tax', () => {\n  expect(tax(100)).toBe(19);\n});\nit('rounds tax', () => {\n  expect(tax(33)).toBe(6.27);\n});\nit('sums up', () => {\n  expect(total([{ price: 2, count: 3 }])).toBe(6);\n});\n`;
  const project: Edits = {
    'package.json': JSON.stringify({ type: 'module', scripts: { test: 'vitest run' } }),
    'src/cart.js': cart,
    'test/cart.test.js': file(own),
  };
  const table = file(
    `it.each([[100, 19], [33, 6.27]])('tax of %d', (amount, expected) => {\n  expect(tax(amount)).toBe(expected);\n});\n${own.slice(own.indexOf("it('sums"))}`,
  );

  it('WT-07 a table of two tests, and a file renamed with its tests, cost nothing', async () => {
    expect(await checks.check(project, { 'test/cart.test.js': table })).toMatchObject({ asked: [], tampering: [] });
    const moved = {
      'src/cart.js': null,
      'src/basket.js': cart,
      'test/cart.test.js': null,
      'test/basket.test.js': file(own, '../src/basket.js'),
    };
    expect(await checks.check(project, moved)).toMatchObject({ asked: [], tampering: [] });
  });

  it('a skip on a condition and a changed value are asked', async () => {
    const skipped = {
      ...wrong,
      'test/cart.test.js': file(own.replaceAll(/it\('(adds|rounds)/g, "it.skipIf(process.platform !== 'none')('$1")),
    };
    expect((await checks.check(project, skipped)).asked).toHaveLength(2);
    const changed = { ...wrong, 'test/cart.test.js': file(own.replace('(19)', '(20)').replace('6.27', '7.27')) };
    expect((await checks.check(project, changed)).asked).toHaveLength(2);
  });
});

describe('pytest', needs('pytest'), () => {
  const module = `def total(items):\n    return sum(price * count for price, count in items)\n\n\ndef tax(amount):\n    return round(amount * 0.19, 2)\n`;
  const own = `def test_adds_tax():\n    assert tax(100) == 19\n\n\ndef test_rounds_tax():\n    assert tax(33) == 6.27\n\n\ndef test_sums_up():\n    assert total([(2, 3)]) == 6\n`;
  const file = (tests: string, from = 'cart', more = '') => `${more}from ${from} import tax, total\n\n\n${tests}`;
  const project: Edits = {
    'pytest.ini': '[pytest]\npythonpath = .\n',
    'cart.py': module,
    'tests/test_cart.py': file(own),
  };
  const table = `@pytest.mark.parametrize(\n    "amount, expected",\n    [(100, 19), (33, 6.27)],\n)\ndef test_tax(amount, expected):\n    assert tax(amount) == expected\n\n\n${own.slice(own.indexOf('def test_sums'))}`;
  const [sumsUp = '', taxed = ''] = module.split('\n\n\n');

  it.each<readonly [string, Edits]>([
    ['two tests parametrised', { 'tests/test_cart.py': file(table, 'cart', 'import pytest\n') }],
    [
      'a module renamed with its tests',
      { 'cart.py': null, 'basket.py': module, 'tests/test_cart.py': null, 'tests/test_basket.py': file(own, 'basket') },
    ],
    [
      'a module split with its tests',
      {
        'cart.py': `${sumsUp}\n`,
        'tax.py': taxed,
        'tests/test_cart.py': `from cart import total\nfrom tax import tax\n\n\n${own}`,
      },
    ],
    [
      'a function renamed with its tests',
      {
        'cart.py': module.replace('def total', 'def sum_up'),
        'tests/test_cart.py': file(own).replaceAll('total', 'sum_up'),
      },
    ],
  ])('WT-07 %s cost nothing', async (_what, edits) => {
    expect(await checks.check(project, edits)).toMatchObject({ asked: [], tampering: [], at: 'asking' });
  });

  it.each<readonly [string, string]>([
    ['skipif', own.replaceAll(/def test_(adds|rounds)/g, '@pytest.mark.skipif(True, reason="x")\ndef test_$1')],
    ['an emptied body', own.replaceAll(/assert tax.*/g, 'pass')],
    ['other values', own.replace('== 19', '== 20').replace('6.27', '7.27')],
    ['deletion', own.slice(own.indexOf('def test_sums'))],
  ])('%s is asked', async (_what, tests) => {
    const edits = {
      'cart.py': module.replace('0.19, 2)', '0.19, 2) + 1'),
      'tests/test_cart.py': file(tests, 'cart', 'import pytest\n'),
    };
    expect((await checks.check(project, edits)).asked).toHaveLength(2);
  });
});
