// Reads a terminal's master. It gives 4 KB at a time and the runtime's stream wakes up for each; in a flood the rest is read here, at once.
import { readSync } from 'node:fs';
import type { Readable } from 'node:stream';

/** Less than this at once, and there is no more for now: a terminal is read in pages, less the end of a line. */
const full = 4000;
/** Bytes at a time; other runs wait no longer than reading them takes. */
const room = 128 * 1024;

/** `hear`: gets the bytes in order; they are gone when it returns. */
export function readTerminal(stream: Readable, fd: number, hear: (bytes: Buffer) => void): void {
  const buffer = Buffer.allocUnsafe(room);
  stream.on('data', (first: Buffer) => {
    // What the stream still holds comes before what is in the terminal.
    if (first.length < full || first.length > room - full || stream.readableLength > 0) return hear(first);
    first.copy(buffer);
    hear(buffer.subarray(0, readOn(fd, buffer, first.length)));
  });
}

/** Where the bytes in `buffer` end then. */
function readOn(fd: number, buffer: Buffer, start: number): number {
  let end = start;
  for (let read = full; read >= full && room - end >= full; end += read) read = readOnce(fd, buffer, end);
  return end;
}

/** 0: nothing now, or never more; which of both the stream finds out. */
function readOnce(fd: number, buffer: Buffer, at: number): number {
  try {
    return readSync(fd, buffer, at, room - at, null);
  } catch {
    return 0;
  }
}
