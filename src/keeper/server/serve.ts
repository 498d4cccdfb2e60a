// The keeper's door: connections of the protocol, each either the daemon's or a ticket holder's.
import { createServer, type Server, type Socket } from 'node:net';
import { encodeFrame, type FrameLimits, FrameReader } from '../../contract/keeper/frames.ts';
import type { KeeperHello, KeeperReply, KeeperWelcome } from '../../contract/keeper/protocol.ts';
import { Failed, type Failure, failed } from '../../domain/error.ts';
import { asFailure } from '../system-failure.ts';
import { type Answering, answerCall, type House, type Visitor } from './calls.ts';
import { readCall, readHello } from './read-request.ts';

const strangers: FrameLimits = { line: 4096, payload: 0 };
const guests: FrameLimits = { line: 64 * 1024, payload: 1024 * 1024 };
const owners: FrameLimits = { line: 16 * 1024 * 1024, payload: 64 * 1024 * 1024 };

export const serve = (house: House): Server => createServer((socket) => receive(house, socket));

function receive(house: House, socket: Socket): void {
  const frames = new FrameReader(strangers);
  const left = new AbortController();
  let visitor: Visitor | null = null;
  socket.on('error', () => socket.destroy());
  socket.on('close', () => left.abort());
  socket.setTimeout(house.patienceMs, () => socket.destroy());
  socket.on('data', (chunk) => {
    try {
      for (const frame of frames.each(chunk)) {
        if (visitor === null) {
          visitor = greet(house, socket, left.signal, readHello(frame.message));
          frames.limits = visitor.only === null ? owners : guests;
        } else void take({ house, visitor, payload: frame.payload }, frame.message);
      }
    } catch (error) {
      refuse(socket, 0, error);
    }
  });
}

function greet(house: House, socket: Socket, gone: AbortSignal, hello: KeeperHello | null): Visitor {
  const protocol = house.welcome.hello;
  tell(socket, house.welcome);
  if (hello?.hello !== protocol) throw failed('UNSUPPORTED', `The keeper speaks protocol ${protocol}.`, { protocol });
  const only = hello.ticket === undefined ? null : house.tickets.redeem(hello.ticket);
  if (hello.ticket !== undefined && only === null)
    throw failed('UNAUTHORIZED', 'This ticket was used, is too old or was never issued.');
  socket.setTimeout(0);
  return { socket, only, gone, attacher: { types: only?.right === 'type', window: null, heed: null } };
}

async function take(answering: Answering, message: unknown): Promise<void> {
  const call = readCall(message);
  const { socket } = answering.visitor;
  try {
    if (call === null) throw failed('UNKNOWN_WORD', 'The keeper does not know this request.');
    await answerCall(answering, call, (reply, payload) => tell(socket, reply, payload));
  } catch (error) {
    refuse(socket, call?.id ?? 0, error);
  }
}

function tell(socket: Socket, message: KeeperReply | KeeperWelcome, payload?: Uint8Array): void {
  if (!socket.destroyed && socket.writable) socket.write(encodeFrame(message, payload));
}

/** A failure without a call of its own (id 0) ends the connection. */
function refuse(socket: Socket, id: number, error: unknown): void {
  const failure: Failure = error instanceof Failed ? error.failure : asFailure(error, 'keeper');
  tell(socket, { id, failure });
  if (id === 0) socket.end();
}
