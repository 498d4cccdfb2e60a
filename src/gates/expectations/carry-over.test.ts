import { describe, expect, it } from 'vitest';
import { changesBetween, type Files, present } from '../../../test/fakes/changes-between.ts';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import { carryOver } from './carry-over.ts';
import { findRenames, type Renames } from './renames.ts';

const moved = (...paths: readonly (readonly [string, string | null])[]): Renames => ({
  ...{ before: new Map(), after: new Map(), had: new Map(), has: new Map(), gone: new Set() },
  ...{ names: new Map(), paths: new Map(paths) },
});

describe('a module of Python that a test takes from its package', () => {
  const basket = ['shop/cart.py', 'shop/basket.py'] as const;

  it.each([
    ['moved', 'from shop import cart\n', moved(basket), 'import shop.basket as cart\n', []],
    [
      'moved, beside one that stays',
      'from shop import cart, tax\n',
      moved(basket),
      'from shop import tax as tax; import shop.basket as cart\n',
      [],
    ],
    [
      'gone, beside one that stays',
      'from shop import cart, tax\n',
      moved(['shop/cart.py', null]),
      'from shop import tax as tax\n',
      ['cart'],
    ],
    ['gone', 'from shop import cart\n', moved(['shop/cart.py', null]), 'pass\n', ['cart']],
    ['moved, in many words', 'from  shop   import   cart   as   c\n', moved(basket), 'import shop.basket as c\n', []],
    [
      'moved, in brackets',
      'from shop import (\n  cart,  # said\n)\n',
      moved(basket),
      'import shop.basket as cart\n',
      [],
    ],
    ['moved, inside a function', '    from shop import cart\n', moved(basket), '    import shop.basket as cart\n', []],
    [
      'moved, beside it',
      'from . import cart\n',
      moved(['tests/cart.py', 'tests/basket.py']),
      'from . import basket as cart\n',
      [],
    ],
    [
      'moved, above it',
      'from .. import cart\n',
      moved(['cart.py', 'shop/deep/basket.py']),
      'from ..shop.deep import basket as cart\n',
      [],
    ],
    ['moved, by its whole name', 'import shop.cart\n', moved(basket), 'import shop.basket\n', []],
    ['moved, by another name', 'import  shop.cart  as  c\n', moved(basket), 'import shop.basket  as  c\n', []],
    ['gone, by its whole name', '  import shop.cart\n', moved(['shop/cart.py', null]), '  pass\n', []],
    ['patched', "patch('shop.cart.total')\n", moved(basket), "patch('shop.basket.total')\n", []],
    [
      'like one that moved',
      'import shop.carts\nxshop.cart()\n',
      moved(basket),
      'import shop.carts\nxshop.cart()\n',
      [],
    ],
    ['where it was', 'from shop import tax\n', moved(basket), 'from shop import tax\n', []],
  ] as const)('%s', (_, text, renames, carried, dropped) => {
    expect(carryOver('tests/test_shop.py', text, renames)).toEqual({ text: carried, dropped });
  });
});

describe('a module of a script that stands somewhere else now', () => {
  const basket = ['src/cart.js', 'src/basket.js'] as const;

  it.each([
    ['mocked', "mock('../src/cart.js');\n", moved(basket), "mock('../src/basket.js');\n"],
    ['mocked, and gone', "mock('../src/cart.js');\n", moved(['src/cart.js', null]), "mock('../src/cart.js');\n"],
    ['imported whole, and gone', "import '../src/cart.js';\nrun();\n", moved(['src/cart.js', null]), '\nrun();\n'],
    ['not a path', "say('src/cart.js');\n", moved(basket), "say('src/cart.js');\n"],
  ] as const)('%s', (_, text, renames, carried) => {
    expect(carryOver('test/cart.test.js', text, renames).text).toBe(carried);
  });
});

