import { expect, test } from 'vitest';
import { unknownTurn } from './fold-turn.ts';
import { isForgotten } from './is-forgotten.ts';

const crashed = { ...unknownTurn, outcome: { kind: 'crashed', message: 'No conversation found' } } as const;

test('a resumed turn that crashed before it named its conversation is one that the agent has forgotten', () => {
  expect(isForgotten('a', crashed)).toBe(true);
});

test('a fresh turn, one that had begun, and any other outcome are not', () => {
  expect(isForgotten(null, crashed)).toBe(false);
  expect(isForgotten('a', { ...crashed, conversation: 'a' })).toBe(false);
  expect(isForgotten('a', unknownTurn)).toBe(false);
});
