// Sends a run's output from byte N on, live, at the reader's own pace: it reads the journal, so nobody waits for it.
import { open } from 'node:fs/promises';
import type { Journal } from './journal.ts';

export type Reader = {
  /** Resolves when the reader can take more. */
  send(bytes: Uint8Array): Promise<void>;
  readonly gone: AbortSignal;
};

const piece = 64 * 1024;

/** `journal`: of a living run; null where it has ended and the file is all there will be. */
export async function streamOutput(path: string, journal: Journal | null, from: number, reader: Reader): Promise<void> {
  const file = await open(path, 'r');
  const left = new Promise<void>((resolve) => reader.gone.addEventListener('abort', () => resolve(), { once: true }));
  try {
    for (let at = from; !reader.gone.aborted; ) {
      const changed = journal?.changed();
      const last = journal?.closed ?? true;
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(piece), 0, piece, at);
      at += bytesRead;
      if (bytesRead > 0) await Promise.race([reader.send(buffer.subarray(0, bytesRead)), left]);
      else if (last) return;
      else await Promise.race([changed, left]);
    }
  } finally {
    await file.close();
  }
}
