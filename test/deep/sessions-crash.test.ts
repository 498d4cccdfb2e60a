// The daemon is killed at each point of a delivery: the message ends in a known state or says that it is not known, and none comes twice.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Inbox } from '../../src/contract/session.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';

let world: SessionWorld;
beforeEach(async () => {
  world = await openSessionWorld();
}, 240_000);
afterEach(() => world.close());

it('a daemon killed at each point of a delivery: the message arrives once, or is told as uncertain', async () => {
  await world.start('e');
  await world.ready('e');
  const points = join(world.folder, 'points');
  for (const point of ['intent', 'effect', 'commit']) {
    await world.must(['down']);
    world.env.DROVER_TEST_CRASH = `daemon:at=${point} deliver-message:${points}-${point}`;
    await world.ask(['send', 'e', `at ${point}`]);
    delete world.env.DROVER_TEST_CRASH;
    const message = (await settled('e')).find(({ text }) => text === `at ${point}`);
    const came = world.lines('e').filter((line) => line === `at ${point}`).length;
    expect([point, came <= 1]).toEqual([point, true]);
    if (message?.state === 'turn_ended' || message?.state === 'delivered') expect([point, came]).toEqual([point, 1]);
    else expect([point, message?.state]).toEqual([point, 'uncertain']);
  }
  // A turn that nobody saw begin is given up after a minute, which may be met at two of the points.
}, 240_000);

/** Once nothing is on its way any more. */
const settled = async (name: string) => {
  const reply = await world.until(
    () => world.ask<Inbox>(['inbox', 'list', name, '--all']),
    (told) => told.ok && told.data.messages.every(({ state }) => state !== 'queued' && state !== 'delivering'),
  );
  return reply.ok ? reply.data.messages : [];
};
