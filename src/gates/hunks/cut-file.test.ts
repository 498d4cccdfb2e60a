import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutFile } from './cut-file.ts';
import { sameCodeAs } from './same-code.ts';

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

it('the same for something else has another key: what is put back is another', () => {
  const key = (was: string): string | undefined => cutFile('a.js', was, 'a(3);\n').hunks[0]?.key;
  expect(key('a(1);\n')).not.toBe(key('a(2);\n'));
});

it('what was changed at several places of one function reaches from the first of them to the last', () => {
  const was = 'function a() {\n  b(1);\n  c();\n  d(1);\n  e();\n}\n';
  expect(cutFile('a.js', was, was.replaceAll('1', '2')).hunks.map(({ lines }) => lines)).toEqual([[2, 4]]);
});

it('of more pieces than may be read the largest are told, in a file that is new as well, and the others are counted', () => {
  const named = (name: string, lines: number) =>
    `export function ${name}() {\n${Array.from({ length: lines }, (_, at) => `  call(${at});\n`).join('')}}\n\n`;
  const now = `${price}${named('small', 1)}${named('large', 9)}${named('middle', 4)}`;
  // Its own readings, as a whole and in pieces.
  const own = 2 * now.length + 1024;
  const { hunks, more, read } = cutFile('a.js', price, now, own + 400);
  expect(hunks.map(({ shown }) => shown[0])).toEqual(['export function large() {', 'export function middle() {']);
  expect([more, read <= own + 1500]).toEqual([1, true]);
  expect(cutFile('a.js', price, now)).toMatchObject({ hunks: { length: 3 }, more: 0 });
  const all = cutFile('a.js', price, now, own + 4096);
  expect(all.hunks.map(({ shown }) => shown[0]?.slice(16, 22))).toEqual(['small(', 'large(', 'middle']);
  const fresh = cutFile('a.js', null, now, own);
  expect(fresh.hunks.map(({ shown }) => shown[0])).toEqual([
    "import { round } from './round.js';",
    'export function large() {',
  ]);
  expect(fresh.more).toBeGreaterThan(0);
});

