import { describe, expect, it } from 'vitest';
import { carryOver } from './carry-over.ts';
import type { Renames } from './renames.ts';

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
