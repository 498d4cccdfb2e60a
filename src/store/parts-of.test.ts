import { expect, it } from 'vitest';
import { partsOf } from './parts-of.ts';

const keys = (count: number) => Array.from({ length: count }, (_, at) => at);

it.each([
  [0, []],
  [1, [1]],
  [500, [500]],
  [501, [500, 1]],
  [1_000, [500, 500]],
  [1_001, [500, 500, 1]],
])('%i keys are asked for in parts of %j, each once and in their order', (count, sizes) => {
  const parts = partsOf(keys(count));
  expect(parts.map(({ length }) => length)).toEqual(sizes);
  expect(parts.flat()).toEqual(keys(count));
});
