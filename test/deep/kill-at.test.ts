import { describe, expect, it } from 'vitest';
import { killAt } from '../e2e/kill-at.ts';

describe('CM-29 SIGKILL of the daemon at any write of a lease taken by hand', () => {
  const reached = new Map<number, boolean>();

  it.concurrent.each(Array.from({ length: 90 }, (_, at) => [at + 1] as const))(
    'at point %i: state parses, nothing strays into the work tree, release recovers',
    async (point) => {
      reached.set(point, await killAt(point));
    },
    200_000,
  );

  it('went on to a point that the command does not reach any more', () => {
    expect(reached.get(1)).toBe(true);
    expect(reached.get(90)).toBe(false);
  });
});
