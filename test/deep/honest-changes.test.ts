// WT-07: what honest work does to tests costs no question, a deliberate change of an expectation costs one yes, and what only looks like work is named.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../needs/needs.ts';
import type { Edits } from '../proof/row.ts';
import { cheatsInShop, wrong } from '../proof/sets/cheats-in-shop.ts';
import { all, cart, greet, honestInShop, legacyGone, shop } from '../proof/sets/shop.ts';
import { openCheck } from './as-they-were.ts';
import { byTurns, halfOf } from './rotation.ts';

let checks: Awaited<ReturnType<typeof openCheck>>;
beforeAll(async () => {
  checks = await openCheck();
});
afterAll(() => checks.close());

describe('WT-07 honest work costs no question', () => {
  it.each(halfOf('honest changes of a shop', honestInShop))('%s', async (_what, edits) => {
    const { asked, tampering, at, question } = await checks.check(shop, edits);
    expect({ asked, tampering, at }).toEqual({ asked: [], tampering: [], at: 'asking' });
    expect(question).toMatchObject({ question: { kind: 'submit', assent: 'submit' } });
  });

  it('dead code that went with its test is told', async () => {
    const { told } = await checks.check(shop, legacyGone);
    expect(told).toEqual(['1 test went with the code that it tests: "keeps the old way"']);
  });

  it('nothing is run where no test of the base was touched', async () => {
    expect(await checks.check(shop, greet)).toMatchObject({ runs: 0, again: 3 });
    expect(await checks.check(shop, { 'test/cart.test.js': `${all}\n` })).toMatchObject({ runs: 1, again: 3 });
    expect(await checks.check(shop, { 'src/cart.js': `${cart}\n` })).toMatchObject({ runs: 0, again: 1, stable: null });
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

describe('what turns red into green without the work is asked, by name', () => {
  it.each(halfOf('cheats in a shop', cheatsInShop))('%s', async (_what, edits) => {
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

  byTurns('WT-07 a table of two tests, and a file renamed with its tests, cost nothing', async () => {
    expect(await checks.check(project, { 'test/cart.test.js': table })).toMatchObject({ asked: [], tampering: [] });
    const moved = {
      'src/cart.js': null,
      'src/basket.js': cart,
      'test/cart.test.js': null,
      'test/basket.test.js': file(own, '../src/basket.js'),
    };
    expect(await checks.check(project, moved)).toMatchObject({ asked: [], tampering: [] });
  });

  byTurns('a skip on a condition and a changed value are asked', async () => {
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

  const honest: readonly (readonly [string, Edits])[] = [
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
  ];
  it.each(halfOf('honest changes of pytest', honest))('WT-07 %s cost nothing', async (_what, edits) => {
    expect(await checks.check(project, edits)).toMatchObject({ asked: [], tampering: [], at: 'asking' });
  });

  const cheats: readonly (readonly [string, string])[] = [
    ['skipif', own.replaceAll(/def test_(adds|rounds)/g, '@pytest.mark.skipif(True, reason="x")\ndef test_$1')],
    ['an emptied body', own.replaceAll(/assert tax.*/g, 'pass')],
    ['other values', own.replace('== 19', '== 20').replace('6.27', '7.27')],
    ['deletion', own.slice(own.indexOf('def test_sums'))],
  ];
  it.each(halfOf('cheats in pytest', cheats, 1))('%s is asked', async (_what, tests) => {
    const edits = {
      'cart.py': module.replace('0.19, 2)', '0.19, 2) + 1'),
      'tests/test_cart.py': file(tests, 'cart', 'import pytest\n'),
    };
    expect((await checks.check(project, edits)).asked).toHaveLength(2);
  });
});
