import fc from 'fast-check';
import { expect, it } from 'vitest';
import { substitute } from './substitute.ts';

const values = new Map([
  ['found', 'what [other] says, $& and $1'],
  ['other', 'x'],
  ['src/a.ts', 'text of a'],
  ['empty', ''],
]);

it.each([
  ['Use [found].', 'Use what [other] says, $& and $1.', []],
  ['{{found}} {{ other }} {other}', 'what [other] says, $& and $1 x x', []],
  ['{{src/a.ts}} and [src/a.ts]', 'text of a and text of a', []],
  ['[empty]|{empty}', '|', []],
  ['[nobody] stays, [found2] too', '[nobody] stays, [found2] too', ['nobody', 'found2']],
  ['{{nobody}} and {nobody}', '{{nobody}} and {nobody}', ['nobody']],
  [
    '- [x] a box, [a-z]+ a range, [1] a note, [link](./a.md)',
    '- [x] a box, [a-z]+ a range, [1] a note, [link](./a.md)',
    [],
  ],
  ['const { a } = b; {a: 1}; [[found', 'const { a } = b; {a: 1}; [[found', []],
  ['[[other]]', '[x]', []],
])('%j becomes %j, and unknown is %j', (text, expected, unknown) => {
  expect(substitute(text, values)).toEqual({ text: expected, unknown });
});

const name = fc.stringMatching(/^[a-z_][a-z_]{1,10}$/);

it('a value is put in as it is, once, and nothing in it is looked at again', () => {
  fc.assert(
    fc.property(name, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (key, value, around) => {
      const calm = around.replace(/[[\]{}]/g, '');
      const only = new Map([[key, value]]);
      for (const place of [`[${key}]`, `{{${key}}}`, `{${key}}`])
        expect(substitute(`${calm}${place}${calm}`, only)).toEqual({ text: `${calm}${value}${calm}`, unknown: [] });
    }),
  );
});

it('a text without a value stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(substitute(text, new Map()).text).toBe(text);
    }),
  );
});
