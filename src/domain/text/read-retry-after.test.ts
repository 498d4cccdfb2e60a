import { expect, it } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

const now = Date.parse('2026-11-27T12:00:00Z');

it.each([
  ['120', 120_000],
  ['0', 0],
  ['Fri, 27 Nov 2026 12:02:00 GMT', 120_000],
  ['Fri, 27 Nov 2026 11:58:00 GMT', 0],
  ['soon', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%s is %s ms', (text, ms) => {
  expect(readRetryAfter(text, now)).toBe(ms);
});
