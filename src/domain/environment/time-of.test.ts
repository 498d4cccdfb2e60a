// When a line was written, in each of the ways in which lines say so.
import { expect, it } from 'vitest';
import { instant } from '../ids.ts';
import { timeOf } from './time-of.ts';

const now = instant(Date.UTC(2026, 0, 2, 12));
const noon = Date.UTC(2026, 0, 2, 12);

it.each([
  ['2026-01-02T12:00:00Z x', 0, noon],
  ['2026-01-02 12:00:00 x', 0, noon],
  ['[2026-01-02 12:00:00] x', 0, noon],
  ['2026-01-02T12:00:00.5Z', 0, noon + 500],
  ['2026-01-02 12:00:00,123456789 x', 0, noon + 123],
  ['2026-01-02T14:00:00+02:00 x', 0, noon],
  ['2026-01-02T14:00:00 +0200 x', 0, noon],
  ['2026-01-02T06:30:00-0530 x', 0, noon],
  ['2026-01-02 13:30:00 no zone is the host’s', 90, noon],
  ['2026-01-02T12:00:00Z the host’s is none', 90, noon],
  ['Jan  2 12:00:00 h x', 0, noon],
  ['Jan 2 13:30:00 h x', 90, noon],
  ['Jan  3 12:00:00 h a day ahead is this year’s', 0, noon + 86_400_000],
  ['Jan  3 12:00:01 h more is last year’s', 0, Date.UTC(2025, 0, 3, 12, 0, 1)],
  ['Dec 31 23:00:00 h last year’s', 0, Date.UTC(2025, 11, 31, 23)],
  ['x 2026-01-02T12:00:00Z', 0, null],
  ['(((2026-01-02T12:00:00Z', 0, noon],
  ['((((2026-01-02T12:00:00Z', 0, null],
  ['Jan 2 12:00:00', 0, null],
  ['Foo  2 12:00:00 h x', 0, null],
  ['', 0, null],
])('%s', (line, offset, at) => {
  expect(timeOf(line, { offset, now })).toBe(at);
});
