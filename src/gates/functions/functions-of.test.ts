// One function for each node of a grammar: whichever is taken out of the list, its function is no longer told or no longer as deep.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { functionsOf, type ParsedFile, rolesIn } from './functions-of.ts';
import { type GrammarName, grammarOf, grammars } from './grammars.ts';

const { resolve } = createRequire(import.meta.url);
const languages = new Map<GrammarName, Language>();

async function languageOf(name: GrammarName): Promise<Language> {
  const known = languages.get(name);
  if (known !== undefined) return known;
  const path = resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
  const language = await Language.load(await readFile(path));
  languages.set(name, language);
  return language;
}

beforeAll(() => Parser.init());

async function parse(name: GrammarName, text: string): Promise<ParsedFile> {
  const language = await languageOf(name);
  const parser = new Parser();
  parser.setLanguage(language);
  const tree = parser.parse(text);
  if (tree === null) throw new Error('it is not parsed');
  try {
    return functionsOf(tree, rolesIn(language, grammars[name]));
  } finally {
    tree.delete();
    parser.delete();
  }
}

/** Each as `name first-last depth@line`. */
const told = async (name: GrammarName, text: string): Promise<readonly string[]> =>
  (await parse(name, text)).functions.map(
    ({ name: own, firstLine, lastLine, depth, deepestLine }) =>
      `${own} ${firstLine}-${lastLine} ${depth}@${deepestLine}`,
  );

type Rows = {
  /** A function with one statement that nests, which stands on its second line. */
  readonly nests: readonly string[];
  /** Text, and the names of its functions. */
  readonly names: readonly (readonly [text: string, names: readonly string[]])[];
};

const inBraces = (head: string, statements: readonly string[], tail = '}') =>
  statements.map((statement) => `${head}\n${statement}\n${tail}`);

const script: Rows = {
  nests: inBraces('function f() {', [
    ...['if (a) b();', 'for (let a = 0; a < 1; a++) b();', 'for (const a of b) c();', 'for (const a in b) c();'],
    ...['while (a) b();', 'do b(); while (a);', 'switch (a) { case 1: b(); }', 'try { a(); } catch { b(); }'],
    'with (a) b();',
  ]),
  names: [
    ['function a() {}\nfunction* b() {}\nasync function c() {}', ['a', 'b', 'c']],
    ['const a = function () {};\nconst b = function* () {};\nconst c = () => 1;', ['a', 'b', 'c']],
    ['class A {\n  m() {}\n  static { n(); }\n  get p() { return 1; }\n  #q() {}\n}', ['A.m', '', 'A.p', 'A.#q']],
    ['const A = class B {\n  m() {}\n};', ['B.m']],
    ['const A = class {\n  m() {}\n};', ['A.m']],
    ['a = () => 1;\na.b = () => 1;\nconst c = { d: () => 1, e() {} };', ['a', 'a.b', 'd', 'e']],
    ['class A {\n  a = () => 1;\n}', ['A.a']],
    ['call(function named() {}, () => 1);', ['named', '']],
    ['function a() {\n  function b() {}\n  return () => 1;\n}', ['a', 'a.b', '']],
  ],
};
const typed: Rows = {
  nests: script.nests,
  names: [...script.names, ['abstract class A {\n  m() {}\n}\nnamespace N {\n  function f() {}\n}', ['A.m', 'N.f']]],
};

