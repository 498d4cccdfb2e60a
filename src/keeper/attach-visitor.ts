// Sends a visitor the output of a run: from byte N on, or first the picture and then from that very byte on.
import type { Socket } from 'node:net';
import { encodeFrame } from '../contract/keeper/frames.ts';
import type { KeeperCall, KeeperStream } from '../contract/keeper/protocol.ts';
import type { HeldRun } from './held-run.ts';
import { takePicture } from './look-at.ts';
import type { House, Visitor } from './serve.ts';
import { streamOutput } from './stream-output.ts';
import { asWindow } from './window.ts';

type Attach = Extract<KeeperCall, { ask: 'attach' }>;

/** Resolves when the run has ended and all was sent, or the visitor has gone. */
export async function attachVisitor(house: House, visitor: Visitor, call: Attach): Promise<void> {
  const held = house.runs.seek(call.runId);
  const detach = join(visitor, held, call);
  const { socket, gone } = visitor;
  try {
    const from = call.from === 'picture' ? await sendPicture(house, socket, call) : call.from;
    const path = held?.output.path ?? house.runs.find(call.runId)?.files.output ?? '';
    const send = (bytes: Uint8Array, at: number) => put(socket, { stream: 'chunk', at }, bytes);
    await streamOutput(path, held?.output ?? null, from, { send, gone });
  } finally {
    detach();
  }
}

/** A terminal, and no reader of the output alone: it has a window, or wants the picture. Forgotten when it goes, whatever way. */
function join({ attacher, gone }: Visitor, held: HeldRun | null, call: Attach): () => void {
  const window = asWindow(call.columns, call.rows);
  if (!held?.view || gone.aborted || (call.from !== 'picture' && window === null)) return () => {};
  attacher.window = window;
  const leave = held.view.attach(attacher);
  gone.addEventListener('abort', leave, { once: true });
  return leave;
}

/** Where the bytes after it begin; from the first kept where there is no picture. */
async function sendPicture(house: House, socket: Socket, call: Attach): Promise<number> {
  const picture = await takePicture(house, call.runId).catch(() => null);
  if (picture === null) return 0;
  const { at, columns, rows, bytes } = picture;
  await put(socket, { stream: 'picture', at, columns, rows }, bytes);
  return at;
}

/** Resolves when the socket can take more. */
async function put(socket: Socket, message: KeeperStream, payload: Uint8Array): Promise<void> {
  if (socket.destroyed || socket.write(encodeFrame(message, payload))) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('drain', resolve);
  socket.once('close', resolve);
  await promise;
  socket.off('drain', resolve);
  socket.off('close', resolve);
}
