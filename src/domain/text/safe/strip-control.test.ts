import { expect, it } from 'vitest';
import { stripControl } from './strip-control.ts';

it.each([
  ['a\u200bb\u2060c\ufeffd\u061ce\u00adf\u034fg\u3164h\u180ei', 'abcdefghi'],
  ['pass\u200dword\u200c', 'password'],
  ['\u200dx', 'x'],
  ['👩‍👩‍👧‍👦 and 👩🏽‍💻', '👩‍👩‍👧‍👦 and 👩🏽‍💻'],
  ['می‌خواهم', 'می‌خواهم'],
  ['a\ud800b\udc00c', 'a\ufffdb\ufffdc'],
  ['日本\u202egnp', '日本gnp'],
  ['\u001b[31mred\u001b[0m \u001b]0;title\u0007x', 'red x'],
  ['a\u001b]0;title\u001b\\b\u001b]0;open', 'ab'],
  ['a\u001bPq1\u001b\\b\u001b_x', 'ab'],
  ['a\u001b[38;5;196mb\u001b[38:5:1mc\u001b[Kd\u001b(Be\u001b[?25lf\u009b1mg', 'abcdefg'],
  ['a\u001b7\u001bcb', 'ab'],
  ['\u001b7kept\u001b8 kept', 'kept kept'],
  ['a\u001b[1;2 qb\u001b#8c\u001b%Gd\u001b[>4;2me', 'abcde'],
  ['a\u17b4b\u17b5c\u180bd\u180ce\u180df\u180fg\u{e0020}h', 'abcdefgh'],
  ['a\u200c\u200db\u200dé', 'abé'],
  ['é\u200c\u200da', 'éa'],
  ['a\u2029b', 'a\nb'],
  ['a\r\nb\rc\u2028d\te', 'a\nb\nc\nd\te'],
])('WT-112 %j is shown as %j', (given, shown) => {
  expect(stripControl(given)).toBe(shown);
});
