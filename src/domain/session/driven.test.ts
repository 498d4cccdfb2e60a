import { expect, it } from 'vitest';
import { liveSession } from './apply-session.ts';
import { isUnheard, undriven } from './driven.ts';

const turn = { number: 1, startedAt: 2 } as never;

it.each([
  ['as it began', {}, true],
  ['with nothing that it asked', { driven: undriven }, true],
  ['that has asked something', { driven: { ...undriven, asked: 1 } }, false],
  ['in the middle of its first turn', { turn }, false],
  ['behind its first turn', { turns: 1 }, false],
])('of a session %s nothing is on record: %o', (_, more, wanted) => {
  expect(isUnheard({ ...liveSession(1, 1), ...more })).toBe(wanted);
});
