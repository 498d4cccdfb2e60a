import { expect, it } from 'vitest';
import { chainId, criterionId, effectId, kindOf, questionId, runId, type ThingId, taskId } from './ids.ts';

const shop = taskId('shop', 12);

it('an id is written as people type it', () => {
  expect([shop, criterionId(shop, 'SC-1'), runId(103), chainId(7), questionId(7), effectId(shop, 3)]).toEqual([
    ...['shop-12', 'shop-12/SC-1', 'r103', 'x7', 'q7', 'shop-12#3'],
  ]);
});

it.each([
  ['r103', 'run'],
  ['s12', 'session'],
  ['m40', 'message'],
  ['x7', 'chain'],
  ['shop-12', 'task'],
  ['shop-12/SC-1', 'criterion'],
  // Workspaces may be named like any of them.
  ['r1-12', 'task'],
  ['s1-12', 'task'],
  ['m1-12', 'task'],
  ['x1-12', 'task'],
  ['ar1', 'task'],
  ['as1', 'task'],
  ['am1', 'task'],
  ['ax1', 'task'],
  ['r1/SC-1', 'criterion'],
  ['r', 'task'],
])('%s is the id of a %s', (id, kind) => {
  expect(kindOf(id as ThingId)).toBe(kind);
});
