import { expect, it } from 'vitest';
import { roomFor } from './room.ts';

const gigabytes = (count: number): number => count * 1024 ** 3;

it.each([
  [0.2, 1],
  [1.5, 1],
  [2.9, 1],
  [3, 2],
  [4.5, 3],
  [64, 3],
])('%d GB that nobody uses are room for %i agents', (free, agents) => {
  expect(roomFor(gigabytes(free))).toBe(agents);
});
