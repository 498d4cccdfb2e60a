// Reads a run's output over a connection of its own, no faster than it is asked for.
import { type FileHandle, open } from 'node:fs/promises';
import { encodeFrame } from '../../contract/keeper/frames.ts';
import type { KeeperReply } from '../../contract/keeper/protocol.ts';
import { Failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import { type Address, openLine } from '../client/line.ts';
import type { Journal } from './journal.ts';
import { locateTranscript } from './transcript.ts';

type OutputPart =
  /** Lent: another part stands in their place once it is asked for. `at`: where the first of them stands in all that was written. */
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
  const blocks = new Blocks();
  let refusal: Failed | null = null;
  let wake = () => {};
  const listen = (reply: KeeperReply, payload: Uint8Array) => {
    if ('failure' in reply) refusal = new Failed(reply.failure);
    else if ('stream' in reply && reply.stream === 'end') parts.push({ kind: 'end' });
    else if ('stream' in reply && reply.stream === 'chunk') parts.push({ kind: 'bytes', bytes: payload, at: reply.at });
    if (parts.length >= held) line.socket.pause();
    wake();
  };
  const line = await openLine(address, listen, (length) => blocks.take(length));
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
      if (part?.kind === 'bytes') blocks.giveBack(part.bytes);
      else if (part !== undefined) return;
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

/** Places of parts, used again and again: hundreds of megabytes that are read leave nothing behind to be collected. */
class Blocks {
  readonly #free: ArrayBufferLike[] = [];

  take(length: number): Buffer {
    if (length === 0 || length > piece) return Buffer.allocUnsafe(length);
    return Buffer.from(this.#free.pop() ?? new ArrayBuffer(piece), 0, length);
  }

  giveBack({ buffer }: Uint8Array): void {
    if (buffer.byteLength === piece) this.#free.push(buffer);
  }
}

// Sends a run's output from byte N on, live, at the reader's own pace: it reads the journal, so nobody waits for it.

type Reader = {
  /** `at`: where the first of them stands in all that was written. Resolves when the reader can take more. */
  send(bytes: Uint8Array, at: number): Promise<void>;
  readonly gone: AbortSignal;
};

const piece = 64 * 1024;

/** `journal`: of a living run; null where it has ended and the file is all there will be. What was cut away is passed over. */
export async function streamOutput(path: string, journal: Journal | null, from: number, reader: Reader): Promise<void> {
  for (let at = from; !reader.gone.aborted; ) {
    const place = locateTranscript(path);
    const file = await open(place.file, 'r').catch(absent);
    const moved = () => locateTranscript(path).file !== place.file;
    if (file === null && !moved()) return;
    if (file === null) continue;
    try {
      at = Math.max(at, place.from);
      const sent = await sendFile(file, at, place.from, { journal, moved, reader });
      at = sent.at;
      if (sent.over) return;
    } finally {
      await file.close();
    }
  }
}

type Way = {
  readonly journal: Journal | null;
  readonly moved: () => boolean;
  readonly reader: Reader;
};

/** Until there is no more in this file: because it is over, or because the transcript has moved on to another. */
async function sendFile(
  file: FileHandle,
  start: number,
  base: number,
  way: Way,
): Promise<{ at: number; over: boolean }> {
  const { journal, moved, reader } = way;
  const block = Buffer.allocUnsafe(piece);
  let at = start;
  while (!reader.gone.aborted) {
    const changed = journal?.changed();
    const [last, gone] = [journal?.closed ?? true, moved()];
    const { bytesRead } = await file.read(block, 0, piece, at - base);
    if (bytesRead > 0) await unlessGone(reader.send(block.subarray(0, bytesRead), at), reader.gone);
    else if (gone || last) return { at, over: !gone };
    else await unlessGone(changed, reader.gone);
    at += bytesRead;
  }
  return { at, over: true };
}

/** Resolves when that is done, or the reader has gone. A race with one promise for all of them would keep what each came to for as long as the reader stays. */
export function unlessGone(work: Promise<void> | undefined, gone: AbortSignal): Promise<void> {
  if (gone.aborted) return Promise.resolve();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => resolve();
  gone.addEventListener('abort', leave, { once: true });
  Promise.resolve(work)
    .then(resolve, reject)
    .finally(() => gone.removeEventListener('abort', leave));
  return promise;
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
