// Sends a run's output from byte N on, live, at the reader's own pace: it reads the journal, so nobody waits for it.
import { type FileHandle, open } from 'node:fs/promises';
import type { Journal } from './journal.ts';
import { locateTranscript } from './locate-transcript.ts';

export type Reader = {
  /** `at`: where the first of them stands in all that was written. Resolves when the reader can take more. */
  send(bytes: Uint8Array, at: number): Promise<void>;
  readonly gone: AbortSignal;
};

const piece = 64 * 1024;

/** `journal`: of a living run; null where it has ended and the file is all there will be. What was cut away is passed over. */
export async function streamOutput(path: string, journal: Journal | null, from: number, reader: Reader): Promise<void> {
  const left = new Promise<void>((resolve) => reader.gone.addEventListener('abort', () => resolve(), { once: true }));
  for (let at = from; !reader.gone.aborted; ) {
    const place = locateTranscript(path);
    const file = await open(place.file, 'r').catch(absent);
    const moved = () => locateTranscript(path).file !== place.file;
    if (file === null && !moved()) return;
    if (file === null) continue;
    try {
      at = Math.max(at, place.from);
      const sent = await sendFile(file, at, place.from, { journal, moved, reader, left });
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
  readonly left: Promise<void>;
};

/** Until there is no more in this file: because it is over, or because the transcript has moved on to another. */
async function sendFile(
  file: FileHandle,
  start: number,
  base: number,
  way: Way,
): Promise<{ at: number; over: boolean }> {
  const { journal, moved, reader, left } = way;
  let at = start;
  while (!reader.gone.aborted) {
    const changed = journal?.changed();
    const [last, gone] = [journal?.closed ?? true, moved()];
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(piece), 0, piece, at - base);
    if (bytesRead > 0) await Promise.race([reader.send(buffer.subarray(0, bytesRead), at), left]);
    else if (gone || last) return { at, over: !gone };
    else await Promise.race([changed, left]);
    at += bytesRead;
  }
  return { at, over: true };
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
