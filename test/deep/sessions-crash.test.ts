// The daemon is killed while messages wait and at each point of a delivery: none is lost, each ends in a known state or says that it is not known, and none comes twice.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Inbox, MessageSent } from '../../src/contract/session.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';
import { byTurns } from './rotation.ts';

let world: SessionWorld;
beforeEach(async () => {
  world = await openSessionWorld();
});
afterEach(() => world.close());

const queue = async (name: string, ...more: string[]) =>
  (await world.must<Inbox>(['inbox', 'list', name, ...more])).messages;

byTurns(
  'a daemon killed with 20 messages in an inbox: the agent works on, and each is delivered once, in order, by the next',
  async () => {
    await world.start('b', [], ['--until', join(world.folder, 'go')]);
    await world.ready('b');
    await world.must<MessageSent>(['send', 'b', 'first']);
    const pid = (await world.session('b')).pid;
    const { ask } = await world.openDoor();
    for (let sent = 0; sent < 20; sent += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          ask('session.send', { session: 'b', text: `message ${sent + n}`, until: 'queued' }),
        ),
      );
    const order = (await queue('b')).map(({ text }) => text);
    expect(order).toHaveLength(20);
    process.kill(await world.daemonPid(), 'SIGKILL');
    writeFileSync(join(world.folder, 'go'), '');
    await world.until(
      () => world.drover(['ps']),
      ({ code }) => code === 0,
    );
    await world.until(
      async () => world.lines('b'),
      ({ length }) => length === 21,
    );
    await world.ready('b');
    expect(world.lines('b')).toEqual(['first', ...order]);
    expect((await world.session('b')).pid).toBe(pid);
    expect(new Set((await queue('b', '--all')).map(({ state }) => state))).toEqual(new Set(['turn_ended']));
  },
);

byTurns('a daemon killed at each point of a delivery: the message arrives once, or is told as uncertain', async () => {
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
});

/** Once nothing is on its way any more. */
const settled = async (name: string) => {
  const reply = await world.until(
    () => world.ask<Inbox>(['inbox', 'list', name, '--all']),
    (told) => told.ok && told.data.messages.every(({ state }) => state !== 'queued' && state !== 'delivering'),
  );
  return reply.ok ? reply.data.messages : [];
};
