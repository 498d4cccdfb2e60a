// What a file declares, by its grammar: whichever node is taken out of a list, its declarations are no longer told.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { declarationsOf } from './declarations-of.ts';
import { grammarOf } from './grammars.ts';

const { resolve } = createRequire(import.meta.url);

beforeAll(() => Parser.init());

/** Each as `+ kind name:line`, `-` where others cannot reach it. */
async function declared(path: string, text: string): Promise<readonly string[]> {
  const grammar = grammarOf(path);
  if (grammar === null) throw new Error('no grammar');
  const parser = new Parser();
  parser.setLanguage(
    await Language.load(await readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`))),
  );
  const tree = parser.parse(text);
  if (tree === null) throw new Error('it is not parsed');
  try {
    return declarationsOf(tree, grammar).map(
      ({ name, kind, line, exported }) => `${exported ? '+' : '-'} ${kind} ${name}:${line}`,
    );
  } finally {
    tree.delete();
    parser.delete();
  }
}

it.each<[string, string, readonly string[]]>([
  [
    'src/heart.ts',
    `import x from 'y';
export function beat() { const inner = 1; }
export class Heart { slow() {} }
export const rate = 60, quick = () => 1;
export type Pulse = number;
export interface Vein { a: 1 }
export default function main() {}
function own() {}
const later = 2;
export { later };
`,
    [
      ...['+ function beat:2', '+ class Heart:3', '+ constant rate:4', '+ function quick:4', '+ type Pulse:5'],
      ...['+ type Vein:6', '+ function main:7', '- function own:8', '+ constant later:9'],
    ],
  ],
  [
    'a.py',
    'LIMIT = 3\nlow = 1\n@cached\ndef beat():\n    pass\nclass _Own:\n    def m(self): pass\n',
    ['+ constant LIMIT:1', '+ function beat:4', '- class _Own:6'],
  ],
  [
    'a.go',
    'package a\nconst Max = 1\ntype Heart struct{}\nfunc (h Heart) Beat() {}\nfunc own() {}\n',
    ['+ constant Max:2', '+ type Heart:3', '+ function Beat:4', '- function own:5'],
  ],
  ['a.rs', 'pub fn beat() {}\nstruct Own;\npub enum E { A }\n', ['+ function beat:1', '- class Own:2', '+ type E:3']],
  ['A.java', 'public class A { public void m() {} }\ninterface Own {}\n', ['+ class A:1', '- type Own:2']],
  ['a.rb', 'class Heart\n def beat; end\nend\ndef go; end\n', ['+ class Heart:1', '+ function go:4']],
  [
    'b.ts',
    'export function* ticks() {}\nexport abstract class A {}\nexport enum E { X }\nexport const f = function () {}, g = function* () {};\n',
    ['+ function ticks:1', '+ class A:2', '+ type E:3', '+ function f:4', '+ function g:4'],
  ],
  [
    'B.java',
    '@Service("x") @Deprecated\npublic class A {}\n@Own("public") class B {}\npublic record R(int a) {}\npublic enum E { A }\n',
    ['+ class A:1', '- class B:3', '+ class R:4', '+ type E:5'],
  ],
  [
    'A.cs',
    'namespace N;\n[Serializable] [Own]\npublic class A {}\npublic struct S {}\ninternal interface I {}\npublic record R(int A);\n',
    ['+ class A:2', '+ class S:4', '- type I:5', '+ class R:6'],
  ],
  [
    'b.rs',
    'pub trait T {}\npub type U = u8;\npub const C: u8 = 1;\nstatic S: u8 = 1;\n',
    ['+ type T:1', '+ type U:2', '+ constant C:3', '- constant S:4'],
  ],
  [
    'b.go',
    'package a\nvar Rate = 1\ntype pulse int\nfunc publicly() {}\n',
    ['+ constant Rate:2', '- type pulse:3', '- function publicly:4'],
  ],
  [
    'b.rb',
    'module M\nend\ndef self.run; end\ndef _own; end\n',
    ['+ class M:1', '+ function run:3', '- function _own:4'],
  ],
  [
    'c.ts',
    'declare const given: number;\nvar old = 1;\nexport declare class Own {}\n',
    ['- constant given:1', '- constant old:2', '+ class Own:3'],
  ],
  ['B.cs', 'namespace N {\n  public class A {}\n  class Own {}\n}\n', ['+ class A:2', '- class Own:3']],
  [
    'c.go',
    'package a\nvar (\n  Rate = 1\n  own = 2\n)\nconst (\n  Max = 1\n)\n',
    ['+ constant Rate:3', '- constant own:4', '+ constant Max:7'],
  ],
  [
    'a.php',
    '<?php\nnamespace N;\nconst LIMIT = 1;\nfunction beat() {}\nclass Heart {}\ninterface Vein {}\ntrait Own {}\nenum E {}\n',
    [...['+ constant LIMIT:3', '+ function beat:4', '+ class Heart:5', '+ type Vein:6', '+ type Own:7', '+ type E:8']],
  ],
  ['d.go', 'package a\nvar Do = func() {}\nvar Rate, own = 1, 2\n', ['+ constant Do:2', '+ constant Rate:3']],
  [
    'C.java',
    '@A @B(x = 1) public class C {}\n@Own class D {}\npublic interface I {}\nclass publicly {}\n',
    ['+ class C:1', '- class D:2', '+ type I:3', '- class publicly:4'],
  ],
  [
    'D.cs',
    '[A(1)][B] public class C {}\n[A]\n[B]\npublic enum E { X }\n[public] class D {}\n',
    ['+ class C:1', '+ type E:2', '- class D:5'],
  ],
  ['c.py', 'A1_B = 1\nAb = 2\n_A = 3\nx.A = 4\n', ['+ constant A1_B:1']],
  [
    'd.ts',
    `const ${'x'.repeat(130)} = 1;\nexport { a as b };\nconst { c } = d;\n`,
    [`- constant ${'x'.repeat(120)}:1`],
  ],
  [
    'c.rs',
    'pub struct S;\npub static T: u8 = 1;\nfn own() { /* pub */ }\n',
    ['+ class S:1', '+ constant T:2', '- function own:3'],
  ],
  ['e.go', 'package a\nvar aB = 1\nfunc cD() {}\n', ['- constant aB:2', '- function cD:3']],
  ['f.ts', 'function Up() {\n  func();\n}\n', ['- function Up:1']],
  ['d.py', 'class Own:\n    pass\n', ['+ class Own:1']],
  ['e.ts', 'function outer() {\n  function inner() {}\n}\nif (a) {\n  var b = 1;\n}\n', ['- function outer:1']],
])('PC-62 what %s adds is told with its line', async (path, text, expected) => {
  expect(await declared(path, text)).toEqual(expected);
});
