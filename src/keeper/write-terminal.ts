// Writes to a terminal's master without ever waiting in place: the runtime's own stream does, and a program that writes before it reads would hold up every run.
import { write } from 'node:fs';

/** Until the program has read some of what it was given. */
const againMs = 2;

/** In order. `gone`: the master is closed, and its number may be another file's. */
export function writeTerminal(fd: number, gone: () => boolean): (bytes: Uint8Array) => void {
  const waiting: Uint8Array[] = [];
  let busy = false;

  function next(): void {
    const [bytes] = waiting;
    busy = bytes !== undefined && !gone();
    if (bytes === undefined || !busy) return void waiting.splice(0);
    write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(next, againMs);
      // Any other failure is the end of the terminal: nothing more can be said to it.
      if (error !== null) waiting.splice(0);
      else if (written < bytes.length) waiting[0] = bytes.subarray(written);
      else waiting.shift();
      next();
    });
  }

  return (bytes) => {
    waiting.push(bytes);
    if (!busy) next();
  };
}
