import fc from 'fast-check';
import { expect, it } from 'vitest';
import { languageOf, readPieces } from './code-pieces.ts';

/** `word:const` for each piece that has a colour. */
const coloured = (path: string, text: string) =>
  readPieces(text, languageOf(path)).flatMap(({ kind, text: piece }) => (kind === null ? [] : [`${kind}:${piece}`]));

it.each([
  ['src/a.ts', 'const MINUTE = 60_000; // ms', ['word:const', 'number:60_000', 'comment:// ms']],
  ['a.js', `import x from 'https://a.example/x';`, ['word:import', 'word:from', `string:'https://a.example/x'`]],
  ['a.go', 'return "a \\" // b" + x.type', ['word:return', 'string:"a \\" // b"']],
  ['a.java', ' * goes on here', ['comment: * goes on here']],
  ['a.c', '*p = q; /* why */ x', ['comment:/* why */']],
  ['a.css', 'color: #fff; /* ink */', ['comment:/* ink */']],
  ['a.py', `def late(): # it's late`, ['word:def', `comment:# it's late`]],
  ['ci.yml', 'run: echo "#1" # one', ['string:"#1"', 'comment:# one']],
  ['a.sql', 'SELECT 1 -- one', ['word:SELECT', 'number:1', 'comment:-- one']],
  ['a.html', '<b>x</b><!-- y', ['comment:<!-- y']],
  ['Makefile', '# all', ['comment:# all']],
  ['a/Dockerfile', '# base', ['comment:# base']],
  ['README.md', `Don't return "this".`, []],
  ['notes', 'if 1', []],
])('%s: %j', (path, text, expected) => {
  expect(coloured(path, text)).toEqual(expected);
});

it('says every line whole, whatever stands in it', () => {
  const line = fc.array(
    fc.constantFrom('"', "'", '`', '\\', '//', '/*', '*/', '#', ' ', 'if', '7', '<!--', '--', '\u{1f600}'),
  );
  fc.assert(
    fc.property(line, fc.constantFrom('a.ts', 'a.py', 'a.sql', 'a.html', 'a.md'), (parts, path) => {
      const text = parts.join('');
      expect(
        readPieces(text, languageOf(path))
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

it('leaves a long line as it is', () => {
  const text = '"\\'.repeat(500_000);
  expect(readPieces(text, languageOf('a.ts'))).toEqual([{ kind: null, text }]);
});
