import { expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Change } from '../../domain/evidence/gate-plan.ts';
import { components } from './components.ts';
import { mostCharacters } from './read-functions.ts';

const change = (path: string, more: Partial<Change> = {}): Change => ({
  ...{ path, kind: 'modified', from: null, added: 1, removed: 0, binary: false, bytes: 10 },
  ...more,
});

async function added(path: string, before: string | null, after: string): Promise<readonly string[]> {
  const base = memoryTree(before === null ? {} : { [path]: before });
  const found = await components({ tests: ['**/*.test.ts'] }, base, memoryTree({ [path]: after }), [change(path)]);
  return found.map(({ name, kind, line, exported }) => `${exported ? '+' : '-'} ${kind} ${name}:${line}`);
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
])('PC-62 what %s adds is told with its line', async (path, text, expected) => {
  expect(await added(path, null, text)).toEqual(expected);
});

it('PC-62 what was there before is not added, and what moved with its file neither', async () => {
  expect(await added('a.ts', 'export const a = 1;\n', 'export const b = 2;\nexport const a = 3;\n')).toEqual([
    '+ constant b:1',
  ]);
  const moved = await components(
    { tests: [] },
    memoryTree({ 'old.ts': 'export const a = 1;' }),
    memoryTree({ 'new.ts': 'export const a = 1;' }),
    [change('new.ts', { kind: 'renamed', from: 'old.ts' })],
  );
  expect(moved).toEqual([]);
});

it('PC-62 of a file whose base is not read nothing is said to be added; of one that came from another language all is', async () => {
  const large = `export const a = 1;${' '.repeat(mostCharacters)}\n`;
  expect(await added('a.ts', large, 'export const a = 1;\nexport const b = 1;\n')).toEqual([]);
  const moved = await components(
    { tests: [] },
    memoryTree({ 'a.txt': 'export const a = 1;' }),
    memoryTree({ 'a.ts': 'export const a = 1;' }),
    [change('a.ts', { kind: 'renamed', from: 'a.txt' })],
  );
  expect(moved).toMatchObject([{ name: 'a' }]);
});

it('tests, what was deleted, what is no text and what has no grammar add nothing', async () => {
  const tree = memoryTree({
    'a.test.ts': 'export const a = 1;',
    'b.ts': 'export const b = 1;',
    'c.txt': 'export',
    'd.ts': 'export const d = 1;',
  });
  const changes = [
    change('a.test.ts'),
    change('b.ts', { kind: 'deleted' }),
    change('c.txt'),
    change('d.ts', { binary: true }),
  ];
  expect(await components({ tests: ['**/*.test.ts'] }, memoryTree({}), tree, changes)).toEqual([]);
});
