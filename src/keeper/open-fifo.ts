// A real pipe between two descriptors. Node's own `pipe` is a socket pair, through which a program cannot open /dev/stdout or /dev/stderr.
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { promisify } from 'node:util';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** Descriptors of the same pipe; `ours` does not block. */
export type Fifo = { readonly ours: number; readonly theirs: number };

export async function makeFifos(paths: readonly string[]): Promise<void> {
  await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
}

/** Opens both ends and removes the name. */
export function openFifo(path: string, direction: 'from-child' | 'to-child'): Fifo {
  const reader = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    if (direction === 'from-child') return { ours: reader, theirs: openSync(path, O_WRONLY) };
    const ours = openSync(path, O_WRONLY | O_NONBLOCK);
    const theirs = openSync(path, O_RDONLY);
    closeSync(reader);
    return { ours, theirs };
  } finally {
    unlinkSync(path);
  }
}

export function closeFifo({ ours, theirs }: Fifo): void {
  closeSync(ours);
  closeSync(theirs);
}
