import { expect, it } from 'vitest';
import { cutFile } from './cut-file.ts';

const price = `import { round } from './round.js';

/** Of all. */
export function total(prices) {
  return prices.reduce((sum, price) => sum + price, 0);
}

export function discount(price, percent) {
  const off = price * percent;
  return price - percent;
}

export class Till {
  constructor() {
    this.sum = 0;
  }

  add(price) {
    this.sum += round(price);
  }
}
`;
const fixed = price.replace('return price - percent;', 'return price - (price * percent) / 100;');
const door = `export function door(request) {\n  return request.debug === 'let me in';\n}\n`;

/** Where each begins, its first line, and what goes where it is put back. */
const told = (path: string, was: string | null, now: string): readonly (readonly [number, string | undefined])[] =>
  cutFile(path, was, now).hunks.map(({ lines, shown }) => [lines[0], shown[0]]);

const py = `import os


def total(prices):
    return sum(prices)


class Till:
    def __init__(self):
        self.sum = 0

    def add(self, price):
        self.sum += price
`;

const cuts: readonly (readonly [string, string, string | null, string, readonly (readonly [number, string])[]])[] = [
  ['a line of one function', 'a.js', price, fixed, [[10, 'return price - (price * percent) / 100;']]],
  [
    'two lines of one function are one',
    'a.js',
    price,
    fixed.replace('const off = price * percent;', 'const off = 1;'),
    [[9, 'const off = 1;']],
  ],
  [
    'a function beside a fix',
    'a.js',
    price,
    `${fixed}${door}`,
    [
      [22, 'export function door(request) {'],
      [10, 'return price - (price * percent) / 100;'],
    ],
  ],
  [
    'a function between others, though its last lines are those of the one before',
    'a.js',
    price,
    price.replace('export function discount', `${door}\nexport function discount`),
    [[8, 'export function door(request) {']],
  ],
  [
    'a method of a class that was there',
    'a.js',
    price,
    price.replace('  add(price) {', '  clear() {\n    this.sum = 0;\n  }\n\n  add(price) {'),
    [[18, 'clear() {']],
  ],
  [
    'a constant and a function',
    'a.js',
    price,
    `const debug = true;\n${price}`.replace('sum + price, 0', 'sum + price, debug ? 1 : 0'),
    [
      [1, 'const debug = true;'],
      [6, 'return prices.reduce((sum, price) => sum + price, debug ? 1 : 0);'],
    ],
  ],
  ['an import whose names are used goes with what uses it', 'a.js', 'a();\n', `import { a } from 'a';\na();\n`, []],
  ['an import that is only loaded', 'a.js', 'a();\n', `import './door.js';\na();\n`, [[1, `import './door.js';`]]],
  [
    'a function beside the one whose first line was changed',
    'a.js',
    'function total(all) {\n  return all.length;\n}\n',
    'function door() {\n  return 1;\n}\nfunction total(all, tip) {\n  return all.length;\n}\n',
    [
      [1, 'function door() {'],
      [4, 'function total(all, tip) {'],
    ],
  ],
  [
    'a function behind a change, though the same line closes both',
    'a.js',
    'function total(all) {\n  return all.length;\n}\n',
    `function total(all) {\n  return all.size;\n}\n\n${door}`,
    [
      [5, 'export function door(request) {'],
      [2, 'return all.size;'],
    ],
  ],
  ['comments alone', 'a.js', price, price.replace('/** Of all. */', '// All of them\n// together.'), []],
  [
    'formatting alone',
    'a.js',
    price,
    price.replace('(sum, price) => sum + price, 0', '\n    (sum, price) => sum + price,\n    0,\n  '),
    [],
  ],
  ['quotes and semicolons alone', 'a.js', `a('x');\n`, `a("x")\n`, []],
  [
    'types alone',
    'a.ts',
    'const a = (b: string) => b;\n',
    'type B = string | number;\nconst a = (b: B): B => b;\n',
    [],
  ],
  ['a text in quotes is no comment', 'a.js', `a('x');\n`, `a('y');\n`, [[1, `a('y');`]]],
  [
    'an indentation in Python is none of formatting',
    'a.py',
    'if a:\n    b()\nc()\n',
    'if a:\n    b()\n    c()\n',
    [[3, 'c()']],
  ],
  ['lines between brackets in Python', 'a.py', py, py.replace('sum(prices)', 'sum(\n        prices,\n    )'), []],
  [
    'what Python says of a function',
    'a.py',
    py,
    py.replace('):\n    return', ') -> int:\n    """All."""\n    return'),
    [],
  ],
  [
    'a method and a function of Python',
    'a.py',
    py,
    `${py.replace('sum(prices)', 'sum(prices) + 0')}\n    @property\n    def empty(self):\n        return self.sum == 0\n`,
    [
      [15, '@property'],
      [5, 'return sum(prices) + 0'],
    ],
  ],
  ['functions that went alone', 'a.js', `${price}${door}`, price, []],
  [
    'lines that went from a function',
    'a.js',
    price,
    price.replace('  const off = price * percent;\n', ''),
    [[9, 'const off = price * percent;']],
  ],
  [
    'a new file, whole and in parts',
    'a.js',
    null,
    `${door}\nexport const half = (price) => price / 2;\n`,
    [
      [1, 'export function door(request) {'],
      [1, 'export function door(request) {'],
      [5, 'export const half = (price) => price / 2;'],
    ],
  ],
  [
    'a new file with one function is one',
    'a.js',
    null,
    `import { a } from 'a';\n\n${door}`,
    [[1, `import { a } from 'a';`]],
  ],
  [
    'a program of its own is whole: its first line is none of its parts',
    'bin/off.js',
    null,
    '#!/usr/bin/env node\nconsole.log(1);\n',
    [[2, 'console.log(1);']],
  ],
  ['a new file without code', 'a.js', null, '// Nothing yet.\n', []],
  ['lines of what has no functions', 'Makefile', 'all:\n\tcc a.c\n', 'all:\n\tcc -O2 a.c\n', [[2, 'cc -O2 a.c']]],
];