const table: Readonly<Record<GrammarName, Rows>> = {
  javascript: script,
  typescript: typed,
  tsx: typed,
  python: {
    nests: [
      ...['if a: b()', 'for a in b: c()', 'while a: b()', 'with a: b()'],
      ...['try:\n    a()\n  finally:\n    b()', 'match a:\n    case 1: b()'],
    ].map((statement) => `def f():\n  ${statement}\n`),
    names: [['class A:\n  def m(self): pass\nasync def f(): pass\n', ['A.m', 'f']]],
  },
  go: {
    nests: inBraces('func f() {', [
      ...['if a { b() }', 'for a { b() }', 'for range a { b() }', 'switch a { case 1: b() }'],
      ...['switch a.(type) { case int: b() }', 'select { case <-a: b() }'],
    ]).map((text) => `package a; ${text}`),
    names: [
      ['package a\nfunc f() {}\nfunc (h *H) m() {}\nvar v = func() {}', ['f', 'm', 'v']],
      ['package a\nfunc f() {\n\tg := func() {}\n\tg = func() {}\n}', ['f', 'f.g', 'f.g']],
    ],
  },
  rust: {
    nests: inBraces('fn f() {', [
      ...['if a { b() }', 'match a { _ => b() }', 'while a { b() }', 'loop { a() }', 'for a in b { c() }'],
      'unsafe { a() }',
    ]),
    names: [
      ['impl A { fn m() {} }\ntrait T { fn n() {} }\nmod o { fn p() {} }', ['A.m', 'T.n', 'o.p']],
      ['fn f() { let g = |a| a; h(|a| a); }', ['f', 'f.g', '']],
      ['impl T for A { fn m() {} }', ['A.m']],
    ],
  },
  java: {
    nests: inBraces(
      'class A { void f() {',
      [
        ...['if (a) b();', 'for (;;) b();', 'for (int a : b) c();', 'while (a) b();', 'do b(); while (a);'],
        ...['switch (a) { case 1: b(); }', 'try { a(); } finally { b(); }', 'try (A a = b()) { c(); }'],
        'synchronized (a) { b(); }',
      ],
      '} }',
    ),
    names: [
      ['class A { A() {} void m() {} Runnable r = () -> {}; }', ['A.A', 'A.m', 'A.r']],
      ['interface I { default void m() {} }', ['I.m']],
      ['enum E { X; void m() {} }\nrecord R(int a) { R { b(); } void n() {} }', ['E.m', 'R.R', 'R.n']],
    ],
  },
  ruby: {
    nests: [
      ...['if a then b end', 'unless a then b end', 'while a do b end', 'until a do b end', 'for a in b do c end'],
      ...['case a when 1 then b end', 'case a in 1 then b end', 'begin a end', 'a do b end'],
    ].map((statement) => `def f\n${statement}\nend\n`),
    names: [
      ['module M\n class A\n  def m; end\n  def self.n; end\n end\nend\nl = -> { 1 }\n', ['M.A.m', 'M.A.n', 'l']],
    ],
  },
  php: {
    nests: inBraces('<?php function f() {', [
      ...['if ($a) b();', 'for (;;) b();', 'foreach ($a as $b) c();', 'while ($a) b();', 'do b(); while ($a);'],
      ...['switch ($a) { case 1: b(); }', '$a = match ($b) { 1 => c() };', 'try { a(); } finally { b(); }'],
    ]),
    names: [
      ['<?php function f() {} $g = function () {}; $h = fn() => 1;', ['f', '$g', '$h']],
      ['<?php class A { function m() {} } interface I { function n(); }', ['A.m', 'I.n']],
      ['<?php trait T { function m() {} } enum E { function n() {} }', ['T.m', 'E.n']],
    ],
  },
  'c-sharp': {
    nests: inBraces(
      'class A { void F() {',
      [
        ...['if (a) b();', 'for (;;) b();', 'foreach (var a in b) c();', 'while (a) b();', 'do b(); while (a);'],
        ...['switch (a) { case 1: b(); break; }', 'try { a(); } finally { b(); }', 'using (var a = b()) { c(); }'],
        ...['lock (a) { b(); }', 'fixed (int* a = b) { c(); }'],
      ],
      '} }',
    ),
    names: [
      ['class A { A() {} ~A() {} void M() {} int P { get { return 1; } } }', ['A.A', 'A.A', 'A.M', 'A.get']],
      ['class A { public static A operator +(A a, A b) { return a; } }', ['']],
      ['class A { void M() { void L() {} B b = () => 1; C c = delegate { }; } }', ['A.M', 'A.M.L', 'A.M.b', 'A.M.c']],
      ['struct S { void M() {} }\ninterface I { void M() {} }\nrecord R { void M() {} }', ['S.M', 'I.M', 'R.M']],
    ],
  },
};

describe.each(Object.entries(table) as [GrammarName, Rows][])('%s', (name, { nests, names }) => {
  it.each(nests)('puts what is in it one deeper: %j', async (text) => {
    const [found] = await told(name, text);
    expect(found).toMatch(/ 1@2$/);
  });

  it.each(names)('%j', async (text, wanted) => {
    const { functions, brokenAt } = await parse(name, text);
    expect([functions.map((each) => each.name), brokenAt]).toEqual([wanted, null]);
  });
});

