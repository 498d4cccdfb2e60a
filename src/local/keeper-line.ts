// A terminal's own connection to the keeper, by ticket: no daemon in between, so that keys are quick and a dead daemon does no harm.
import { connect } from 'node:net';
import { encodeFrame, FrameReader } from '../contract/keeper/frames.ts';
import {
  KEEPER_PROTOCOL,
  type KeeperReply,
  type KeeperRequest,
  type KeeperWelcome,
} from '../contract/keeper/protocol.ts';

export type LineHandlers = {
  /** The picture and then the output. Resolves when more may come. */
  readonly output: (bytes: Uint8Array) => Promise<void> | null;
  /** `ended`: the program did; `lost`: the connection broke, `why` says how. */
  /** The size of the program's terminal: what `output` tells next is what one of that size must be sent to look like it. */
  readonly picture?: (columns: number, rows: number) => void;
  /** The program's terminal has another size from here on. */
  readonly window?: (columns: number, rows: number) => void;
  readonly over: (how: 'ended' | 'lost', why: string) => void;
};

export type KeeperLine = {
  ask(request: KeeperRequest, payload?: Uint8Array): void;
  /** Resolves when the keeper takes more of what is asked; null: at once. */
  taken(): Promise<void> | null;
  close(): void;
};

export function openKeeperLine(
  { socket: path, ticket }: { readonly socket: string; readonly ticket: string },
  { output, picture, window, over }: LineHandlers,
): KeeperLine {
  const socket = connect(path);
  const frames = new FrameReader();
  let ids = 0;
  let done = false;
  let welcomed = false;
  const finish = (how: 'ended' | 'lost', why: string) => {
    if (done) return;
    done = true;
    socket.destroy();
    over(how, why);
  };
  const hear = (message: unknown, payload: Uint8Array) => {
    if (!welcomed) {
      welcomed = true;
      const { hello } = message as KeeperWelcome;
      if (hello !== KEEPER_PROTOCOL) finish('lost', `the keeper speaks protocol ${hello}, not ${KEEPER_PROTOCOL}`);
      return;
    }
    const said = message as KeeperReply;
    if ('failure' in said) finish('lost', said.failure.message);
    if (!('stream' in said)) return;
    if (said.stream === 'end') finish('ended', '');
    if (said.stream === 'window') window?.(said.columns, said.rows);
    if (said.stream !== 'chunk' && said.stream !== 'picture') return;
    if (said.stream === 'picture') picture?.(said.columns, said.rows);
    const slow = output(payload);
    if (slow === null) return;
    socket.pause();
    void slow.then(() => socket.resume());
  };
  socket.on('data', (chunk) => {
    try {
      for (const { message, payload } of frames.push(chunk)) if (!done) hear(message, payload);
    } catch (error) {
      finish('lost', error instanceof Error ? error.message : String(error));
    }
  });
  socket.on('error', ({ message }) => finish('lost', message));
  socket.on('close', () => finish('lost', 'the keeper hung up'));
  socket.write(encodeFrame({ hello: KEEPER_PROTOCOL, ticket }));
  return {
    ask(request, payload) {
      ids += 1;
      if (!done) socket.write(encodeFrame({ ...request, id: ids }, payload));
    },
    taken() {
      if (done || !socket.writableNeedDrain) return null;
      return new Promise((resolve) => {
        socket.once('drain', resolve);
        socket.once('close', () => resolve());
      });
    },
    close() {
      done = true;
      socket.destroy();
    },
  };
}
