import { describe, expect, it } from 'vitest';
import { type FileReading, mostCharacters, readFunctions } from './read-functions.ts';

const read = async (path: string, text: string): Promise<FileReading> =>
  (await readFunctions([{ path, text }]))[0] ?? { kind: 'unknown' };

/** Each as `name first-last depth@line`. */
const sayAll = (reading: FileReading | undefined): readonly string[] =>
  reading?.kind === 'read'
    ? reading.functions.map(
        ({ name, firstLine, lastLine, depth, deepestLine }) =>
          `${name} ${firstLine}-${lastLine} ${depth}@${deepestLine}`,
      )
    : [];

const told = async (path: string, text: string) => sayAll(await read(path, text));

describe('functions of a file', () => {
  it('a function of TypeScript has its lines, its name and how deep it goes', async () => {
    const text = `export function beat(all: number[]) {
  for (const one of all) {
    if (one > 1) {
      return one;
    }
  }
  return 0;
}
`;
    expect(await told('src/heart.ts', text)).toEqual(['beat 1-8 2@3']);
  });

  it('members have the name of their class, and a function without a name that of what it is given to', async () => {
    const text = `class Heart {
  #rate = () => 1;
  beat() { return this.#rate(); }
}
const slow = async () => {
  await null;
};
const table = { fast: function () { return 2; } };
exports.late = () => 3;
[1].map((one) => one);
`;
    expect(await told('heart.ts', text)).toEqual([
      'Heart.#rate 2-2 0@2',
      'Heart.beat 3-3 0@3',
      'slow 5-7 0@5',
      'fast 8-8 0@8',
      'exports.late 9-9 0@9',
      ' 10-10 0@10',
    ]);
  });

  it('the other branch of an if is as deep as the if, and a function inside counts by itself', async () => {
    const text = `function choose(a) {
  if (a === 1) {
    one();
  } else if (a === 2) {
    two();
  } else if (a === 3) {
    while (three()) {
      four(() => { if (a) { five(); } });
    }
  }
}
`;
    expect(await told('choose.js', text)).toEqual(['choose 1-11 2@7', ' 8-8 1@8']);
  });

  const samples: readonly (readonly [path: string, text: string, expected: readonly string[]])[] = [
    [
      'a.tsx',
      'export const View = () => {\n  if (x) return <a/>;\n  return <b>{all.map((one) => <c key={one}/>)}</b>;\n};\n',
      ['View 1-4 1@2', ' 3-3 0@3'],
    ],
    [
      'a.py',
      'class Heart:\n    @cached\n    async def beat(self):\n        if a:\n            pass\n        elif b:\n            for c in d:\n                pass\n\ndef rest(): pass\n',
      ['Heart.beat 3-8 2@7', 'rest 10-10 0@10'],
    ],
    [
      'a.go',
      'package a\nfunc (h *Heart) Beat() int {\n\tif a {\n\t} else if b {\n\t\tfor {\n\t\t}\n\t}\n\treturn 1\n}\nfunc rest() { go func() {}() }\nvar late = func() {}\n',
      ['Beat 2-9 2@5', 'rest 10-10 0@10', ' 10-10 0@10', 'late 11-11 0@11'],
    ],
    [
      'a.rs',
      'impl Heart {\n    fn beat(&self) -> u8 {\n        if a { 1 } else if b { match c { _ => 2 } } else { 3 }\n    }\n}\nmod m { fn rest() { let f = |x| x; } }\n',
      ['Heart.beat 2-4 2@3', 'm.rest 6-6 0@6', 'm.rest.f 6-6 0@6'],
    ],
    [
      'A.java',
      'class Heart {\n  Heart() { }\n  int beat() {\n    for (int a : b) { if (a > 1) { } else if (a > 2) { } }\n    Runnable r = () -> { };\n    return 1;\n  }\n}\n',
      ['Heart.Heart 2-2 0@2', 'Heart.beat 3-7 2@4', 'Heart.beat.r 5-5 0@5'],
    ],
    [
      'a.rb',
      'module M\n  class Heart\n    def beat\n      all.each do |one|\n        if one then 1 elsif two then 2 end\n      end\n    end\n    def self.rest = 1\n  end\nend\n',
      ['M.Heart.beat 3-7 2@5', 'M.Heart.rest 8-8 0@8'],
    ],
    [
      'a.php',
      '<?php\nclass Heart {\n  function beat() {\n    foreach ($a as $b) { if ($b) { } elseif ($c) { } else if ($d) { } }\n  }\n}\nfunction rest() { $f = fn($x) => $x; }\n',
      ['Heart.beat 3-5 2@4', 'rest 7-7 0@7', 'rest.$f 7-7 0@7'],
    ],
    [
      'A.cs',
      'class Heart {\n  public Heart() { }\n  int Beat() {\n    foreach (var a in b) { if (a) { } else if (c) { } }\n    int Local() { return 1; }\n    return 1;\n  }\n}\n',
      ['Heart.Heart 2-2 0@2', 'Heart.Beat 3-7 2@4', 'Heart.Beat.Local 5-5 0@5'],
    ],
  ];

  it('functions of each language are told by its grammar', async () => {
    const readings = await readFunctions(samples.map(([path, text]) => ({ path, text })));
    expect(samples.map(([path], at) => [path, sayAll(readings[at])])).toEqual(
      samples.map(([path, , expected]) => [path, expected]),
    );
  });

  it('a file that does not parse everywhere tells where, and the functions that it has', async () => {
    const text = 'function one() { return 1; }\nfunction two( {{{ ]\nfunction three() { return 3; }\n';
    const reading = await read('broken.ts', text);
    expect(reading).toMatchObject({ kind: 'read', brokenAt: 2 });
    expect(reading.kind === 'read' && reading.functions.map(({ name }) => name)).toContain('one');
    expect(await read('whole.ts', 'let a = 1;\n')).toEqual({ kind: 'read', functions: [], brokenAt: null });
  });

  it('empty text, text that is no code and a language without a grammar are told apart', async () => {
    expect(await read('empty.py', '')).toEqual({ kind: 'read', functions: [], brokenAt: null });
    expect(await read('noise.go', '\u0000\u0001\uffff '.repeat(100))).toMatchObject({ kind: 'read', brokenAt: 1 });
    expect(await read('a.cobol', 'IDENTIFICATION DIVISION.')).toEqual({ kind: 'unknown' });
    expect(await read('Makefile', 'all:\n')).toEqual({ kind: 'unknown' });
  });

  it('text that nests deeper than calls can is read', async () => {
    const deep = 20_000;
    const text = `function deep() { return ${'['.repeat(deep)}${']'.repeat(deep)}; }\n`;
    expect(await told('deep.js', text)).toEqual(['deep 1-1 0@1']);
  });

  it('a file that is too large is not parsed, and says so; the others beside it are', async () => {
    const large = `// ${'x'.repeat(mostCharacters)}\n`;
    const readings = await readFunctions([
      { path: 'large.ts', text: large },
      { path: 'small.ts', text: 'const a = () => 1;\n' },
    ]);
    expect(readings).toMatchObject([{ kind: 'large' }, { kind: 'read', functions: [{ name: 'a' }] }]);
  });

  it('what is not parsed in its time is said to be unread, and so is all that is left when there is none', async () => {
    const text = 'a(b, c);\n'.repeat(50_000);
    expect(await readFunctions([{ path: 'long.ts', text }], { fileMs: 1 })).toMatchObject([
      { kind: 'unread', why: 'it is not parsed within 0.001 s' },
    ]);
    expect(await readFunctions([{ path: 'long.ts', text }], { allMs: 1 })).toEqual([
      { kind: 'unread', why: 'there was no time left' },
    ]);
  });

  it('of more than is parsed at once the rest is said to be unread', async () => {
    const files = ['a.ts', 'b.ts', 'c.ts'].map((path) => ({ path, text: 'const a = () => 1;\n' }));
    expect((await readFunctions(files, { characters: 40 })).map(({ kind }) => kind)).toEqual([
      'read',
      'read',
      'unread',
    ]);
  });

  it('of no files nothing is read, and no thread is begun', async () => {
    expect(await readFunctions([])).toEqual([]);
  });
});
