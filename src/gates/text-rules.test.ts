import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../test/fakes/memory-tree.ts';
import { type TextRule, textRules } from '../domain/evidence/gate-plan.ts';
import type { Change } from '../ports/gates.ts';
import { holdText } from './text-rules.ts';

type Files = Readonly<Record<string, string>>;
const plan = { tests: ['test/**'], guarded: [] };

async function hold(after: Files, before: Files = {}, rules: readonly TextRule[] = textRules) {
  const changes = Object.entries(after).map(([path, text]): Change => {
    const kind = before[path] === undefined ? 'added' : 'modified';
    return { path, kind, from: null, added: 1, removed: 0, binary: false, bytes: text.length };
  });
  const held = await holdText({ rules }, { plan, base: memoryTree(before), tree: memoryTree(after), changes });
  return {
    found: held.findings.map(({ file, line, what }) => `${file}:${line}: ${what}`),
    otherwise: held.otherwise,
  };
}

const counts = async (path: string, lines: readonly string[], rule: TextRule) => {
  const found: (readonly [string, boolean])[] = [];
  for (const line of lines) found.push([line, (await hold({ [path]: `${line}\n` }, {}, [rule])).found.length > 0]);
  return found;
};
const all = (lines: readonly string[], is: boolean) => lines.map((line) => [line, is]);

