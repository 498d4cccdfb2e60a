// Of what is drawn nothing is never taken: by two seeds one after another, and of lists side by side in one run.
import { expect, inject, it } from 'vitest';
import { byTurns, takeHalf } from './rotation.ts';

it.each([1, 2, 3, 8, 9])('of %i rows two halves that follow each other are all, and none is in both', (count) => {
  const rows = Array.from({ length: count }, (_, at) => at);
  for (const drawn of [0, 1, 6, 7])
    expect([...takeHalf(rows, drawn), ...takeHalf(rows, drawn + 1)].toSorted((one, other) => one - other)).toEqual(
      rows,
    );
});

const ran: string[] = [];
for (const name of ['one', 'two', 'three', 'four']) byTurns(`by turns: ${name}`, () => void ran.push(name));

it('of tests by turns a run takes every second, and nightly all', () => {
  const halves = [
    ['one', 'three'],
    ['two', 'four'],
  ];
  expect(inject('shares') === 'all' ? [['one', 'two', 'three', 'four']] : halves).toContainEqual(ran);
});
