// One file of each way to begin something: its units as `kind name first-last`, members behind them.
import { describe, expect, it } from 'vitest';
import { type Unit, unitsOf } from './units.ts';

const say = ({ kind, name, first, last, members }: Unit): string =>
  `${kind} ${name} ${first}-${last}${members.length === 0 ? '' : ` (${members.map(say).join(', ')})`}`;
const told = (path: string, text: string) => unitsOf(path, text).map(say);

describe('what a line begins', () => {
  it.each([
    ...[
      "import a from 'b';",
      'from shop.cart import b',
      'from a import b',
      "export * from 'a';",
      "export { a } from 'b';",
    ],
    ...["const a = require('b');", "let a  =  require('b');", "var { a } = require('b');"],
    ...['use a::b;', 'use A\\B;', 'using System;', "require 'a'", "require_once 'a';"],
    ...["require_relative 'a'", 'package a', "  import 'a';"],
  ])('an import: %s', (line) => {
    expect(unitsOf('a.x', line).map(({ kind }) => kind)).toEqual(['import']);
  });

  it.each([
    ...['exports = a;', 'important();', 'user(a);', 'export { a };', 'export const a = b;', 'packages();'],
    ...["const a = 'require('", 'requires(a)', 'usingAll();', 'from(a);', 'a = require(b)'],
  ])('no import: %s', (line) => {
    expect(unitsOf('a.x', line).map(({ kind }) => kind)).toEqual(['code']);
  });

  it.each([
    ...['interface A {}', 'type A = string;', 'export interface A {}', 'export  type A = B;', 'declare type A = B;'],
    ...[
      'export declare interface A {}',
      "import type { A } from 'b';",
      'export type { A };',
      '  type A = B;',
      'type  A = B;',
      'export interface  A {}',
    ],
  ])('a type of TypeScript alone: %s', (line) => {
    for (const path of ['a.ts', 'a.tsx', 'a.mts', 'a.cjs'])
      expect(unitsOf(path, line)[0]?.kind === 'type', path).toBe(/ts/.test(path));
  });

  it.each([
    ...['class A {}', 'def a():', 'func a() {', 'fn a() {', 'fun a() {', 'struct a {', 'interface A {}', 'enum a {'],
    ...[
      'trait a {',
      'impl a {',
      'module a',
      'const a = 1;',
      'let a = 1;',
      'var a = 1;',
      'val a = 1',
      'function a() {}',
    ],
    ...['function* a() {}', 'function *a() {}', 'func (h *Heart) a() {', 'export default class a {}', 'type a = b'],
    ...['a() {', 'a = 1', 'a: 1', 'public a() {', 'private a() {', 'protected a() {', 'static a = 1', 'async a() {'],
    ...['get a() {', 'set a(b) {', 'final a = 1', 'override a() {', 'public static a() {', '  a () {'],
    ...['class  A {}', 'func (h *Heart)  a() {', 'public  static  a() {'],
  ])('has a name: %s', (line) => {
    expect(unitsOf('a.x', line)[0]?.name.toLowerCase()).toBe('a');
  });

  it.each(['a.b();', '[1, 2]', 'if (a) {', 'return;', '"a"'])('has no name of its own: %s', (line) => {
    expect(['', 'if']).toContain(unitsOf('a.x', line)[0]?.name);
  });
});

describe('where it ends', () => {
  it('with what goes on, closes, or stands deeper', () => {
    const text = 'if (a) {\n  b();\n} else {\n  c();\n}\na\n  .b()\n  || c;\nd();\n';
    expect(told('a.js', text)).toEqual(['code if 0-4', 'code  5-7', 'code d 8-8']);
  });

  it.each([
    'else:',
    'elif b:',
    'elsif b',
    'except:',
    'finally:',
    'catch (e)',
    'rescue',
    'ensure',
    'end',
    '.b()',
    '? c',
  ])('not before %s', (line) => {
    expect(unitsOf('a.x', `begin\n${line}\n`)).toHaveLength(1);
  });

  it.each([') a', '] a', '} a', ': a', '&& c', '|| c'])('nor before what goes on with %s', (line) => {
    expect(unitsOf('a.x', `begin\n${line}\n`)).toHaveLength(1);
  });

  it.each(['elsewhere()', 'ending()', 'b && c', '& c', '| c', 'b'])('but before %s', (line) => {
    expect(unitsOf('a.x', `begin\n${line}\n`)).toHaveLength(2);
  });

  it('with the bracket that it opened, however its lines stand', () => {
    expect(told('a.js', 'a(\n[\n{\nb\n}\n]\n)\nc()\n')).toEqual(['code a 0-6', 'code c 7-7']);
  });
});

describe('what stands before it', () => {
  it.each([...['// said', '/* said */', ' * said', '# said', '@cached', '#!/bin/sh', '#[test]', '@a.b(1)']])(
    '%s belongs to it',
    (line) => {
      const path = line.startsWith('#') || line.startsWith('@') ? 'a.py' : 'a.x';
      const text = line === ' * said' ? '/*\n * said\n */\na()\n' : `${line}\na()\n`;
      expect(unitsOf(path, text)[0]?.first).toBe(0);
    },
  );

  it('of a member too', () => {
    expect(told('a.rs', 'impl A {\n    #[inline]\n    fn b() {\n    }\n}\n')).toEqual(['code A 0-4 (code b 1-3)']);
    expect(told('a.py', 'class A:\n    # said\n    @cached\n    def b(self):\n        pass\n')).toEqual([
      'code A 0-4 (code b 1-4)',
    ]);
  });

  it('but not what closes a bracket in a comment, or looks like one in code', () => {
    expect(told('a.js', 'a(1,\n  // said (\n  2);\n* b();\nc();\n')).toEqual(['code a 0-2', 'code  3-3', 'code c 4-4']);
  });

  it('but not beyond an empty line', () => {
    expect(told('a.js', '// first\n\n// second\n// third\na();\n')).toEqual(['code a 2-4']);
  });
});

describe('members', () => {
  it.each(['class', 'struct', 'interface', 'impl', 'trait', 'module', 'namespace', 'object', 'enum', 'public class'])(
    'are told of %s',
    (word) => {
      const members = unitsOf('a.x', `${word} A {\n  b() {\n  }\n  c() {\n  }\n}\n`)[0]?.members;
      expect(members?.map(say)).toEqual(['code b 1-2', 'code c 3-4']);
    },
  );

  it('of what ends with a word, or with nothing', () => {
    expect(told('a.rb', 'class A\n  def b\n  end\nend\n')).toEqual(['code A 0-3 (code b 1-2)']);
    expect(told('a.py', 'class A:\n    def b(self):\n        c()\n    def d(self): pass\n')).toEqual([
      'code A 0-3 (code b 1-2, code d 3-3)',
    ]);
  });

  it('not of a function', () => {
    expect(told('a.js', 'function a() {\n  b();\n}\n')).toEqual(['code a 0-2']);
  });
});

it('of nothing there are none', () => {
  expect([unitsOf('a.js', ''), unitsOf('a.js', '\n\n'), unitsOf('a.js', '// said\n')]).toEqual([[], [], []]);
});