describe('rules for the text of lines that are added', () => {
  it('each rule tells file and line, and only what was added', async () => {
    const before = { 'a.ts': 'console.log(1);\n// old();\nconst café = 1;\n' };
    const after = { 'a.ts': `${before['a.ts']}const naïve = 2;\nconsole.log(2);\n// await old(3);\n` };
    expect((await hold(after, before)).found).toEqual([
      'a.ts:4: holds a character that is no ASCII: U+00EF',
      'a.ts:5: prints for debugging: console.log(2);',
      'a.ts:6: is code that is commented out: // await old(3);',
    ]);
    expect(await hold(after, after)).toEqual({
      found: [],
      otherwise: { verdict: 'passed', why: 'ascii, debug, commented-code in what is added to 1 file' },
    });
    expect((await hold({ 'a.ts': '', 'b.ts': '' }, {}, ['ascii'])).otherwise).toMatchObject({
      why: 'ascii in what is added to 2 files',
    });
  });

  it('a second line like one that was there is added', async () => {
    const line = 'console.log(1);\n';
    expect((await hold({ 'a.ts': line + line }, { 'a.ts': line }, ['debug'])).found).toHaveLength(1);
  });

  it('only the rules that were asked for hold', async () => {
    const text = 'console.log("ä");\n// old();\n';
    expect((await hold({ 'a.ts': text }, {}, ['debug'])).found).toHaveLength(1);
    expect((await hold({ 'a.ts': text }, {}, ['ascii'])).found).toHaveLength(1);
  });

  const debug: Readonly<Record<string, readonly string[]>> = {
    'a.ts': [
      ...['console.log(a);', 'console.debug(a)', 'console.trace()', 'console.dir(a)', 'console.table(a)'],
      ...['console . log (a)', '  debugger;', 'debugger'],
    ],
    'a.py': [
      ...['print(a)', 'print (a)', '    breakpoint()', 'pprint(a)', 'import pdb', '  import  ipdb'],
      ...['pdb.set_trace()', 'ipdb.set_trace ()'],
    ],
    'a.go': [
      ...['fmt.Println(a)', 'fmt.Printf(a)', 'fmt.Print (a)', 'println(a)', 'print (a)', 'println (a)'],
      ...['spew.Dump(a)', 'spew.Dump (a)'],
    ],
    'a.rs': ['dbg!(a);', 'println!("{}", a);', 'eprintln!(a);', 'print!(a);', 'eprint! (a);', 'dbg![a]', 'dbg!{a}'],
    'A.java': [
      ...['System.out.println(a);', 'System.err.print(a);', 'e.printStackTrace();', 'e.printStackTrace ()'],
      ...['println(a)', 'println (a)'],
    ],
    'A.cs': [
      ...['Console.WriteLine(a);', 'Console.Write (a);', 'Console.Error.WriteLine(a);', 'Debug.WriteLine(a);'],
      ...['Debug.Print(a);', 'Debugger.Break();', 'Debugger.Break ();'],
    ],
    'a.rb': [...['puts a', '  p a', 'pp a', 'p(a)', 'puts  a', 'binding.pry', 'binding.irb', 'byebug', '  debugger']],
    'a.php': [
      ...['var_dump($a);', 'print_r($a);', 'var_export($a);', 'dd($a);', 'dump ($a);'],
      ...['debug_zval_refcount($a);', 'xdebug_break();', 'xdebug_break ();'],
    ],
  };
  const noDebug: Readonly<Record<string, readonly string[]>> = {
    'a.ts': [
      ...['console.error(a);', '// console.log(a);', 'log("console.log(");', 'myconsole.log(a)', 'console.log'],
      ...['a.debugger', 'debuggers()', 'console.logger(a)'],
    ],
    'a.py': [
      ...['footprint(a)', 'self.print(a)', '# print(a)', 's = "print(a)"', 'import pdbs', 'a = b; import pdb'],
      'xpdb.set_trace()',
    ],
    'a.go': ['fmt.Sprintf(a)', 'log.Println(a)', 'sprint(a)', 'log.print(a)', 'myfmt.Print(a)', 'fmt.Printer(a)'],
    'a.rs': ['sprintln!(a)', 'println(a)', 'writeln!(a)'],
    'A.java': ['MySystem.out.print(a)', 'log.println(a)', 'sprintln(a)', 'e.printStackTraces(a)'],
    'A.cs': ['MyConsole.Write(a)', 'Console.Writer(a)', 'MyDebug.Print(a)', 'MyDebugger.Break()'],
    'a.rb': ['p = 1', 'inputs a', 'puts_all(a)', 'p .a', 'pa', 'a; p b', 'rebinding.pry', 'a.byebug', 'byebugs'],
    'a.php': ['$odd($a);', 'add($a);', 'dumps($a);', 'my_var_dump($a)', 'myxdebug_break()'],
  };
  it('output for debugging is known in each language, in code alone', async () => {
    for (const [path, lines] of Object.entries(debug))
      expect(await counts(path, lines, 'debug'), path).toEqual(all(lines, true));
    for (const [path, lines] of Object.entries(noDebug))
      expect(await counts(path, lines, 'debug'), path).toEqual(all(lines, false));
  });

  it('tests may print', async () => {
    expect((await hold({ 'test/a.ts': 'console.log(1);\n' }, {}, ['debug'])).found).toEqual([]);
  });

  const begins = [
    ...['export', 'const', 'let', 'var', 'return', 'if', 'else', 'for', 'while', 'switch', 'case', 'try', 'catch'],
    ...['throw', 'import', 'use', 'function', 'class', 'func', 'fn', 'public', 'private', 'protected', 'static'],
    ...['await', 'yield', 'break', 'continue', 'new'],
  ];
  const dead: Readonly<Record<string, readonly string[]>> = {
    'a.ts': [
      ...['// const a = 1;', '// if (a) {', '// } else {', '//return a;', '// heart.beat(1);', '  // a.b = c;'],
      ...begins.flatMap((word) => [`// ${word} a b;`, `//   ${word} a b  ;  `, `// ${word} a }`, `// ${word} a {`]),
      ...['=', '-=', '+=', '*=', '/=', '|=', '&=', ':='].map((sign) => `// a.b ${sign} c;`),
      ...['// a=b;', '//  a[0]  =  b c;  ', "// a['b-c'] = d;", '// a->b(1, c);', '// A::b();  ', '//  $a(b);'],
      ...['// } catch (e) {', '// }else if (a) {', '//  }  else  {  ', '// a.map((b) => {', '// it(a, () => {  '],
      ...['// a(b)  {', '// a := b', '//  a.b  :=  c  '],
    ],
    'a.py': [
      ...['# a = beat(1)', '# return a', '#     if a:', '# import os', '# beat(a, b=1)', '# def beat(self):'],
      ...[
        '# def beat(self) -> int:',
        '# class Heart',
        '# class Heart:',
        '# class Heart < Muscle',
        '#  def  beat  ()  :  ',
      ],
      ...['if', 'elif', 'for', 'while', 'with', 'except', 'try', 'else'].map((word) => `# ${word} a:`),
      ...[
        '# try:',
        '#  else:  ',
        '# return',
        '# raise',
        '# raise Late()',
        '# yield a.b',
        '# await a(b)',
        '# return "a"',
      ],
      ...["# return 'a b'", '# return [1, 2]', '# return {a}', '# return (a, b)', '#  return  a  '],
      ...['# import os.path', '# from a import b', '#  from  a.b  import  c, d', '#  import  os  '],
      ...[
        '# a += 1',
        '# a -= b',
        '# a *= b',
        '# a /= b',
        '# a |= b',
        '# a = "b"',
        "# a = 'b'",
        '# a = [b]',
        '# a = {b}',
      ],
      ...['# a = (b, c)', '# a = -1', '# a = 1', '# a.b["c"] = d', "# self.a['b'] = c.d(e)", '#  a  =  b  ', '# a=b'],
      ...['# a.b()', '# a(b)', '#  a(b, c)  ', "# a('b', c)", '# a(b=c d)'],
    ],
    'a.go': ['// a := beat(1);', '// if err != nil {', '// return nil, err;', '// a := b'],
    'a.rb': ['# a = beat(1)', '# def beat', '# end', '# puts a', '# require "a"', '# @a = b', '#  end  '],
    'a.php': ['// $a = beat();', '// foreach ($a as $b) {', '// $a->b();'],
  };
  const said: Readonly<Record<string, readonly string[]>> = {
    'a.ts': [
      ...['// The heart beats once a second.', '// if it is late, it is told', '// see beat() of the heart', '//'],
      ...['/// <reference types="node" />', '// eslint-disable-next-line no-console', '// TODO: const a = 1;'],
      ...['// https://example.com/a(b);', '// e.g. a = b;', 'const a = "// const b = 1;";', '// i.e. a = b;'],
      ...[
        '// http://a/b(c);',
        '// @param a = b;',
        '// FIXME: a = b;',
        '// {',
        '// ();',
        '//! a = b;',
        '// constant a;',
      ],
      ...[
        '// see const a = 1;',
        '// the class {',
        '// a = b',
        '// when a = b; then',
        '// beat()',
        '// return a',
        '// it is {',
      ],
      ...['// newer a;', '// a(b); then c', '// }', '// } else', 'f(); // const a = 1;'],
    ],
    'a.py': [
      ...['# The heart beats.', '# n = number of beats in it', '# if it is late, it is told', '#!/usr/bin/env python'],
      ...['# return early when there is none', '# for all of them', '# end of the list (see above)', '# type: ignore'],
      ...[
        '#: a = b',
        '# classes a',
        '# def',
        '# iffy:',
        '# the import of it',
        '# import a and b',
        '# a from b',
        '# (a)',
      ],
      ...[
        '# a = b c',
        '# beat (a)',
        '# a(b) c',
        '# we return',
        '# returns',
        '# from here',
        '# a == b',
        'a = 1  # b = 2',
      ],
    ],
    'a.rb': ['# The heart beats.', '# frozen_string_literal: true', '# end of the list'],
  };
  it('code that is commented out is told from what is said in comments', async () => {
    for (const [path, lines] of Object.entries(dead))
      expect(await counts(path, lines, 'commented-code'), path).toEqual(all(lines, true));
    for (const [path, lines] of Object.entries(said))
      expect(await counts(path, lines, 'commented-code'), path).toEqual(all(lines, false));
  });

  it.each<[what: string, path: string, text: string, lines: readonly number[]]>([
    ['in one line', 'a.ts', '/* const a = 1; */\n', [1]],
    ['in several', 'a.ts', 'a();\n/*\n  if (b) {\n    heart.beat(1);\n  }\n*/\nc();\n', [3, 4]],
    ['with stars before them', 'a.go', '/*\n * return nil, err;\n * It was late.\n */\n', [2]],
    ['that begin and end beside the signs', 'a.rs', '/* let a = b;\n   c(d); */\n', [1, 2]],
    ['that are said', 'a.java', '/*\n * The heart beats; it is late.\n * See beat(1) of it.\n */\n', []],
    ['of a licence', 'a.php', '<?php\n/*\n * Use of it is free; see LICENSE.\n */\n', []],
    ['of documentation', 'a.ts', '/**\n * @example\n * heart.beat(1);\n */\n/*! a(b); */\n', []],
    ['in a text', 'a.ts', 'const a = `/*\nb(c);\n*/`;\n', []],
    ['beside code', 'a.ts', 'a(/* b(c); */ d);\n', []],
    ['of a language that has none', 'a.py', 'a = 1 /* b(c); */\n', []],
    ['in one line of JSX', 'a.tsx', '<p>\n  {/* a(b); */}\n</p>\n', [2]],
    ['in several lines of JSX', 'a.jsx', '<p>\n  {/*\n    a.map((b) => {\n  */}\n</p>\n', [3]],
    [
      'of elements',
      'a.tsx',
      '{/* <Heart rate={1} late /> */}\n{/* <b className="x">late</b> */}\n{/* <Heart /> */}\n',
      [1, 2, 3],
    ],
    ['that name elements', 'a.tsx', '{/* <header> */}\n{/* <Heart /> beats */}\n{/* the heart, late */}\n', []],
    ['beside code of JSX', 'a.tsx', '<Heart {/* a(b); */...c} />\n', []],
    ['of Ruby', 'a.rb', 'a\n=begin\nb = beat(1)\nputs b\nb.each do |c|\n=end\nd\n', [3, 4]],
    ['of Ruby to the end of the file', 'a.rb', '=begin\nb = beat(1)\n', [2]],
    ['of documentation of Ruby', 'a.rb', '=begin rdoc\nb = beat(1)\n=end\n', []],
    ['that Ruby is told by', 'a.rb', '=begin\nThe heart beats once a second.\nIt is late.\n  b = beat(1)\n=end\n', []],
    ['that begin no comment of Ruby', 'a.rb', '  =begin\n  a\nb = beat(1)\n=end\n', []],
    ['in a text of Python that nobody takes', 'a.py', 'a()\n"""\nb = beat(1)\nreturn b\n"""\nc()\n', [3, 4]],
    ['in a text of Python, beside its signs', 'a.py', "a()\n'''b = beat(1)\nreturn b'''\n", [2, 3]],
    ['in a docstring of a module', 'a.py', '# said\n\n"""\nb = beat(1)\n"""\n', []],
    ['in a docstring', 'a.py', 'def a(\n    b,\n) -> int:  # c\n    """\n    b = beat(1)\n    """\n', []],
    ['in a docstring of a class', 'a.py', 'class A:\n\n    """\n    b = beat(1)\n    """\n', []],
    ['in what is said of a name', 'a.py', 'rate: int = 1\n"""\nrate = beat(1)\n"""\n', []],
    ['in a text of Python that is taken', 'a.py', 'a = f(\n"""\nb = beat(1)\n""")\n', []],
    ['in a text of Python that is asked', 'a.py', 'd()\n"""\nb = beat(1)\n""".strip()\n', []],
    ['in a text of Python that tells of it', 'a.py', 'a()\n"""\nThe heart beats.\nIt is late.\nb = beat(1)\n"""\n', []],
  ])('code that is commented out in a block: lines %s', async (_what, path, text, lines) => {
    const { found } = await hold({ [path]: text }, {}, ['commented-code']);
    expect(found.map((each) => Number(each.split(':')[1]))).toEqual(lines);
  });

  it('what is not looked for is said: signs of languages that nobody knows, and output of tests', async () => {
    const why = async (files: Files, rules?: readonly TextRule[]) => (await hold(files, {}, rules)).otherwise.why;
    const c = 'printf("x");\n';
    expect(await why({ 'a.c': c, 'b.ts': '' })).toBe(
      'ascii, debug, commented-code in what is added to 2 files; debug, commented-code not looked for in a.c',
    );
    expect(await why({ 'a.c': c }, ['debug'])).toBe(
      'the change adds to no code that is looked at; debug not looked for in a.c',
    );
    expect(await why({ 'a.c': c }, ['ascii'])).toBe('ascii in what is added to 1 file');
    expect(await why({ 'test/a.ts': 'console.log(1);\n' }, ['debug'])).toBe(
      'the change adds to no code that is looked at',
    );
  });

  it('documents, data and what is deleted or too large are not looked at, and that is said', async () => {
    expect(await hold({ 'README.md': 'ä\n', 'a.json': '"ä"' })).toEqual({
      found: [],
      otherwise: { verdict: 'skipped', why: 'the change adds to no code' },
    });
    expect((await hold({ 'a.ts': `// ${'ä'.repeat(1024 * 1024)}` })).otherwise).toEqual({
      ...{ verdict: 'skipped', why: 'the change adds to no code; 1 not looked at: binary, or larger than is read' },
    });
  });
});
