import { describe, expect, it } from 'vitest';
import { pythonBeside, pythonModule, pythonName, scriptModule, scriptSpecifier } from './module-paths.ts';

describe('the file that a specifier of a script means', () => {
  it.each([
    ...['', '.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '.jsx', '.tsx', '/index.js', '/index.ts'].map(
      (end) => ['../src/cart', `src/cart${end}`] as const,
    ),
    ...(['js', 'mjs', 'cjs', 'jsx'] as const).map(
      (end) => [`../src/cart.${end}`, `src/cart.${end.replace('js', 'ts')}`] as const,
    ),
    ['./cart', 'test/cart.js'],
    ['../src/', 'src/index.js'],
    ['..', 'index.js'],
    ['.', 'test/index.ts'],
  ] as const)('%s is %s', (specifier, path) => {
    expect(scriptModule('test/cart.test.js', specifier, (each) => each === path)).toBe(path);
  });

  it.each(['src/cart', 'node:test', '...', '.cart', '/src/cart.js'])('%s is none of ours', (specifier) => {
    expect(scriptModule('test/cart.test.js', specifier, () => true)).toBeNull();
  });

  it('one that is not known is none', () => {
    expect(scriptModule('test/a.js', '../src/cart.js', () => false)).toBeNull();
  });
});

it.each([
  ['src/basket.js', '../src/cart.js', 'src/cart.js', '../src/basket.js'],
  ['src/basket.js', '../src/cart', 'src/cart.js', '../src/basket'],
  ['src/basket/index.ts', '../src/cart', 'src/cart.ts', '../src/basket'],
  ['src/basket.ts', '../src/cart.js', 'src/cart.ts', '../src/basket.js'],
  ['src/basket.mts', '../src/cart.mjs', 'src/cart.mts', '../src/basket.mjs'],
  ['src/basket.tsx', '../src/cart.jsx', 'src/cart.tsx', '../src/basket.jsx'],
  ['src/basket.ts', '../src/cart.ts', 'src/cart.ts', '../src/basket.ts'],
  ['test/basket.js', '../src/cart.js', 'src/cart.js', './basket.js'],
])('%s in the manner of %s', (to, specifier, was, wanted) => {
  expect(scriptSpecifier('test/cart.test.js', to, specifier, was)).toBe(wanted);
});

describe('the file that a dotted name of Python means', () => {
  it.each([
    ['shop.cart', 'shop/cart.py'],
    ['shop.cart', 'src/shop/cart.py'],
    ['shop', 'shop/__init__.py'],
    ['shop', 'src/shop/__init__.py'],
    ['.cart', 'tests/cart.py'],
    ['..cart', 'cart.py'],
    ['..shop.cart', 'shop/cart.py'],
    ['.', 'tests/__init__.py'],
  ])('%s is %s', (dotted, path) => {
    expect(pythonModule('tests/test_cart.py', dotted, ['other.py', path])).toBe(path);
  });

  it.each([
    ['shop.cart', 'shop/carts.py'],
    ['cart', 'shop/mycart.py'],
    ['.cart', 'src/tests/cart.py'],
    ['.cart', 'cart.py'],
  ])('%s is not %s', (dotted, path) => {
    expect(pythonModule('tests/test_cart.py', dotted, [path])).toBeNull();
  });
});

it.each([
  ['shop.cart', 'shop/cart.py', 'shop/basket.py', 'shop.basket'],
  ['shop.cart', 'src/shop/cart.py', 'src/shop/basket.py', 'shop.basket'],
  ['shop', 'src/shop/__init__.py', 'src/store/__init__.py', 'store'],
  ['cart', 'src/shop/cart.py', 'src/shop/deep/basket.py', 'deep.basket'],
  ['shop.cart', 'src/shop/cart.py', 'lib/basket.py', 'lib.basket'],
])('%s, which was %s, is called as %s stands', (dotted, was, to, wanted) => {
  expect(pythonName(dotted, was, to)).toBe(wanted);
});

it.each([
  ['tests/basket.py', '.', 'basket'],
  ['tests/deep/basket.py', '.deep', 'basket'],
  ['basket.py', '..', 'basket'],
  ['shop/basket.py', '..shop', 'basket'],
  ['shop/__init__.py', '..', 'shop'],
])('%s is %s with %s for what stands in the same package', (to, folder, name) => {
  expect(pythonBeside('tests/test_cart.py', to)).toEqual({ folder, name });
});
