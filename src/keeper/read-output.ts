// Reads a run's output over a connection of its own, no faster than it is asked for.

import { encodeFrame } from '../contract/keeper/frames.ts';
import type { KeeperReply } from '../contract/keeper/protocol.ts';
import { Failed } from '../domain/error.ts';
import type { RunId } from '../domain/ids.ts';
import { type Address, openLine } from './line.ts';

export type OutputPart =
  /** `at`: where the first of them stands in all that was written. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly at: number }
  /** All of it was read. */
  | { readonly kind: 'end' }
  /** The connection broke. */
  | { readonly kind: 'cut' };

/** Chunks held for a slow reader before the connection is paused. */
const held = 16;

/** Ends with `end`, `cut`, or silently when the signal fires. Throws `Failed` where the keeper refuses. */
export async function* readOutput(
  address: Address,
  runId: RunId,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<OutputPart, void> {
  const parts: OutputPart[] = [];
  let refusal: Failed | null = null;
  let wake = () => {};
  const listen = (reply: KeeperReply, payload: Uint8Array) => {
    if ('failure' in reply) refusal = new Failed(reply.failure);
    else if ('stream' in reply && reply.stream === 'end') parts.push({ kind: 'end' });
    else if ('stream' in reply && reply.stream === 'chunk') parts.push({ kind: 'bytes', bytes: payload, at: reply.at });
    if (parts.length >= held) line.socket.pause();
    wake();
  };
  const line = await openLine(address, listen);
  const stop = () => line.socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  void line.closed.then(() => {
    parts.push({ kind: 'cut' });
    wake();
  });
  try {
    line.socket.write(encodeFrame({ id: 1, ask: 'attach', runId, from }));
    while (!signal.aborted) {
      const part = parts.shift();
      if (part !== undefined && !(part.kind === 'cut' && refusal !== null)) yield part;
      if (part !== undefined && part.kind !== 'bytes') return;
      if (refusal !== null) throw refusal;
      if (parts.length > 0) continue;
      line.socket.resume();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    line.socket.destroy();
  }
}
