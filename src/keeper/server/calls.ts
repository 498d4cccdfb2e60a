// One request: who may ask it, and what is said.
import type { Socket } from 'node:net';
import { encodeFrame } from '../../contract/keeper/frames.ts';
import type {
  KeeperCall,
  KeeperReply,
  KeeperRight,
  KeeperStream,
  KeeperWelcome,
} from '../../contract/keeper/protocol.ts';
import { failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import { streamOutput } from '../journal/read-output.ts';
import type { Runs } from '../process/runs.ts';
import type { HeldRun } from '../process/supervised-run.ts';
import { pictureOf, takePicture, watchScreen } from '../screen/picture.ts';
import type { Screens } from '../screen/screens.ts';
import { type Attacher, asWindow, type Window } from '../screen/view.ts';
import type { Tickets } from './tickets.ts';

export type House = {
  readonly runs: Runs;
  readonly screens: Screens;
  readonly tickets: Tickets;
  readonly socket: string;
  readonly welcome: KeeperWelcome;
  /** Milliseconds: who says nothing for so long is hung up on. */
  readonly patienceMs: number;
};

/** `only`: what its ticket is good for; null: everything. */
export type Visitor = {
  readonly socket: Socket;
  readonly only: { readonly runId: RunId; readonly right: KeeperRight } | null;
  readonly gone: AbortSignal;
  /** What it is attached as. */
  readonly attacher: Attacher;
};

export type Answering = { readonly house: House; readonly visitor: Visitor; readonly payload: Uint8Array };
type Tell = (reply: KeeperReply, payload?: Uint8Array) => void;
type Streaming = Extract<KeeperCall, { ask: 'attach' | 'screens' }>;

/** Rejects with `Failed`. */
export async function answerCall(answering: Answering, call: KeeperCall, tell: Tell): Promise<void> {
  if (!isAllowed(answering.visitor, call))
    throw failed(
      'UNAUTHORIZED',
      'A ticket allows to attach to its own run and, with the right to type, its keys and window.',
    );
  if (isStreaming(call)) return await stream(answering, call, tell);
  const value = await answer(answering, call);
  tell({ id: call.id, value: value ?? null });
}

/** With a ticket: its own run, and keys and window only with that right. Nobody else types. */
function isAllowed({ only }: Visitor, call: KeeperCall): boolean {
  if (only === null) return call.ask !== 'type';
  const typing = call.ask === 'type' || call.ask === 'resize';
  const own = 'runId' in call && call.runId === only.runId;
  return own && (call.ask === 'attach' || (typing && only.right === 'type'));
}

const isStreaming = (call: KeeperCall): call is Streaming => call.ask === 'attach' || call.ask === 'screens';

async function stream({ house, visitor }: Answering, call: Streaming, tell: Tell): Promise<void> {
  house.runs.seek(call.runId);
  tell({ id: call.id, value: null });
  if (call.ask === 'attach') await attachVisitor(house, visitor, call);
  else await sendScreens(house, visitor, call.runId);
  tell({ stream: 'end' });
}

function answer({ house, visitor, payload }: Answering, call: Exclude<KeeperCall, Streaming>): unknown {
  const { runs, socket } = house;
  switch (call.ask) {
    case 'ensure':
      return runs.ensure(call.runId, call.program);
    case 'write':
      return runs.write(call.runId, call.inputSeq, payload);
    case 'close-input':
      return runs.seek(call.runId)?.closeInput();
    case 'resize':
      return resize(house, visitor, call);
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
      return { socket, ticket: house.tickets.issue(call.runId, call.right), protocol: house.welcome.hello };
    case 'type':
      return runs.type(call.runId, payload);
    case 'screen':
      return pictureOf(house, call.runId, call.history ?? 0);
    case 'activity':
      return runs.activity(call.runId);
    case 'strays':
      return runs.strays(call.end, call.of);
    case 'drain':
      return runs.drain();
  }
}

function resize({ runs }: House, visitor: Visitor, call: Extract<KeeperCall, { ask: 'resize' }>): void {
  const held = runs.seek(call.runId);
  if (visitor.only === null) held?.resize(call.columns, call.rows);
  else {
    visitor.attacher.window = asWindow(call.columns, call.rows) ?? visitor.attacher.window;
    held?.view?.fit();
  }
}

function watch(house: House, visitor: Visitor): void {
  const stop = house.runs.watch((run) => {
    if (visitor.socket.writable) visitor.socket.write(encodeFrame({ ended: run }));
  });
  visitor.gone.addEventListener('abort', stop, { once: true });
}

// Sends a visitor the output of a run: from byte N on, or first the picture and then from that very byte on.

type Attach = Extract<KeeperCall, { ask: 'attach' }>;

/** Resolves when the run has ended and all was sent, or the visitor has gone. */
async function attachVisitor(house: House, visitor: Visitor, call: Attach): Promise<void> {
  const held = house.runs.seek(call.runId);
  const detach = join(visitor, held, call);
  const { socket, gone } = visitor;
  try {
    const from = call.from === 'picture' ? await sendPicture(house, visitor, call) : call.from;
    const path = held?.output.path ?? house.runs.find(call.runId)?.files.output ?? '';
    // Who looks on at a terminal sees what the program writes; what is read to be kept is as it is kept.
    const shown = (bytes: Uint8Array, at: number) => (visitor.only === null ? bytes : (held?.lift(bytes, at) ?? bytes));
    const send = (bytes: Uint8Array, at: number) => put(socket, { stream: 'chunk', at }, shown(bytes, at));
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
async function sendPicture(house: House, { socket, attacher }: Visitor, call: Attach): Promise<number> {
  const picture = await takePicture(house, call.runId).catch(() => null);
  if (picture === null) return 0;
  const { at, columns, rows, bytes } = picture;
  await put(socket, { stream: 'picture', at, columns, rows }, bytes);
  tellWindows(house.runs.seek(call.runId), socket, attacher, { columns, rows });
  return at;
}

/** From now on, and at once where it has changed since the picture was taken. */
function tellWindows(held: HeldRun | null, socket: Socket, attacher: Attacher, seen: Window): void {
  attacher.heed = (window) => {
    if (!socket.destroyed) socket.write(encodeFrame({ stream: 'window', ...window }));
  };
  const now = held?.view?.window ?? seen;
  if (now.columns !== seen.columns || now.rows !== seen.rows) attacher.heed(now);
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

// Sends a visitor the pictures of a run as they change; to a slow one the latest of them.

/** Resolves when the run has ended and its last picture was sent, or the visitor has gone. */
async function sendScreens(house: House, { socket, gone }: Visitor, runId: RunId): Promise<void> {
  let waiting: Screen | null = null;
  const flush = () => {
    if (waiting === null || socket.destroyed || socket.writableNeedDrain) return;
    const message: KeeperStream = { stream: 'screen', screen: waiting };
    waiting = null;
    socket.write(encodeFrame(message));
  };
  const push = (screen: Screen) => {
    waiting = screen;
    flush();
  };
  socket.on('drain', flush);
  try {
    await watchScreen(house, runId, push, gone);
    if (waiting !== null && !socket.destroyed) socket.write(encodeFrame({ stream: 'screen', screen: waiting }));
  } finally {
    socket.off('drain', flush);
  }
}
