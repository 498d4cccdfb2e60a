import { expect, it } from 'vitest';
import { cut, widthOf } from './cells.ts';
import { columns } from './columns.ts';

const look = { color: false, width: 40, now: 0 };

it.each([
  ['letters', 'abc', 3],
  ['Latin, dashes, arrows and frames', 'é–…→│✓', 6],
  ['Chinese', '早上好', 6],
  ['emoji', '🎉', 2],
  ['a mark on its letter', 'e\u0301', 1],
  ['colours', '\u001b[31mred\u001b[0m', 3],
  ['all of it', 'a…早e\u0301\u001b[1mb\u001b[0m', 6],
])('knows how wide %s are', (_what, text, width) => {
  expect(widthOf(text)).toBe(width);
});

it('puts no mark and nothing wide among what is one column wide without a look', () => {
  for (const [from, to] of [
    [0x20, 0x7e],
    [0xa0, 0x2ff],
    [0x2010, 0x2027],
    [0x2190, 0x2bff],
  ] as const)
    for (let code = from; code <= to; code += 1) expect(/\p{Mark}/u.test(String.fromCodePoint(code))).toBe(false);
});

it('aligns columns by their width on the screen, and cuts the last one', () => {
  const rows = [
    ['早', 'x', 'short'],
    ['abc', '', 'a description that is longer than what is left of the line'],
  ];
  expect(columns(look, rows)).toBe('早   x  short\nabc     a description that is longer th…');
});

it('takes rows of different lengths, and none', () => {
  expect(columns(look, [['a', 'b', 'c'], ['long']])).toBe('a     b  c\nlong');
  expect(columns(look, [])).toBe('');
});

it('cuts by columns, not by letters', () => {
  expect(cut('早上好', 4)).toBe('早…');
});

it('leaves out a column without anything in it only where there is no room for all', () => {
  const rows = [
    ['ID', 'QUEUE', 'STATE'],
    ['cx-23', '', 'ready'],
  ];
  expect(columns(look, rows, { head: true })).toBe('ID     QUEUE  STATE\ncx-23         ready');
  expect(columns({ ...look, width: 14 }, rows, { head: true })).toBe('ID     STATE\ncx-23  ready');
  expect(columns({ ...look, width: 10 }, rows, { head: true })).toBe('cx-23\n  ready');
});
