import { expect, it } from 'vitest';
import { mostAtWork } from './beat.ts';

const gigabyte = 1024 ** 3;

it.each([
  ['as it is said', 7, 2, 4, 7],
  ['two a processor', 'auto', 4, 64, 8],
  ['a gigabyte each', 'auto', 16, 6, 6],
  ['never fewer than one workspace may have', 'auto', 1, 1, 3],
] as const)('WT-34 limits.tasks is %s', (_, tasks, processors, memory, expected) => {
  const limits = { tasks };
  expect(mostAtWork(limits, { processors, memory: memory * gigabyte })).toBe(expected);
});

it('WT-34 limits.tasks is a number on this computer', () => {
  expect(mostAtWork({ tasks: 'auto' })).toBeGreaterThanOrEqual(3);
});