describe('a name that a test takes', () => {
  const total = 'export const total = (prices) => prices.reduce((sum, price) => sum + price);\n';
  const tax = 'export const tax = (price) => price / 5;\n';
  const pyTotal = 'def total(prices):\n    return sum(prices)\n\n\n';
  const pyTax = 'def tax(price):\n    return price / 5\n';
  const plan = { tests: ['test/**', 'tests/**'] };
  const carried = async (
    path: string,
    text: string,
    was: Files,
    now: Files,
    moved: Readonly<Record<string, string>>,
  ) => {
    const [base, tree] = [memoryTree(present(was)), memoryTree(present(now))];
    const found = carryOver(path, text, await findRenames(plan, base, tree, changesBetween(was, now, moved)));
    return { text: found.text.replace(/^ /gm, ''), dropped: found.dropped };
  };
  const cart = { 'src/cart.js': total + tax };
  const ofScript = (text: string, now: Files, moved: Readonly<Record<string, string>> = {}) =>
    carried('test/a.test.js', text, cart, now, moved);
  const renamed = { 'src/cart.js': total.replace('total', 'sumUp') + tax };

  it.each([
    ["import { total } from '../src/cart.js';", "import { sumUp as total } from '../src/cart.js';"],
    ['import { total } from "../src/cart.js"', 'import { sumUp as total } from "../src/cart.js";'],
    ["import{total}from'../src/cart.js';", "import{total}from'../src/cart.js';"],
    ["import {total}from'../src/cart.js';", "import { sumUp as total } from '../src/cart.js';"],
    ["import  {  total  }  from  '../src/cart.js'  ;", "import { sumUp as total } from '../src/cart.js';"],
    [
      "import { total  as  sum, tax } from '../src/cart.js';",
      "import { sumUp as sum, tax as tax } from '../src/cart.js';",
    ],
    [
      "import cart , { total } from '../src/cart.js';",
      "import cart  from '../src/cart.js'; import { sumUp as total } from '../src/cart.js';",
    ],
    [
      "import {\n  total, // said\n  tax,\n} from '../src/cart.js';",
      "import { sumUp as total, tax as tax } from '../src/cart.js';",
    ],
    ["import type { total } from '../src/cart.js';", "import type { total } from '../src/cart.js';"],
    ["const { total } = require('../src/cart.js');", "const { sumUp: total } = require('../src/cart.js');"],
    ["let  {  total  :  sum  }  =  require ( '../src/cart.js' ) ;", "let { sumUp: sum } = require('../src/cart.js');"],
    ["var {total} = await  import('../src/cart.js')", "var { sumUp: total } = await  import('../src/cart.js');"],
    ["import { tax } from '../src/cart.js';", "import { tax } from '../src/cart.js';"],
    ["import { total } from './cart.js';", "import { total } from './cart.js';"],
    [
      "cart.total(1); x().total; a[0].total; x.totals(); total(2); 'cart.total'",
      "cart.sumUp(1); x().sumUp; a[0].sumUp; x.totals(); total(2); 'cart.total'",
    ],
  ])('renamed in a script: %s', async (text, wanted) => {
    expect(await ofScript(text, renamed)).toEqual({ text: wanted, dropped: [] });
  });

  const moved = { 'src/basket.js': total + tax };
  it.each([
    ["import { total } from '../src/cart.js';", "import { total as total } from '../src/basket.js';"],
    [
      "import cart, { total } from '../src/cart';",
      "import cart from '../src/basket'; import { total as total } from '../src/basket';",
    ],
    ["import('../src/cart.js')", "import('../src/basket.js')"],
  ])('in a script that moved: %s', async (text, wanted) => {
    const told = await ofScript(text, moved, { 'src/basket.js': 'src/cart.js' });
    expect(told).toEqual({ text: wanted, dropped: [] });
  });

  const apart = { 'src/cart.js': tax, 'src/sum.js': total };
  it.each([
    ["import { total } from '../src/cart.js';", "import { total as total } from '../src/sum.js';"],
    [
      "import { total, tax } from '../src/cart.js';",
      "import { total as total } from '../src/sum.js'; import { tax as tax } from '../src/cart.js';",
    ],
    [
      "import cart, { total } from '../src/cart.js';",
      "import cart from '../src/cart.js'; import { total as total } from '../src/sum.js';",
    ],
  ])('that stands in another script now: %s', async (text, wanted) => {
    expect(await ofScript(text, apart)).toEqual({ text: wanted, dropped: [] });
  });

  it.each<[string, Files, string, readonly string[]]>([
    ["import { total } from '../src/cart.js';", { 'src/cart.js': tax }, '', ['total']],
    [
      "import { total, tax } from '../src/cart.js';",
      { 'src/cart.js': tax },
      "import { tax as tax } from '../src/cart.js';",
      ['total'],
    ],
    [
      "import cart, { total as sum } from '../src/cart.js';",
      { 'src/cart.js': tax },
      "import cart from '../src/cart.js';",
      ['sum'],
    ],
    ["import cart, { total } from '../src/cart.js';\n  import  '../src/cart.js';\nrun();", {}, '\n\nrun();', ['total']],
    ["import cart from '../src/cart.js';\nimport * as all from '../src/cart.js'", {}, '\n', []],
  ])('that is nowhere: %j', async (text, now, wanted, dropped) => {
    expect(await ofScript(text, now)).toEqual({ text: wanted, dropped });
  });

  const shop = { 'shop/cart.py': pyTotal + pyTax };
  const ofPython = (text: string, now: Files, from: Readonly<Record<string, string>> = {}) =>
    carried('tests/test_cart.py', text, shop, now, from);
  it.each([
    ['from shop.cart import total\n', 'from shop.cart import sum_up as total\n'],
    [
      'from shop.cart import (\n    total,  # said\n    tax  as  t,\n)\n',
      'from shop.cart import sum_up as total, tax as t\n',
    ],
    ['from shop.cart import tax\n', 'from shop.cart import tax\n'],
    ['from shop.cart import total # said\n', 'from shop.cart import sum_up as total# said\n'],
    ['from ..shop.cart import total\n', 'from ..shop.cart import sum_up as total\n'],
    ['import shop.cart\nshop.cart.total(1)\n', 'import shop.cart\nshop.cart.sum_up(1)\n'],
  ])('renamed in Python: %j', async (text, wanted) => {
    const now = { 'shop/cart.py': pyTotal.replace('total', 'sum_up') + pyTax };
    expect(await ofPython(text, now)).toEqual({ text: wanted, dropped: [] });
  });

  it.each([
    ['from shop.cart import total\n', 'from shop.basket import total as total\n'],
    ['from ..shop.cart import total\n', 'from ..shop.basket import total as total\n'],
    ['from shop import cart, other\n', 'from shop import other as other; import shop.basket as cart\n'],
    ['import shop.cart as c\n', 'import shop.basket as c\n'],
  ])('in a module of Python that moved: %j', async (text, wanted) => {
    const told = await ofPython(text, { 'shop/basket.py': pyTotal + pyTax }, { 'shop/basket.py': 'shop/cart.py' });
    expect(told).toEqual({ text: wanted, dropped: [] });
  });

  it.each([
    ['from shop.cart import total\n', 'pass\n', ['total']],
    ['from shop.cart import total as t, tax\n', 'from shop.cart import tax as tax\n', ['t']],
  ])('that is nowhere in Python: %j', async (text, wanted, dropped) => {
    expect(await ofPython(text, { 'shop/cart.py': pyTax })).toEqual({ text: wanted, dropped });
  });
});
