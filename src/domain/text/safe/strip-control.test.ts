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
  ['a\r\nb\rc\u2028d\te', 'a\nb\nc\nd\te'],
])('WT-112 %j is shown as %j', (given, shown) => {
  expect(stripControl(given)).toBe(shown);
});
