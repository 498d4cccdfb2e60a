import { expect, it } from 'vitest';
import { taskId } from '../domain/ids.ts';
import { freeSlots, placeOf } from './line.ts';

const claim = (number: number, slot: number | null, priority = 0) => ({
  ...{ task: taskId('shop', number), workspace: 'shop', priority, asked_at: number, turn: number, slot },
});

it('gives out the lowest free numbers, and none while more are held than there are now', () => {
  expect(freeSlots([claim(1, 2)], 3)).toEqual([1, 3]);
  expect(freeSlots([claim(1, 3), claim(2, 2)], 2)).toEqual([]);
});

it('names the holders first, then those before in the line', () => {
  const claims = [claim(1, 2), claim(2, 1), claim(3, null), claim(4, null, 9), claim(5, null)];
  expect(placeOf(claims, taskId('shop', 5))).toEqual({
    kind: 'waiting',
    ahead: ['shop-2', 'shop-1', 'shop-4', 'shop-3'],
  });
  expect(placeOf(claims, taskId('shop', 6))).toEqual({ kind: 'none' });
});
