import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillRoom, openKillRoom } from './kill-at.ts';

let room: KillRoom;
beforeAll(async () => {
  room = await openKillRoom();
});
afterAll(() => room?.close());

it.each([5, 12])(
  'CM-29 (a part; the rest is in the deep tests) a lease taken while the daemon is killed at write %i leaves nothing that release does not mend',
  async (point) => {
    expect(await room.killAt(point)).toBe(true);
  },
);
