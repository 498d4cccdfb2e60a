import { afterAll, describe, expect, it } from 'vitest';
import { type KillRoom, openKillRoom } from '../e2e/kill-at.ts';

const last = 90;

describe('CM-29 SIGKILL of the daemon at any write of a lease taken by hand', () => {
  const reached = new Map<number, boolean>();
  /** As many as tests run at once. */
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

  it.concurrent.each(Array.from({ length: last }, (_, at) => [at + 1] as const))(
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
    expect(reached.get(1)).toBe(true);
    expect(reached.get(last)).toBe(false);
  });
});
