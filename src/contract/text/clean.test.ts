import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clean, cleanAll, toJson } from './clean.ts';

it.each([
  ['colours and cursor movements', '\u001b[31mred\u001b[0m\u001b[2J\u001b[10;5H', 'red'],
  ['a title', 'a\u001b]0;owned\u0007b', 'ab'],
  ['the clipboard', 'a\u001b]52;c;ZXZpbA==\u0007b', 'ab'],
  ['links, their text stays', '\u001b]8;;http://evil\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['8-bit forms', '\u009b31mred\u009d0;t\u009cx', 'redx'],
  ['an unfinished sequence, up to its line', 'a\u001b]0;never ended\nb', 'a\nb'],
  ['device control strings', 'a\u001bPq#0\u001b\\b', 'ab'],
  ['bidi overrides and isolates', 'a\u202eb\u2066c\u200fd', 'abcd'],
  ['hidden tags', 'a\u{e0041}b', 'ab'],
  ['carriage returns that would overwrite', 'good\rbad', 'goodbad'],
  ['bells, backspaces and a lone escape', 'a\u0007\u0008b\u001b', 'ab'],
])('takes out %s', (_what, text, left) => {
  expect(clean(text)).toBe(left);
});

it('keeps newlines, tabs, letters of all kinds and emoji', () => {
  const text = 'a\tb\r\nc 早上好 é 👍🏽';
  expect(clean(text)).toBe('a\tb\nc 早上好 é 👍🏽');
});

it('leaves nothing that a terminal would obey, whatever comes', () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\u001b', '[', ']', '8', ';', '\u0007', '\u009b', '\u202e', 'm', '\\', '\n'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(
      nasty,
      (text) =>
        !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(clean(text)),
    ),
    { numRuns: 2000 },
  );
});

it('cleans every string of a reply, keys included', () => {
  expect(cleanAll({ 'a\u0007': ['b\u001b[1m', 1, null, { c: 'd\u202e' }] })).toEqual({ a: ['b', 1, null, { c: 'd' }] });
});

it('prints JSON with the same data and nothing hidden in it', () => {
  const data = { text: '\u001b]52;c;x\u0007\u009b31m\u202e\u{e0041}é' };
  const text = toJson(data);
  expect(JSON.parse(text)).toEqual(data);
  expect(text).toMatch(/^[\u0020-\u007eé]*$/);
});

it('cleans data of any kind as it cleans each text in it', () => {
  const texts = fc.dictionary(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), { maxKeys: 3 });
  fc.assert(
    fc.property(texts, (data) => {
      const expected = Object.entries(data).map(([key, values]) => [clean(key), values.map(clean)]);
      expect(cleanAll(data)).toEqual(Object.fromEntries(expected));
    }),
  );
});

it.each(['a\u007fb', 'a\u0085b', 'a\u202eb', 'a\u{e0041}b', 'a\bb', 'a\fb', 'a\rb', 'a\u001bcb'])(
  'finds %j anywhere in data',
  (text) => {
    expect(cleanAll([{ plain: 'a', deep: [text] }])).toEqual([{ plain: 'a', deep: [clean(text)] }]);
  },
);
