// One line for each way to declare something, and one for each that is nearly that.
import { describe, expect, it } from 'vitest';
import { isCountable, isDeclaration, uncounted } from './countable.ts';

describe('a line that only declares', () => {
  it.each([
    ...[
      "import 'a';",
      '  import a',
      'export * from',
      'export  *',
      'export{a}',
      'export {',
      'export type A = B',
      'export  type',
    ],
    ...[
      'export default a',
      'export  default  a.b$ ;  ',
      'class A',
      'export class A',
      'export default class',
      '  class A {',
    ],
    ...['abstract class A', 'export  default  abstract  class A', 'module.exports = a', 'exports.a = b', '  exports'],
    ...[
      "const a = require('b')",
      'let { a } = require ("b")',
      "var a = await require('b').c",
      '"use strict"',
      "  'use client'",
    ],
    ...[
      'export const a = {',
      'const a = [',
      'let a: B = (',
      'var a={',
      'a = {',
      'export default {',
      'a.b$ = [  ',
      '{',
      '[',
    ],
    ...[
      'const a: Record<string, b> = {',
      'const a = Object.freeze({',
      'const a = Object.freeze ( [',
      'export default (',
    ],
  ])('of a script: %s', (line) => expect(isDeclaration(line, 'javascript')).toBe(true));

  it.each([
    ...['important()', 'exports2 = a', 'export const a = b', 'export default a()', 'export default a, b', 'classify()'],
    ...[
      'const a = b',
      'const requires = a',
      'require("b")',
      '"used"',
      'const a = { b',
      'a({',
      'const a = b({',
      'a == {',
    ],
    ...['export typed()', 'const a = Object.keys({'],
  ])('none of a script: %s', (line) => expect(isDeclaration(line, 'javascript')).toBe(false));

  it.each([
    ...['class', 'module', 'end', 'def', 'alias', 'alias_method', 'using', 'require', 'require_relative', 'load'],
    ...['autoload', 'include', 'extend', 'prepend', 'private', 'public', 'protected', 'module_function'],
    ...['private_constant', 'attr_reader', 'delegate', 'memoize'],
  ])('of Ruby: %s', (word) => {
    expect([isDeclaration(`${word} a`, 'ruby'), isDeclaration(`  ${word}`, 'ruby')]).toEqual([true, true]);
    expect([isDeclaration(`${word}x a`, 'ruby'), isDeclaration(`a ${word}`, 'ruby')]).toEqual([
      word === 'attr_reader',
      false,
    ]);
  });
  it.each(['A = {', '  A::B  =  [  ', '{', '[', '('])('of Ruby, what only opens: %s', (line) => {
    expect(isDeclaration(line, 'ruby')).toBe(true);
  });
  it.each(['a {', 'a == {', 'A = b'])('none of Ruby: %s', (line) => expect(isDeclaration(line, 'ruby')).toBe(false));

  it('of Go there is none, of a very long line its beginning tells', () => {
    expect(isDeclaration('import "a"', 'go')).toBe(false);
    expect(isDeclaration(`const a${' '.repeat(100)}= require('b')`, 'javascript')).toBe(true);
    expect(isDeclaration(`const a${' '.repeat(300)}= require('b')`, 'javascript')).toBe(false);
  });
});

describe('a line that says something', () => {
  it.each([
    ['a', true],
    ['} else {', true],
    ['', false],
    ['  })];,', false],
    ['{ ( [', false],
  ])('%j: %s', (line, is) => {
    for (const language of ['javascript', 'python', 'go', 'ruby'] as const)
      expect(isCountable(line, language), language).toBe(is);
  });
  it.each([
    ['// said', ['javascript', 'go']],
    ['  /* said', ['javascript', 'go']],
    [' * said', ['javascript', 'go']],
    ['  # said', ['python', 'ruby']],
    ['a // said', []],
  ] as const)('%j is a comment of %j', (line, of) => {
    const those = (['javascript', 'python', 'go', 'ruby'] as const).filter((each) => !isCountable(line, each));
    expect(those).toEqual(of);
  });
});

it.each([
  ['var a = 1', [1]],
  ['const (\n\ta = 1\n\n)\nfunc f() {\n\tvar b = 1\n}', [1, 2]],
  ['type A struct {\n\tb int\n}\nimport "c"\nx', [1, 2]],
  ['package a\nvariable = 1', []],
  [' var a = 1', []],
])('of Go nothing counts lines of %j: %j', (text, lines) => {
  expect([...uncounted(text, 'go')]).toEqual(lines);
});
