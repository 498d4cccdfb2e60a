import { expect, it } from 'vitest';
import { elapsed } from './amounts.ts';

it.each([
  [-1, '0s'],
  [9_999, '9s'],
  [60_000, '1m 00s'],
  [125_000, '2m 05s'],
  [3_600_000, '1h 00m'],
  [3_725_000, '1h 02m'],
])('%i ms have gone by as %s', (ms, words) => {
  expect(elapsed(ms)).toBe(words);
});
