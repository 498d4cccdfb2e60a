// A person's terminal at the keeper, by ticket: speaks the wire and nothing else.
import { connect } from 'node:net';
import { encodeFrame, FrameReader } from '../../src/contract/keeper/frames.ts';
import { KEEPER_PROTOCOL, type KeeperReply, type KeeperRequest } from '../../src/contract/keeper/protocol.ts';
import type { RunId } from '../../src/domain/ids.ts';
import type { Ticket } from '../../src/ports/keeper.ts';
import { until } from './keeper-room.ts';

type Picture = Extract<KeeperReply, { stream: 'picture' }> & { readonly bytes: Buffer };
type Told = Extract<KeeperReply, { stream: 'window' }>;
type Asked = KeeperRequest extends infer One ? (One extends { runId: RunId } ? Omit<One, 'runId'> : never) : never;

export type TerminalByTicket = {
  /** What a terminal would have been sent: the picture's bytes and those after it. */
  readonly sent: () => Buffer;
  readonly picture: () => Picture | null;
  /** What it was told last of the program's window. */
  readonly window: () => Told | null;
  readonly ended: () => boolean;
  /** Bytes of output alone. */
  readonly output: () => Buffer;
  /** The code of the refusal; null where it was granted. */
  ask(request: Asked, payload?: Uint8Array): Promise<string | null>;
  /** Reads no more until it is told to. */
  pause(on: boolean): void;
  leave(): Promise<void>;
};

export async function openTerminal(ticket: Ticket, runId: RunId): Promise<TerminalByTicket> {
  const socket = connect(ticket.socket);
  const frames = new FrameReader();
  const replies = new Map<number, string | null>();
  const chunks: Buffer[] = [];
  let picture: Picture | null = null;
  let window: Told | null = null;
  let ended = false;
  let gone = false;
  let welcomed = false;
  let calls = 0;
  socket.on('error', () => {});
  socket.on('close', () => {
    gone = true;
  });
  socket.on('data', (chunk) => {
    for (const { message, payload } of frames.push(chunk)) {
      const reply = message as KeeperReply;
      if (!welcomed) welcomed = true;
      else if ('failure' in reply) replies.set(reply.id, reply.failure.error_code);
      else if ('id' in reply) replies.set(reply.id, null);
      else if (!('stream' in reply)) continue;
      else if (reply.stream === 'window') window = reply;
      else if (reply.stream === 'picture') picture = { ...reply, bytes: Buffer.from(payload) };
      else if (reply.stream === 'chunk') chunks.push(Buffer.from(payload));
      else ended = true;
    }
  });
  socket.write(encodeFrame({ hello: ticket.protocol ?? KEEPER_PROTOCOL, ticket: ticket.ticket }));
  await until(() => welcomed, 'the welcome');
  return {
    sent: () => Buffer.concat([picture?.bytes ?? Buffer.alloc(0), ...chunks]),
    picture: () => picture,
    window: () => window,
    output: () => Buffer.concat(chunks),
    ended: () => ended,
    async ask(request, payload) {
      calls += 1;
      const id = calls;
      socket.write(encodeFrame({ ...request, runId, id }, payload));
      await until(() => gone || replies.has(id) || replies.has(0), 'a reply');
      return replies.get(id) ?? replies.get(0) ?? null;
    },
    pause: (on) => void (on ? socket.pause() : socket.resume()),
    async leave() {
      socket.destroy();
      await until(() => gone, 'the terminal has left');
    },
  };
}
