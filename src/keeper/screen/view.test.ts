import { expect, test } from 'vitest';
import { countTyped } from './view.ts';

const none = { bytes: 0, at: null };
const typed = (text: string, before = none as { bytes: number; at: number | null }) =>
  countTyped(before, Buffer.from(text), 7);

test('what was typed is counted until Enter', () => {
  expect(typed('abc')).toEqual({ bytes: 3, at: 7 });
  expect(typed('de', { bytes: 3, at: 1 })).toEqual({ bytes: 5, at: 7 });
  expect(typed('f\r', { bytes: 3, at: 1 })).toEqual({ bytes: 0, at: 7 });
  expect(typed('one\rtwo')).toEqual({ bytes: 3, at: 7 });
  expect(typed('ü')).toEqual({ bytes: 2, at: 7 });
});

test('what a terminal reports by itself is not typing', () => {
  const reports = ['\x1b[I', '\x1b[O', '\x1b[?1;2c', '\x1b[>0;276;0c', '\x1b[12;40R', '\x1b[0n', '\x1b[?2004;2$y'];
  const more = [
    '\x1b[8;24;80t',
    '\x1b]11;rgb:00/00/00\x1b\\',
    '\x1bP>|name\x1b\\',
    '\x1b[<0;3;4M',
    '\x1b[<35;3;4m',
    '\x1b[?1u',
  ];
  for (const report of [...reports, ...more]) expect([report, typed(report)]).toEqual([report, none]);
  expect(typed('a\x1b[Ib')).toEqual({ bytes: 2, at: 7 });
});

test('arrows and function keys are typing: they can bring a line back', () => {
  expect(typed('\x1b[A').bytes).toBe(3);
  expect(typed('\x1bOP').bytes).toBe(3);
});
