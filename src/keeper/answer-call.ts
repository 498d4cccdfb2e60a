// One request: who may ask it, and what is said.

import { encodeFrame } from '../contract/keeper/frames.ts';
import type { KeeperCall, KeeperReply } from '../contract/keeper/protocol.ts';
import { failed } from '../domain/error.ts';
import { attachVisitor } from './attach-visitor.ts';
import { lookAt } from './look-at.ts';
import { sendScreens } from './send-screens.ts';
import type { House, Visitor } from './serve.ts';
import { asWindow } from './window.ts';

export type Answering = { readonly house: House; readonly visitor: Visitor; readonly payload: Uint8Array };
export type Tell = (reply: KeeperReply, payload?: Uint8Array) => void;
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
      return lookAt(house, call.runId, call.history ?? 0);
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
