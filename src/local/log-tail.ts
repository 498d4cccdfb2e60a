// What a daemon that did not come up said last.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const limit = 2048;

/** At most the last 2 KiB, from the byte `from` on; '' where there is no such file. */
export function logTail(path: string, from: number): string {
  try {
    const file = openSync(path, 'r');
    try {
      const size = fstatSync(file).size;
      const start = Math.max(Math.min(from, size), size - limit);
      const bytes = Buffer.alloc(size - start);
      readSync(file, bytes, 0, bytes.length, start);
      return bytes.toString('utf8').trim();
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