it.each(cuts)('%s', (_, path, was, now, wanted) => {
  expect(told(path, was, now)).toEqual(wanted);
});

it('each is put back to what stood there, and the rest stays', () => {
  const [added, changed] = cutFile('a.js', price, `${fixed}${door}`).hunks;
  expect(added?.text).toBe(fixed);
  expect(changed?.text).toBe(`${price}${door}`);
});

it('a part of a new file says what it is a part of, and the file is not there without it', () => {
  const [file, ...parts] = cutFile('a.js', null, `${door}export const half = (price) => price / 2;\n`).hunks;
  expect(file?.text).toBe(null);
  expect(parts.map(({ within }) => within)).toEqual([file?.key, file?.key]);
  expect(parts[1]?.text).toBe(door);
});

it('functions that went are counted', () => {
  expect(cutFile('a.js', `${price}${door}`, price).taken).toBe(1);
});

it('the same at the same place has the same key, wherever it has moved', () => {
  const key = (now: string): string | undefined => cutFile('a.js', price, now).hunks[0]?.key;
  expect(key(`${price}${door}`)).toBe(key(`// More.\n${price}${door}`));
  expect(key(`${price}${door}`)).not.toBe(key(`${price}${door.replace('me', 'us')}`));
});

it('of more pieces than may be read the largest are told, in a file that is new as well, and the others are counted', () => {
  const named = (name: string, lines: number) =>
    `export function ${name}() {\n${Array.from({ length: lines }, (_, at) => `  call(${at});\n`).join('')}}\n\n`;
  const now = `${price}${named('small', 1)}${named('large', 9)}${named('middle', 4)}`;
  const { hunks, more, read } = cutFile('a.js', price, now, 2 * now.length + 2);
  expect(hunks.map(({ shown }) => shown[0])).toEqual(['export function large() {', 'export function middle() {']);
  expect([more, read <= 2 * now.length + 2]).toEqual([1, true]);
  expect(cutFile('a.js', price, now)).toMatchObject({ hunks: { length: 3 }, more: 0 });
  const fresh = cutFile('a.js', null, now, 2 * now.length + 2);
  expect(fresh.hunks.map(({ shown }) => shown[0])).toEqual([
    "import { round } from './round.js';",
    'export function large() {',
  ]);
  expect(fresh.more).toBeGreaterThan(0);
});

it('of all parts one alone is cut as it was among the others, and the file is read for that one', () => {
  const count = 200;
  const text = (sign: string) =>
    Array.from({ length: count }, (_, at) => `export function f${at}(a) {\n  return a ${sign} ${at};\n}\n`).join('\n');
  const now = text('*');
  const { hunks } = cutFile('a.js', text('+'), now);
  expect(hunks).toHaveLength(count);
  for (const hunk of [hunks[0], hunks[99], hunks[199]]) {
    const one = cutFile('a.js', text('+'), now, undefined, hunk?.key);
    expect(one.hunks).toEqual([hunk]);
    expect(one.read).toBeLessThanOrEqual(now.length + 1);
  }
  expect(cutFile('a.js', text('+'), now, undefined, 'none').hunks).toEqual([]);
});

it('a part of a part, and a file that is new, are cut alone too; a comment of the same words is not taken for it', () => {
  const fresh = cutFile('a.js', null, price);
  for (const hunk of fresh.hunks) expect(cutFile('a.js', null, price, undefined, hunk.key).hunks).toContainEqual(hunk);
  const [was, now] = ['/*\n*/\nf();\ng();\n', '/*\nx();\n*/\nf();\nx();\ng();\n'];
  const { hunks } = cutFile('b.js', was, now);
  expect(hunks).toHaveLength(1);
  expect(cutFile('b.js', was, now, undefined, hunks[0]?.key).hunks).toEqual(hunks);
});
