// One connection to the keeper, from hello to close.
import { lstatSync, type Stats } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { encodeFrame, type Frame, FrameReader, type MakeRoom } from '../../contract/keeper/frames.ts';
import {
  KEEPER_PROTOCOL,
  type KeeperHello,
  type KeeperReply,
  type KeeperWelcome,
} from '../../contract/keeper/protocol.ts';
import { Failed, failed } from '../../domain/error.ts';
import { findStopped } from '../process/find-stopped.ts';

export type Address = { readonly path: string; readonly ticket?: string; readonly protocol?: number };

export type Line = {
  readonly socket: Socket;
  readonly welcome: KeeperWelcome;
  readonly closed: Promise<void>;
};

/** Hears every frame after the welcome, in order. */
export type Listen = (reply: KeeperReply, payload: Uint8Array, socket: Socket) => void;

/** A keeper of another protocol or one that somebody has stopped, or somebody else's socket: to try again would be in vain. */
export const isFinal = (error: unknown): boolean =>
  error instanceof Failed &&
  (error.failure.error_code === 'UNAUTHORIZED' ||
    error.failure.details?.protocol !== undefined ||
    error.failure.details?.stopped !== undefined);

/** A keeper that says nothing for so long is not there. */
const patience = 10_000;
/** Who says nothing for so long is looked at. */
export const lookMs = 1000;

/** null: nobody has stopped the keeper. */
export function whyStopped(path: string): Failed | null {
  const pid = findStopped(path);
  if (pid === null) return null;
  const hint = `Let it go on with \`kill -CONT ${pid}\`.`;
  return failed('KEEPER_UNREACHABLE', `The keeper (process ${pid}) is stopped: it lives and answers nobody.`, {
    socket: path,
    stopped: pid,
    hint,
  });
}

/** Every line reads into it: what is read is cut into frames, which are copies, before another one reads. */
const shared = Buffer.allocUnsafe(64 * 1024);

/** Rejects with `Failed(KEEPER_UNREACHABLE)`: nobody there, no answer, another protocol (`details.protocol`); `Failed(UNAUTHORIZED)`: the socket is somebody else's. */
export async function openLine(address: Address, listen: Listen, makeRoom?: MakeRoom): Promise<Line> {
  const { path, ticket, protocol = KEEPER_PROTOCOL } = address;
  checkOwner(path);
  const frames = new FrameReader(undefined, makeRoom);
  let welcomed = false;
  const hear = (bytes: Buffer) => {
    for (const { message, payload } of cut(frames, bytes, socket)) {
      if (welcomed) listen(message as KeeperReply, payload, socket);
      else greeted.resolve(message as KeeperWelcome);
      welcomed = true;
    }
    return true;
  };
  const callback = (length: number, buffer: Uint8Array) => hear((buffer as Buffer).subarray(0, length));
  const socket = connect({ path, onread: { buffer: shared, callback } });
  const greeted = Promise.withResolvers<KeeperWelcome>();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const unreachable = (why: string, more: object = {}) =>
    failed('KEEPER_UNREACHABLE', `The keeper at ${path} ${why}.`, { socket: path, ...more });
  socket.on('error', (error) => greeted.reject(unreachable(`cannot be reached (${error.message})`)));
  socket.on('close', () => greeted.reject(unreachable('hung up')));
  socket.setTimeout(patience, () => socket.destroy());
  const look = setInterval(() => {
    const stopped = whyStopped(path);
    if (stopped === null) return;
    greeted.reject(stopped);
    socket.destroy();
  }, lookMs).unref();
  const hello: KeeperHello = ticket === undefined ? { hello: protocol } : { hello: protocol, ticket };
  socket.write(encodeFrame(hello));
  const welcome = await greeted.promise.finally(() => clearInterval(look));
  socket.setTimeout(0);
  if (welcome.hello === protocol) return { socket, welcome, closed };
  socket.destroy();
  throw unreachable(`speaks protocol ${welcome.hello}, not ${protocol}`, { protocol: welcome.hello });
}

function cut(frames: FrameReader, chunk: Buffer, socket: Socket): Frame[] {
  try {
    return frames.push(chunk);
  } catch {
    socket.destroy();
    return [];
  }
}

/** Whoever can put a socket there would hear everything: the person's own alone will do, in a folder nobody else can write to. Throws `Failed`. */
function checkOwner(path: string): void {
  const socket = look(path);
  const folder = look(dirname(path));
  const own = ({ uid }: Stats) => process.getuid === undefined || uid === process.getuid();
  if (!socket.isSocket() || !own(socket) || (socket.mode & 0o077) !== 0)
    throw failed('UNAUTHORIZED', `${path} must be a socket of yours that nobody else can open (0600).`);
  if (!own(folder) || (folder.mode & 0o022) !== 0)
    throw failed('UNAUTHORIZED', `${dirname(path)} must be a folder of yours that nobody else can write to.`);
}

function look(path: string): Stats {
  try {
    return lstatSync(path);
  } catch (error) {
    throw new Failed(
      { error_code: 'KEEPER_UNREACHABLE', message: `There is no keeper at ${path}.`, details: { socket: path } },
      error,
    );
  }
}
