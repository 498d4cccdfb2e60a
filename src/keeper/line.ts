// One connection to the keeper, from hello to close.
import { connect, type Socket } from 'node:net';
import { KEEPER_PROTOCOL, type KeeperHello, type KeeperReply, type KeeperWelcome } from '../contract/keeper.ts';
import { failed } from '../domain/error.ts';
import { encodeFrame, type Frame, FrameReader } from './frames.ts';

export type Line = {
  readonly socket: Socket;
  readonly welcome: KeeperWelcome;
  readonly closed: Promise<void>;
};

/** Hears every frame after the welcome, in order. */
export type Listen = (reply: KeeperReply, payload: Uint8Array, socket: Socket) => void;

/** A keeper that says nothing for so long is not there. */
const patience = 10_000;

/** Rejects with `Failed(KEEPER_UNREACHABLE)`: nobody there, no answer, another protocol (`details.protocol`). */
export async function openLine(path: string, ticket: string | null, listen: Listen): Promise<Line> {
  const socket = connect(path);
  const greeted = Promise.withResolvers<KeeperWelcome>();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const unreachable = (why: string, more: object = {}) =>
    failed('KEEPER_UNREACHABLE', `The keeper at ${path} ${why}.`, { socket: path, ...more });
  socket.on('error', (error) => greeted.reject(unreachable(`cannot be reached (${error.message})`)));
  socket.on('close', () => greeted.reject(unreachable('hung up')));
  socket.setTimeout(patience, () => socket.destroy());
  const frames = new FrameReader();
  let welcomed = false;
  socket.on('data', (chunk) => {
    for (const frame of cut(frames, chunk, socket)) {
      if (welcomed) listen(frame.message as KeeperReply, frame.payload, socket);
      else greeted.resolve(frame.message as KeeperWelcome);
      welcomed = true;
    }
  });
  const hello: KeeperHello = ticket === null ? { hello: KEEPER_PROTOCOL } : { hello: KEEPER_PROTOCOL, ticket };
  socket.write(encodeFrame(hello));
  const welcome = await greeted.promise;
  socket.setTimeout(0);
  if (welcome.hello === KEEPER_PROTOCOL) return { socket, welcome, closed };
  socket.destroy();
  throw unreachable(`speaks protocol ${welcome.hello}, not ${KEEPER_PROTOCOL}`, { protocol: welcome.hello });
}

function cut(frames: FrameReader, chunk: Buffer, socket: Socket): Frame[] {
  try {
    return frames.push(chunk);
  } catch {
    socket.destroy();
    return [];
  }
}
