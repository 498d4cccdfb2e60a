import { describe, expect, it } from 'vitest';
import { killAt } from '../e2e/kill-at.ts';

describe('CM-29 SIGKILL of the daemon at any write of a lease taken by hand', () => {
  const reached: boolean[] = [];

  it.each(Array.from({ length: 90 }, (_, at) => [at + 1] as const))(
    'at point %i: state parses, nothing strays into the work tree, release recovers',
    async (point) => {
      reached.push(await killAt(point));
    },
    200_000,
  );

  it('went on to a point that the command does not reach any more', () => {
    expect(reached[0]).toBe(true);
    expect(reached.at(-1)).toBe(false);
  });
});
