// A lease taken by hand with a kill at each of many points: each is a test, in one of as many rooms as tests run at once.
import { afterAll, describe, expect, it } from 'vitest';
import { type KillRoom, openKillRoom } from './kill-at.ts';

/** Beyond what the command reaches. */
export const lastPoint = 90;

/** Ascending, and with `lastPoint`. */
export function killPoints(points: readonly number[]): void {
  describe('CM-29 SIGKILL of the daemon at any write of a lease taken by hand', () => {
    const reached = new Map<number, boolean>();
    const rooms: KillRoom[] = [];
    const free: KillRoom[] = [];
    async function takeRoom(): Promise<KillRoom> {
      const there = free.pop();
      if (there !== undefined) return there;
      const room = await openKillRoom();
      rooms.push(room);
      return room;
    }
    afterAll(() => Promise.all(rooms.map((room) => room.close())));

    it.concurrent.each(points.map((point) => [point] as const))(
      'at point %i: state parses, nothing strays into the work tree, release recovers',
      async (point) => {
        const room = await takeRoom();
        try {
          reached.set(point, await room.killAt(point));
        } finally {
          free.push(room);
        }
      },
      200_000,
    );

    it('went on to a point that the command does not reach any more', () => {
      expect(reached.get(points[0] ?? 0)).toBe(true);
      expect(reached.get(lastPoint)).toBe(false);
    });
  });
}