it('of all parts one alone is cut as it was among the others, and the file is read for no other', () => {
  const count = 200;
  const text = (sign: string) =>
    Array.from({ length: count }, (_, at) => `export function f${at}(a) {\n  return a ${sign} ${at};\n}\n`).join('\n');
  const now = text('*');
  const { hunks } = cutFile('a.js', text('+'), now);
  expect(hunks).toHaveLength(count);
  for (const hunk of [hunks[0], hunks[99], hunks[199]]) {
    const one = cutFile('a.js', text('+'), now, undefined, hunk?.key);
    expect(one.hunks).toEqual([hunk]);
    expect(one.read).toBeLessThanOrEqual(2 * now.length + 100);
    expect(one.more).toBe(0);
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

describe('put back one after another, they make the text that was there', () => {
  const lines = ['function a() {', 'function b() {', 'class C {', '  d() {', '  e();', 'f();', '  }', '}', ''];
  const texts = fc.array(fc.constantFrom(...lines), { maxLength: 14 }).map((each) => each.join('\n'));

  /** The texts that come of it; null: something went for which nothing came, and that is in no part. */
  function putBackAll(was: string, now: string): readonly string[] | null {
    const made = [now];
    for (let text = now; ; ) {
      const { hunks, taken } = cutFile('a.js', was, text);
      if (taken > 0) return null;
      const back = hunks.find(({ within }) => within === undefined)?.text ?? null;
      if (back === null) return made;
      expect(made).not.toContain(back);
      made.push(back);
      text = back;
    }
  }

  it('whatever the two are', () => {
    fc.assert(
      fc.property(texts, texts, (was, now) => {
        const made = putBackAll(was, now);
        if (made !== null) expect(sameCodeAs('a.js', was)(made.at(-1) ?? '')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the parts of a part', () => {
  const classes = 'class A {\n  b() {\n    c();\n  }\n  d() {\n    c();\n  }\n}\n';
  const tree = (was: string | null, now: string) => {
    const { hunks } = cutFile('a.js', was, now);
    const nameOf = (key?: string) => hunks.find((each) => each.key === key)?.lines.join('-') ?? '';
    return hunks.map(({ lines, within }) => `${lines.join('-')}${within === undefined ? '' : ` in ${nameOf(within)}`}`);
  };

  it.each<[string, string | null, string, readonly string[]]>([
    ['a new file with one function has none', null, 'function a() {\n  b();\n}\n', ['1-4']],
    ['with a class of two, both', null, classes, ['1-9', '2-4 in 1-9', '5-7 in 1-9']],
    ['with a class of one, none', null, 'class A {\n  b() {\n    c();\n  }\n}\n', ['1-6']],
    [
      'with more, each with its own',
      null,
      `${classes}f();\n`,
      ['1-10', '1-8 in 1-10', '2-4 in 1-8', '5-7 in 1-8', '9-9 in 1-10'],
    ],
    ['a class that came has its members', 'f();\n', `f();\n${classes}`, ['2-9', '3-5 in 2-9', '6-8 in 2-9']],
    ['one with one member has none', 'f();\n', 'f();\nclass A {\n  b() {\n    c();\n  }\n}\n', ['2-6']],
    [
      'two functions that stand for something are parts of it',
      'f(1);\n',
      'function a() {\n  b();\n}\nfunction c() {\n  d();\n}\n',
      ['1-6', '1-3 in 1-6', '4-6 in 1-6'],
    ],
    [
      'nor a class of one that stands beside others',
      null,
      'class A {\n  b() {\n    c();\n  }\n}\nf();\n',
      ['1-7', '1-5 in 1-7', '6-6 in 1-7'],
    ],
    ['one has none', 'f(1);\n', 'function a() {\n  b();\n}\n', ['1-3']],
    ['none of them is one that was there', 'a();\nf(1);\n', 'a();\nfunction a() {\n  b();\n}\n', ['2-4']],
  ])('%s', (_, was, now, wanted) => {
    expect(tree(was, now)).toEqual(wanted);
  });
});

it.each<[string, string, string, number]>([
  ['of two functions at two places', 'a();\nf();\nb();\nf();\nc();\n', 'f();\nf();\n', 3],
  ['not of what was changed', 'a();\n', 'b();\n', 0],
  ['not of what came', 'a();\n', 'a();\nb();\n', 0],
  ['not of a line of a function', 'function a() {\n  b();\n  c();\n}\n', 'function a() {\n  c();\n}\n', 0],
  ['not of the last line of one', 'function a() {\n  b();\n  c();\n}\n', 'function a() {\n  b();\n}\n', 0],
  ['of a member', 'class A {\n  b() {}\n  c() {}\n}\n', 'class A {\n  c() {}\n}\n', 1],
])('what went without anything in its place is counted: %s', (_, was, now, wanted) => {
  expect(cutFile('a.js', was, now).taken).toBe(wanted);
});

it('a new file takes nothing', () => {
  expect(cutFile('a.js', null, price)).toMatchObject({ taken: 0, more: 0 });
});

it('what is read is told: the file twice, and for each part what stands beside it', () => {
  const now = `${price}a();\nb();\n`;
  const { read } = cutFile('a.js', price, now);
  expect([read >= 2 * (now.length - 20) + 2048, read <= 2 * now.length + 20 + 2048]).toEqual([true, true]);
  expect(cutFile('a.js', price, price).read).toBe(0);
  expect(cutFile('a.js', price, now, 1)).toMatchObject({ hunks: { length: 1 }, more: 1 });
});

it('of a file of 250 functions that were all changed each is a part, and it is read a few times over', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `  const a${at} = b + ${at};\n`).join('');
  const file = (value: string) =>
    Array.from({ length: 250 }, (_, at) => `export function f${at}(b) {\n${lines}  return ${value};\n}\n`).join('\n');
  const now = file('a2');
  const { hunks, more, read } = cutFile('a.js', file('a1'), now);
  expect([hunks.length, more, read < 6 * now.length]).toEqual([250, 0, true]);
});

it('one that cannot be read in parts is read as a whole for each, for as long as there is room', () => {
  const quote = `export const quote = /'/;\n`;
  const [was, now] = [1, 2].map((value) =>
    [quote, ...Array.from({ length: 9 }, (_, at) => `f(${at});\na${at} = ${value};\n`)].join(''),
  );
  const { hunks, more, read } = cutFile('a.js', was ?? '', now ?? '', 5000);
  expect([hunks.length > 0, more > 0, read < 6500]).toEqual([true, true, true]);
});

describe('an import goes with what uses it', () => {
  it.each([
    ['a.js', "import { a } from 'x';", 'a();'],
    ['a.js', "import a from 'x';", 'a();'],
    ['a.js', "import * as a from 'x';", 'a.b();'],
    ['a.js', "import { b as a } from 'x';", 'a();'],
    ['a.js', "import c, { a } from 'x';", 'a(c);'],
    ['a.js', "import {\n  a,\n  b,\n} from 'x';", 'a(b);'],
    ['a.js', "const { a } = require('x');", 'a();'],
    ['a.js', "const { b: a } = require('x');", 'a();'],
    ['a.js', "let a = require('x');", 'a();'],
    ['a.js', "var a = require('x');", 'a();'],
    ['a.js', "import { a$ } from 'x';", 'a$();'],
    ['a.js', "import{a}from'x';", 'a();'],
    ['a.js', "const { a = 1 } = require('x');", 'a();'],
    ['a.js', "import { a } from 'x';\nimport { b } from 'y';", 'a(b);'],
    ['a.tsx', "import { type A, a } from 'x';", 'a<A>();'],
    ['a.py', 'from x import a', 'a()'],
    ['a.py', 'from x import b as a', 'a()'],
    ['a.py', 'from x import a, b', 'a(b)'],
    ['a.py', 'import a', 'a()'],
    ['a.py', 'import a.b', 'a.b()'],
    ['a.py', 'import x as a', 'a()'],
    ['a.py', 'import a, b', 'a(b)'],
  ])('%s: %s', (path, line, use) => {
    const of = (text: string) => cutFile(path, `${text}\n`, `${line}\n${text}\n`).hunks;
    expect(of(use)).toEqual([]);
    expect(of('other()')).toHaveLength(1);
    // Of all its names none may be without use.
    const shorter = use.replace(/\(\w.*\)/, '()');
    if (shorter !== use && !line.includes('type')) expect(of(shorter)).toHaveLength(1);
  });

  it.each([
    ['a.js', "import 'x';", 'x();'],
    ['a.js', 'import "x";', 'x();'],
    ['a.go', 'import "a"', 'a()'],
    ['a.js', "import { a as b } from 'x';", 'a();'],
    ['a.js', "const { a: b } = require('x');", 'a();'],
    ['a.js', "import { a } from 'x';", '// a();\nb();'],
    ['a.js', "import { a } from 'x';", "b('a');"],
    ['a.py', 'import x as b', 'x()'],
    ['a.py', 'import a.b', 'b()'],
    ['a.py', 'from x import a; b = c', 'a(b)'],
  ])('%s: but %s is of itself beside %s', (path, line, use) => {
    expect(cutFile(path, `${use}\n`, `${line}\n${use}\n`).hunks).toHaveLength(1);
  });

  it.each<[string, string, string, string, number]>([
    ['types that came', 'a();\n', 'interface B {\n  c: string;\n}\ntype D = B;\na();\n', 'a.tsx', 0],
    ['a type and an import that is used', "import { a } from 'a';\ntype B = 1;\nc(a, b);\n", '', 'a.tsx', 0],
    ['a type and an import that is not', "import { a } from 'a';\ntype B = 1;\nc(a);\n", '', 'a.tsx', 1],
  ])('%s', (_, was, given, path, count) => {
    const now = given === '' ? was.replace("{ a } from 'a';\ntype B = 1;", "{ a, b } from 'a';\ntype B = 2;") : given;
    expect(cutFile(path, was, now).hunks).toHaveLength(count);
  });

  it('two imports beside each other that are only loaded are one, and none with what stands behind them', () => {
    expect(told('a.js', 'a();\n', "import 'b';\nimport 'c';\nd();\na();\n")).toEqual([
      [1, "import 'b';"],
      [3, 'd();'],
    ]);
    expect(cutFile('a.js', 'a();\n', "import 'b';\nimport 'c';\na();\n").hunks[0]?.text).toBe('a();\n');
  });
});

it.each<[string, string, string, readonly (readonly number[])[]]>([
  [
    'with its own comment, though the next one begins with the same line',
    '/**\n * F.\n */\nfunction f() {}\n',
    '/**\n * G.\n */\nfunction g() {}\n/**\n * F.\n */\nfunction f() {}\n',
    [[4, 4]],
  ],
  [
    'to its own end, though the one before ends with the same line',
    'a(1);\nfunction f() {\n  x();\n}\n',
    'a(2);\nfunction f() {\n  x();\n}\nfunction g() {\n  y();\n}\n',
    [
      [1, 1],
      [5, 7],
    ],
  ],
])('a function that came is told %s', (_, was, now, wanted) => {
  expect(cutFile('a.js', was, now).hunks.map(({ lines }) => lines)).toEqual(wanted);
});

describe('what is said of one', () => {
  const one = (was: string, now: string, path = 'a.js') => {
    const [hunk] = cutFile(path, was, now).hunks;
    return { lines: hunk?.lines, size: hunk?.size, shown: hunk?.shown };
  };

  it.each<[string, string, string, ReturnType<typeof one>]>([
    [
      'lines that came: from the first that says something',
      'a();\nz();\n',
      'a();\n\n// said\nb(\n  c,\n);\nz();\n',
      { lines: [4, 6], size: 2, shown: ['b(', 'c,'] },
    ],
    [
      'lines that went',
      'f(() => {\n  a();\n  b();\n});\n',
      'f(() => {\n});\n',
      { lines: [2, 2], size: 2, shown: ['a();', 'b();'] },
    ],
    ['more went than came', 'f(\n  a,\n  b,\n  c\n);\n', 'f(\n  d\n);\n', { lines: [2, 2], size: 3, shown: ['d'] }],
    [
      'more came than went',
      'f(\n  d\n);\n',
      'f(\n  a,\n  b,\n  c\n);\n',
      { lines: [2, 4], size: 3, shown: ['a,', 'b,'] },
    ],
  ])('%s', (_, was, now, wanted) => {
    expect(one(was, now)).toEqual(wanted);
  });

  it.each([
    ['#include <a>', true],
    ['#[derive(A)]', true],
    ['#![allow(a)]', true],
    ['# said', false],
    ['#! said', false],
    ['// said', false],
    ['/* said */', false],
    [' * said', false],
    ['});', false],
    ['  [', false],
    ['a', true],
  ])('%j is shown: %s', (line, isShown) => {
    const { shown } = one('a()\n', `a()\n${line}\nb()\nc()\n`, 'a.zig');
    expect(shown?.[0]).toBe(isShown ? line : 'b()');
  });

  it('its text is shown up to 120 characters, and without what moves a cursor', () => {
    expect(one('', `a('\u001b[2J${'b'.repeat(200)}');\n`).shown?.[0]).toMatch(/^a\('[^\u001b]{117}$/);
  });

  it('the same in another file is another', () => {
    const keyIn = (path: string) => cutFile(path, 'a();\n', 'b();\n').hunks[0]?.key;
    expect(keyIn('a.js')).not.toBe(keyIn('b.js'));
  });
});

describe('what is left without each', () => {
  const [f, g] = ['function f() {\n  x();\n}\n', 'function g() {\n  y();\n}\n'];
  const known = '// g h\n';
  it.each<[string, string, string, readonly string[]]>([
    [
      'a function behind another, and a change before both',
      `a(1);\n${f}`,
      `a(2);\n${f}${g}`,
      [`a(1);\n${f}${g}`, `a(2);\n${f}`],
    ],
    ['a function before one that ends as it does', f, g.replace('y', 'x') + f, [f]],
    ['one between two that end as it does', `${f}\n${f}`, `${f}\n${g.replace('y', 'x')}\n${f}`, [`${f}\n${f}`]],
    [
      'a function whose name is known, behind a change, though the same line closes both',
      known + f,
      `${known}${f.replace('x', 'z')}${g}`,
      [`${known}${f.replace('x', 'z')}`, `${known}${f}${g}`],
    ],
    [
      'and a member so',
      `class A {\n  b() {\n    f();\n  }\n}\nd();\n`,
      `class A {\n  b() {\n    g();\n  }\n  d() {\n    h();\n  }\n}\nd();\n`,
      [
        `class A {\n  b() {\n    g();\n  }\n}\nd();\n`,
        `class A {\n  b() {\n    f();\n  }\n  d() {\n    h();\n  }\n}\nd();\n`,
      ],
    ],
    [
      'lines around what is new by name are one, and what they stand for is where the last of them are',
      'a(1);\nz(1);\n',
      `a(2);\n${g}z(2);\n`,
      [`a(2);\nz(2);\n`, `${g}a(1);\nz(1);\n`],
    ],
    [
      'lines between two that are new by name',
      'a(1);\n',
      `${f}a(2);\n${g}`,
      [`a(2);\n${g}`, `${f}a(2);\n`, `${f}a(1);\n${g}`],
    ],
    [
      'an import is none that is new by name, and what it stands for is put back',
      'a(1);\nz();\n',
      "const b = require('b');\n(() => b(2))();\nz();\n",
      ['a(1);\nz();\n'],
    ],
    [
      'not even beside what is',
      'a(1);\n',
      "const b = require('b');\nb(2);\n",
      ["const b = require('b');\n", 'a(1);\nb(2);\n'],
    ],
    ['nor is what has no name', 'a(1);\nz();\n', 'a(2);\n(() => {\n  b();\n})();\nz();\n', ['a(1);\nz();\n']],
    ['nor is what was named before', 'a(b);\nz();\n', 'a(2);\nfunction b() {\n  c();\n}\nz();\n', ['a(b);\nz();\n']],
    [
      'lines between two that came go with the one before',
      'z();\n',
      `${f}\n// said\n\n${g}z();\n`,
      [`${g}z();\n`, `${f}\n// said\n\nz();\n`],
    ],
    ['a line at the end of a function', f, f.replace('}', '  y();\n}'), [f]],
    ['a line at its beginning', f, f.replace('{', '{\n  y();'), [f]],
    [
      'the first line of one function and the last of another are two',
      f + g,
      f.replace('f()', 'f(a)') + g.replace('}', '  z();\n}'),
      [f + g.replace('}', '  z();\n}'), f.replace('f()', 'f(a)') + g],
    ],
    [
      'what went of two places of one function is one',
      'function f() {\n  a();\n  x();\n  b();\n}\n',
      f,
      ['function f() {\n  a();\n  x();\n  b();\n}\n'],
    ],
  ])('%s', (_, was, now, wanted) => {
    const { hunks } = cutFile('a.js', was, now);
    expect(hunks.filter(({ within }) => within === undefined).map(({ text }) => text)).toEqual(wanted);
  });
});
