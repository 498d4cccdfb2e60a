// The daemon is killed while messages wait: none is lost, and none comes twice. Kills in the middle of a delivery are in the deep tests.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Inbox, MessageSent } from '../../src/contract/session.ts';
import { openSessionWorld, type SessionWorld } from './session-world.ts';

let world: SessionWorld;
beforeEach(async () => {
  world = await openSessionWorld();
}, 240_000);
afterEach(() => world.close());

const queue = async (name: string, ...more: string[]) =>
  (await world.must<Inbox>(['inbox', 'list', name, ...more])).messages;

it('a daemon killed with 20 messages in an inbox: the agent works on, and each is delivered once, in order, by the next', async () => {
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
});