describe('how deep a function goes', () => {
  it.each<[string, GrammarName, string, string]>([
    ['not at all', 'javascript', 'function f() {\n  a();\n}', 'f 1-3 0@1'],
    [
      'as far as its deepest, where the outermost of those begins',
      'javascript',
      'function f() {\n  if (a) b();\n  for (;;) {\n    if (a) b();\n  }\n  while (a) {\n    if (b) c();\n  }\n}',
      'f 1-9 2@4',
    ],
    [
      'not by what stands behind another',
      'javascript',
      'function f() {\n  if (a) b();\n  if (c) d();\n  if (e) f();\n}',
      'f 1-5 1@2',
    ],
    [
      'not by what stands around it',
      'javascript',
      'if (a) {\n  for (;;) {\n    function f() {\n      while (b) c();\n    }\n  }\n}',
      'f 3-5 1@4',
    ],
    [
      'not by another branch of the same',
      'javascript',
      'function f() {\n  if (a) b();\n  else if (c) d();\n  else if (e) f();\n  else g();\n}',
      'f 1-6 1@2',
    ],
    [
      'by what stands in one',
      'javascript',
      'function f() {\n  if (a) b();\n  else {\n    if (c) d();\n  }\n}',
      'f 1-6 2@4',
    ],
    ['nor in go', 'go', 'package a\nfunc f() {\n  if a {\n  } else if b {\n  } else if c {\n  }\n}', 'f 2-7 1@3'],
    ['nor in rust', 'rust', 'fn f() {\n  if a {\n  } else if b {\n  } else if c {\n  }\n}', 'f 1-6 1@2'],
    ['nor in java', 'java', 'class A { void f() {\n  if (a) b();\n  else if (c) d();\n} }', 'A.f 1-4 1@2'],
    ['nor in C#', 'c-sharp', 'class A { void F() {\n  if (a) b();\n  else if (c) d();\n} }', 'A.F 1-4 1@2'],
    [
      'nor in PHP',
      'php',
      '<?php function f() {\n  if ($a) b();\n  else if ($c) d();\n  elseif ($e) f();\n}',
      'f 1-5 1@2',
    ],
    ['nor in Python', 'python', 'def f():\n  if a: b()\n  elif c: d()\n  else: e()\n', 'f 1-4 1@2'],
    ['nor in Ruby', 'ruby', 'def f\n  if a\n    b\n  elsif c\n    d\n  end\nend\n', 'f 1-7 1@2'],
  ])('%s', async (_, grammar, text, wanted) => {
    expect(await told(grammar, text)).toEqual([wanted]);
  });

  it("what nests in a function inside of it is that one's", async () => {
    const text =
      'function f() {\n  function g() {\n    if (a) b();\n  }\n  if (c) {\n    h(() => {\n      if (a) for (;;) b();\n    });\n  }\n}';
    expect(await told('javascript', text)).toEqual(['f 1-10 1@5', 'f.g 2-4 1@3', ' 6-8 2@7']);
  });
});

it.each([
  ['const a = 1;\n', null],
  ['const a = 1;\nconst = 2;\nconst = 3;\n', 2],
  ['a();\nb(\nc();\n', 3],
  ['function f() {\n', 1],
])('%j does not parse from line %j on', async (text, line) => {
  expect((await parse('javascript', text)).brokenAt).toBe(line);
});

it('a name is one line, and is cut where it is long', async () => {
  expect(await told('javascript', 'a\n  .b = () => 1;')).toEqual(['a .b 2-2 0@2']);
  const [long] = await told('javascript', `function ${'a'.repeat(200)}() {}`);
  expect(long).toBe(`${'a'.repeat(120)} 1-1 0@1`);
});

const byEnding: Readonly<Record<GrammarName, readonly string[]>> = {
  typescript: ['a.ts', 'a.mts', 'a.cts', 'a.TS'],
  tsx: ['a.tsx'],
  javascript: ['a.js', 'a.mjs', 'a.cjs', 'a.jsx'],
  python: ['a/b.c.py', 'a.pyi'],
  go: ['a.go'],
  rust: ['a.rs'],
  java: ['a.java'],
  ruby: ['a.rb', 'a.rake'],
  php: ['a.php'],
  'c-sharp': ['a.cs'],
};

it.each(Object.entries(byEnding))('%s reads %j', (grammar, paths) => {
  expect(paths.map(grammarOf)).toEqual(paths.map(() => grammar));
});

it.each(['a.kt', 'Makefile', 'a.ts.bak'])('nothing reads %s', (path) => expect(grammarOf(path)).toBeNull());
