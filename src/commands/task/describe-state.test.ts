import { expect, it } from 'vitest';
import type { SlotPlace } from '../../ports/store.ts';
import { describeState } from './describe-state.ts';
import type { TaskSnapshot } from './load.ts';

type Waiting = Omit<SlotPlace & { readonly kind: 'waiting' }, 'kind' | 'ahead'>;

it.each<[readonly string[], Waiting, string]>([
  [[], {}, 'waits for a slot'],
  [['shop-1'], {}, 'waits for a slot after shop-1'],
  [['shop-1', 'shop-2', 'shop-3'], {}, 'waits for a slot after shop-1, shop-2, shop-3'],
  [['shop-1', 'shop-2', 'shop-3', 'shop-4'], {}, 'waits for a slot after shop-1, shop-2, shop-3 and 1 more'],
  [['shop-1', 'shop-2', 'shop-3', 'shop-4'], { more: 96 }, 'waits for a slot after shop-1, shop-2, shop-3 and 97 more'],
  [['shop-1', 'shop-2'], { more: 7 }, 'waits for a slot after shop-1, shop-2 and 7 more'],
  [['shop-1'], { atMost: 1 }, 'waits for one of the 1 at work here (limits.tasks): shop-1'],
])('who waits behind %j is told in few words', (ahead, place, words) => {
  const task = { state: { at: { kind: 'confirming' }, stopping: null, paused: false } };
  const slot = { kind: 'waiting', ahead, ...place };
  expect(describeState({ task, slot, questions: [], runs: [], criteria: [] } as unknown as TaskSnapshot)).toBe(words);
});

it.each([
  [{}, 'proven: submitted'],
  [{ weaker: 'exit_codes' }, 'proven (by exit codes): submitted'],
])('how it ended is told with what that rests on, %j', (more, words) => {
  const task = { state: { at: { kind: 'ended', outcome: { kind: 'proven', why: 'submitted', open: [], ...more } } } };
  expect(describeState({ task } as unknown as TaskSnapshot)).toBe(words);
});

it('what a person has in their hand is told so, though it was paused before', () => {
  const at = { kind: 'in_hand', by: 'person:ada', back: { kind: 'checking' } };
  const task = { state: { at, stopping: null, paused: true } };
  const seen = { task, slot: { kind: 'none' }, questions: [], runs: [], criteria: [] };
  expect(describeState(seen as unknown as TaskSnapshot)).toBe('is in the hand of ada until `drover task give`');
});
