// What a child looks like to the keeper, however it is held.
import { constants as osConstants } from 'node:os';
import type { Reading } from './patience.ts';

export type Exit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string };

export type Child = {
  readonly pid: number;
  /** Its first process has ended; others of its family may still write. */
  readonly left: Promise<void>;
  /** It has ended and every byte of its output was handed over. */
  readonly closed: Promise<Exit>;
  write(bytes: Uint8Array): void;
  closeInput(): void;
  /** Of terminals; nothing to a pipe. */
  resize(columns: number, rows: number): void;
  /** Reads no more for now; the program waits when the terminal's own room is full. Of terminals. */
  pause(on: boolean): void;
  /** Reads no further: somebody out of reach holds the other end open. */
  abandon(): void;
};

/** Called with every piece of output, in order; the bytes are good until the call returns. `reading`: given once, what stops and continues it. */
export type Hear = {
  readonly output: (bytes: Buffer) => void;
  readonly error: (bytes: Buffer) => void;
  readonly reading?: (reading: Reading) => void;
};

export const signalName = (number: number): string =>
  Object.entries(osConstants.signals).find(([, value]) => value === number)?.[0] ?? `SIG${number}`;
