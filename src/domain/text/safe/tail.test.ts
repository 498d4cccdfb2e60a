import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stripControl } from './strip-control.ts';
import { tail } from './tail.ts';

it('control sequences, titles, clipboards, links and bidi overrides are gone, lines and tabs stay', () => {
  expect(stripControl('\u001b[31mred\u001b[0m\tx\r\ny')).toBe('red\tx\ny');
  expect(stripControl('\u001b]52;c;aGk=\u0007a\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\')).toBe('alink');
  expect(stripControl('a\u202eb\u0007\u009b31mc')).toBe('abc');
});

it('WT-49 what nobody sees is gone as well, what joins letters stays', () => {
  expect(stripControl('pass\u200bwo\u2060rd\ufeff=\u061cx\u{e0041}y')).toBe('password=xy');
  expect(stripControl('one\u2028two\u2029three')).toBe('one\ntwo\nthree');
  expect(stripControl('👩\u200d💻 \u0645\u06cc\u200c\u062e')).toBe('👩\u200d💻 \u0645\u06cc\u200c\u062e');
});

it('at most 8 KiB of whole lines from the end', () => {
  const text = Array.from({ length: 5000 }, (_, line) => `line ${line}`).join('\n');
  expect(Buffer.byteLength(tail(text))).toBeLessThanOrEqual(8192);
  expect(tail(text)).toMatch(/^line \d+\n[\s\S]*line 4999$/);
});

it('a secret at the edge of what is kept is not half shown', () => {
  const text = `TOKEN=${'s'.repeat(200)} ${'y'.repeat(60)}`;
  expect(tail(text, 100)).not.toContain('sss');
});

it('stays within its limit whatever the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 1, max: 50 }),
      (text, limit) => Buffer.byteLength(tail(text, limit)) <= limit,
    ),
  );
});
