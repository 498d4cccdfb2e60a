import { expect, it } from 'vitest';
import { backOff } from './back-off.ts';

it('doubles from 100 ms to 30 s and stays there', () => {
  expect([1, 2, 3, 9, 10, 1000].map(backOff)).toEqual([100, 200, 400, 25_600, 30_000, 30_000]);
});
