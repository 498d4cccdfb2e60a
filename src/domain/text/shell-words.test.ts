import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endOfWord, shellPieces, shellWords } from './shell-words.ts';

const kinds = (line: string) => shellPieces(line).map(({ kind, text }) => [kind, text]);
const signs = fc.constantFrom('a', ' ', '\n', '\\', '"', "'", '$', '`', '|', '>', '\u00a0', '\ud83d');

it('a line is signs, what a backslash keeps, and quoted texts as they stand', () => {
  expect(kinds('a "b\\"c"\\ \'d"\\\'')).toEqual([
    ...[
      ['sign', 'a'],
      ['sign', ' '],
      ['double', 'b\\"c'],
      ['escaped', ' '],
      ['single', 'd"\\'],
    ],
  ]);
});

it.each([
  ['"a', { kind: 'double', text: 'a', open: true }],
  ['"a\\"', { kind: 'double', text: 'a\\"', open: true }],
  ["'a\\", { kind: 'single', text: 'a\\', open: true }],
  ['\\', { kind: 'escaped', text: '' }],
])('%s is told apart from one that is closed', (line, piece) => {
  expect(shellPieces(line)).toMatchObject([piece]);
});

it('nothing of a line is lost or read twice', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(signs).map((all) => all.join('')),
      ),
      (line) => {
        const pieces = shellPieces(line);
        const raw = pieces.map(({ at }, nth) => line.slice(at, pieces[nth + 1]?.at));
        expect(raw.join('')).toBe(line);
        expect(raw.every((part) => part !== '')).toBe(true);
      },
    ),
  );
});

it('words are what their reader makes of it, and its first refusal ends the reading', () => {
  const read = (line: string) =>
    shellWords(shellPieces(line), ({ kind, text }, word) =>
      text === ';' ? { refused: word } : kind === 'sign' && text === ' ' ? endOfWord : text,
    );
  expect(read('a "" b\'c d\'')).toEqual({ words: ['a', '', 'bc d'] });
  expect(read('a bc;d;')).toEqual({ refused: 'bc' });
});
