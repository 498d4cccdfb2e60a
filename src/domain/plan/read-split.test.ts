import { expect, it } from 'vitest';
import { readSplit } from './parse-report.ts';

const missingOf = (value: Record<string, unknown>) => {
  const missing: string[] = [];
  const split = readSplit(value, missing);
  return { missing, titles: split?.features.map(({ title }) => title) ?? null };
};
const two = [{ title: 'a' }, { title: 'b', depends_on: [1] }];

it('a split has at least two parts and the reason why one cycle is not enough', () => {
  expect(missingOf({ split: two, split_why: 'too large' })).toEqual({ missing: [], titles: ['a', 'b'] });
  expect(missingOf({ split: two }).missing).toEqual(['`split_why`: a text']);
});

it.each([[undefined], [null], [[]], [[{ title: 'all of it' }]]])('%j is no split, and nothing is missing', (split) => {
  expect(missingOf({ split })).toEqual({ missing: [], titles: null });
});

it('one that does not hold, or has too many parts, is asked for again', () => {
  expect(missingOf({ split: [{ title: 'a', depends_on: [2] }, 'b', 7], split_why: 'x' }).missing[0]).toContain(
    'Feature 3',
  );
  expect(missingOf({ split: [{ title: 'a', depends_on: [3] }, 'b'], split_why: 'x' }).missing[0]).toContain('number 3');
  const nine = Array.from({ length: 9 }, (_, number) => `part ${number}`);
  expect(missingOf({ split: nine, split_why: 'x' }).missing).toEqual([expect.stringContaining('at most 8')]);
});
