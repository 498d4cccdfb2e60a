// Writes one JSON line to stdout, whole.
import { writeSync } from 'node:fs';
import type { Tell } from './perform.ts';

export const tell: Tell = (line) => writeAll(`${JSON.stringify(line)}\n`);

/** A pipe may take a part only, or be full. */
function writeAll(text: string): void {
  for (let bytes = Buffer.from(text); bytes.length > 0; ) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
