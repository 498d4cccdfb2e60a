// The keeper's door: connections of the protocol, each either the daemon's or a ticket holder's.
import { createServer, type Server, type Socket } from 'node:net';
import {
  KEEPER_PROTOCOL,
  type KeeperCall,
  type KeeperHello,
  type KeeperReply,
  type KeeperWelcome,
} from '../contract/keeper.ts';
import { Failed, type Failure, failed } from '../domain/error.ts';
import type { RunId } from '../domain/ids.ts';
import { asFailure } from './as-failure.ts';
import { encodeFrame, type Frame, FrameReader } from './frames.ts';
import { readCall, readHello } from './read-request.ts';
import type { Runs } from './runs.ts';
import { streamOutput } from './stream-output.ts';
import type { Tickets } from './tickets.ts';

export type House = {
  readonly runs: Runs;
  readonly tickets: Tickets;
  readonly socket: string;
  readonly welcome: KeeperWelcome;
};

/** `only`: the run of its ticket; null: everything. */
type Visitor = { readonly socket: Socket; readonly only: RunId | null; readonly gone: AbortSignal };

export const serve = (house: House): Server => createServer((socket) => receive(house, socket));

function receive(house: House, socket: Socket): void {
  const frames = new FrameReader();
  const left = new AbortController();
  let visitor: Visitor | null = null;
  socket.on('error', () => socket.destroy());
  socket.on('close', () => left.abort());
  socket.on('data', (chunk) => {
    try {
      for (const frame of frames.push(chunk)) {
        if (visitor === null) visitor = greet(house, socket, left.signal, readHello(frame.message));
        else void take(house, visitor, frame);
      }
    } catch (error) {
      refuse(socket, 0, error);
    }
  });
}

function greet(house: House, socket: Socket, gone: AbortSignal, hello: KeeperHello | null): Visitor {
  tell(socket, house.welcome);
  if (hello?.hello !== KEEPER_PROTOCOL)
    throw failed('UNSUPPORTED', `The keeper speaks protocol ${KEEPER_PROTOCOL}.`, { protocol: KEEPER_PROTOCOL });
  if (hello.ticket === undefined) return { socket, only: null, gone };
  const only = house.tickets.redeem(hello.ticket);
  if (only === null) throw failed('UNAUTHORIZED', 'This ticket was used, is too old or was never issued.');
  return { socket, only, gone };
}

async function take(house: House, visitor: Visitor, frame: Frame): Promise<void> {
  const call = readCall(frame.message);
  try {
    if (call === null) throw failed('UNKNOWN_WORD', 'The keeper does not know this request.');
    if (visitor.only !== null && !(call.ask === 'attach' && call.runId === visitor.only))
      throw failed('UNAUTHORIZED', 'A ticket allows to attach to its own run and nothing else.');
    if (call.ask === 'attach') return await attach(house, visitor, call);
    const value = await answer(house, visitor, call, frame.payload);
    tell(visitor.socket, { id: call.id, value: value ?? null });
  } catch (error) {
    refuse(visitor.socket, call?.id ?? 0, error);
  }
}

function answer(
  house: House,
  visitor: Visitor,
  call: Exclude<KeeperCall, { ask: 'attach' }>,
  payload: Uint8Array,
): unknown {
  const { runs } = house;
  switch (call.ask) {
    case 'ensure':
      return runs.ensure(call.runId, call.program);
    case 'write':
      return runs.write(call.runId, call.inputSeq, payload);
    case 'close-input':
      return runs.seek(call.runId)?.closeInput();
    case 'resize':
      return runs.seek(call.runId)?.resize(call.columns, call.rows);
    case 'end':
      return runs.end(call.runId, call.reason);
    case 'find':
      return runs.find(call.runId);
    case 'list':
      return runs.list();
    case 'watch':
      return watch(house, visitor);
    case 'forget':
      return runs.forget(call.runId);
    case 'ticket':
      runs.seek(call.runId);
      return { socket: house.socket, ticket: house.tickets.issue(call.runId) };
  }
}

function watch(house: House, visitor: Visitor): void {
  const stop = house.runs.watch((run) => tell(visitor.socket, { ended: run }));
  visitor.gone.addEventListener('abort', stop, { once: true });
}

async function attach(house: House, visitor: Visitor, call: Extract<KeeperCall, { ask: 'attach' }>): Promise<void> {
  const { socket, gone } = visitor;
  const held = house.runs.seek(call.runId);
  const path = held?.output.path ?? house.runs.find(call.runId)?.files.output ?? '';
  tell(socket, { id: call.id, value: null });
  const send = async (bytes: Uint8Array) => {
    if (socket.write(encodeFrame({ stream: 'chunk' }, bytes))) return;
    await new Promise((resolve) => socket.once('drain', resolve));
  };
  await streamOutput(path, held?.output ?? null, call.from, { send, gone });
  tell(socket, { stream: 'end' });
}

function tell(socket: Socket, message: KeeperReply | KeeperWelcome): void {
  if (!socket.destroyed && socket.writable) socket.write(encodeFrame(message));
}

/** A failure without a call of its own (id 0) ends the connection. */
function refuse(socket: Socket, id: number, error: unknown): void {
  const failure: Failure = error instanceof Failed ? error.failure : asFailure(error, 'keeper');
  tell(socket, { id, failure });
  if (id === 0) socket.end();
}
