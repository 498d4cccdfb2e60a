import { describe, expect, it } from 'vitest';
import { crashSession, pointsOf } from '../e2e/session-crash.ts';

describe('a session whose daemon is killed at each of its effects', () => {
  it.concurrent.each(['intent', 'effect', 'commit'] as const)(
    'at the point %s: ends once, its message reaches the agent once, its answer is given',
    async (point) => {
      expect((await crashSession(point)).toSorted()).toEqual(pointsOf(point).toSorted());
    },
    600_000,
  );
});
