// The keeper's door: how long it waits for a hello, and how much it takes from whom.
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { encodeFrame } from '../../src/contract/keeper/frames.ts';
import { KEEPER_PROTOCOL } from '../../src/contract/keeper/protocol.ts';
import { runId } from '../../src/domain/ids.ts';
import { type KeeperRoom, openKeeperRoom, type RoomOptions, shell, until } from './keeper-room.ts';

const id = runId(1);
const pty = { io: { kind: 'pty', columns: 80, rows: 24 } } as const;
let room: KeeperRoom;
let sockets: Socket[];

async function open(options: RoomOptions = {}): Promise<void> {
  room = await openKeeperRoom(options);
  sockets = [];
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await room.close();
});

type Caller = { readonly socket: Socket; readonly heard: () => string; readonly gone: () => boolean };

function call(path: string): Caller {
  const socket = connect(path);
  sockets.push(socket);
  let heard = '';
  let gone = false;
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1');
  });
  socket.on('close', () => {
    gone = true;
  });
  return { socket, heard: () => heard, gone: () => gone };
}

/** Of a terminal; with the right to type and attached. */
async function callByTicket(): Promise<Caller> {
  await room.keeper.ensure(id, shell('stty raw -echo; wc -c', pty));
  const { socket: path, ticket } = await room.keeper.ticket(id, 'type');
  const caller = call(path);
  caller.socket.write(encodeFrame({ hello: KEEPER_PROTOCOL, ticket }));
  caller.socket.write(encodeFrame({ id: 1, ask: 'attach', runId: id, from: 'picture' }));
  await until(() => caller.heard().includes('"id":1'), 'it is attached');
  return caller;
}

const doorOf = async (): Promise<string> => {
  await room.keeper.ensure(id, shell('true'));
  return (await room.keeper.ticket(id, 'look')).socket;
};
const hello = encodeFrame({ hello: KEEPER_PROTOCOL });
const kilo = 1024;

describe('who says no hello', () => {
  test('is hung up on after a while, also in the middle of one; who said it stays, however silent', async () => {
    await open({ flags: ['--patience', '300'] });
    const path = await doorOf();
    const greeted = call(path);
    greeted.socket.write(hello);
    await until(() => greeted.heard().includes('hello'), 'the welcome');
    const silent = call(path);
    const half = call(path);
    half.socket.write('{"hello"');
    await until(() => silent.gone() && half.gone(), 'both are hung up on');
    expect(silent.heard() + half.heard()).toBe('');
    greeted.socket.write(encodeFrame({ id: 7, ask: 'list' }));
    await until(() => greeted.heard().includes('"id":7'), 'an answer');
    expect(greeted.gone()).toBe(false);
  });
});

describe('one frame', () => {
  test('of a stranger is at most 4 KiB and has no payload', async () => {
    await open();
    const path = await doorOf();
    for (const bytes of [Buffer.alloc(5 * kilo, 'x'), encodeFrame({ hello: KEEPER_PROTOCOL }, Buffer.from('x'))]) {
      const stranger = call(path);
      stranger.socket.write(bytes);
      await until(stranger.gone, 'the stranger is hung up on');
      expect(stranger.heard()).toContain('"failure"');
      expect(stranger.heard()).not.toContain('"hello"');
    }
  });

  test('of the daemon is believed as its own also where it came in one piece with the hello', async () => {
    await open();
    const owner = call(await doorOf());
    const long = encodeFrame({ id: 1, ask: 'find', runId: id, more: 'x'.repeat(8 * kilo) });
    owner.socket.write(Buffer.concat([hello, long]));
    await until(() => owner.heard().includes('"id":1,"value"') || owner.gone(), 'it is answered, or hung up on');
    expect(owner.heard()).toContain('"id":1,"value"');
  });

  test('of a ticket holder is at most a line of 64 KiB and a payload of 1 MiB', async () => {
    await open();
    const guest = await callByTicket();
    guest.socket.write(encodeFrame({ id: 2, ask: 'type', runId: id }, Buffer.alloc(kilo * kilo, 'k')));
    await until(() => guest.heard().includes('"id":2,"value"'), 'a megabyte is taken');
    guest.socket.write(`${JSON.stringify({ id: 3, ask: 'type', runId: id, payload: kilo * kilo + 1 })}\n`);
    await until(guest.gone, 'more is refused before it came');
    expect(guest.heard()).toContain('"id":0');
    expect(guest.heard()).not.toContain('"id":3');
  });

  test('of a ticket holder without an end is refused at 64 KiB', async () => {
    await open();
    const guest = await callByTicket();
    guest.socket.write(Buffer.alloc(65 * kilo, ' '));
    await until(guest.gone, 'it is hung up on');
    expect(guest.heard()).toContain('"id":0');
  });

  test('of the daemon may have a line of 1 MiB and a payload of 8 MiB, and not one of more than 64', async () => {
    await open();
    const path = await doorOf();
    const owner = call(path);
    owner.socket.write(hello);
    await until(() => owner.heard().includes('hello'), 'the welcome');
    owner.socket.write(encodeFrame({ id: 1, ask: 'find', runId: id, more: 'x'.repeat(kilo * kilo) }));
    await until(() => owner.heard().includes('"id":1'), 'a long line is answered');
    const sink = shell('wc -c', { io: { kind: 'pipe', stdin: 'open' } });
    await room.keeper.ensure(runId(2), sink);
    owner.socket.write(
      encodeFrame({ id: 2, ask: 'write', runId: runId(2), inputSeq: 1 }, Buffer.alloc(8 * kilo * kilo, 'x')),
    );
    await until(() => owner.heard().includes('"id":2,"value"'), 'a large payload is taken');
    owner.socket.write(`${JSON.stringify({ id: 3, ask: 'write', payload: 64 * kilo * kilo + 1 })}\n`);
    await until(owner.gone, 'what is too large is refused before it came');
    expect(owner.heard()).toContain('"id":0');
  });
});
