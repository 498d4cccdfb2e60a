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
    'a.ts': ['console.log(a);', 'console.debug(a)', '  debugger;'],
    'a.py': ['print(a)', '    breakpoint()', 'import pdb', 'pdb.set_trace()'],
    'a.go': ['fmt.Println(a)', 'println(a)', 'spew.Dump(a)'],
    'a.rs': ['dbg!(a);', 'println!("{}", a);'],
    'A.java': ['System.out.println(a);', 'e.printStackTrace();'],
    'A.cs': ['Console.WriteLine(a);', 'Debug.WriteLine(a);'],
    'a.rb': ['puts a', '  p a', 'binding.pry', 'byebug'],
    'a.php': ['var_dump($a);', 'print_r($a);', 'dd($a);'],
  };
  const noDebug: Readonly<Record<string, readonly string[]>> = {
    'a.ts': ['console.error(a);', '// console.log(a);', 'log("console.log(");'],
    'a.py': ['footprint(a)', 'self.print(a)', '# print(a)', 's = "print(a)"'],
    'a.go': ['fmt.Sprintf(a)', 'log.Println(a)'],
    'a.rb': ['p = 1', 'inputs a', 'puts_all(a)'],
    'a.php': ['$odd($a);', 'add($a);'],
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

  const dead: Readonly<Record<string, readonly string[]>> = {
    'a.ts': ['// const a = 1;', '// if (a) {', '// } else {', '//return a;', '// heart.beat(1);', '  // a.b = c;'],
    'a.py': ['# a = beat(1)', '# return a', '#     if a:', '# import os', '# beat(a, b=1)', '# def beat(self):'],
    'a.go': ['// a := beat(1);', '// if err != nil {', '// return nil, err;'],
    'a.rb': ['# a = beat(1)', '# def beat', '# end', '# puts a'],
    'a.php': ['// $a = beat();', '// foreach ($a as $b) {'],
  };
  const said: Readonly<Record<string, readonly string[]>> = {
    'a.ts': [
      ...['// The heart beats once a second.', '// if it is late, it is told', '// see beat() of the heart', '//'],
      ...['/// <reference types="node" />', '// eslint-disable-next-line no-console', '// TODO: const a = 1;'],
      ...['// https://example.com/a(b);', '// e.g. a = b;', 'const a = "// const b = 1;";'],
    ],
    'a.py': [
      ...['# The heart beats.', '# n = number of beats in it', '# if it is late, it is told', '#!/usr/bin/env python'],
      ...['# return early when there is none', '# for all of them', '# end of the list (see above)', '# type: ignore'],
    ],
    'a.rb': ['# The heart beats.', '# frozen_string_literal: true', '# end of the list'],
  };
  it('code that is commented out is told from what is said in comments', async () => {
    for (const [path, lines] of Object.entries(dead))
      expect(await counts(path, lines, 'commented-code'), path).toEqual(all(lines, true));
    for (const [path, lines] of Object.entries(said))
      expect(await counts(path, lines, 'commented-code'), path).toEqual(all(lines, false));
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
