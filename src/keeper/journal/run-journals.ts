// The files of one run, and who hears its output: written first, counted, cut at the limit.
import type { KeptRun } from '../../contract/keeper/protocol.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Hear } from '../process/pipe.ts';
import { Patience } from './backpressure.ts';
import { Input } from './input.ts';
import { Journal } from './journal.ts';

export type Journals = {
  readonly output: Journal;
  readonly error: Journal | null;
  readonly input: Input;
  readonly hear: Hear;
  /** Output beyond `outputLimit` came; it was dropped. */
  readonly overflown: Promise<void>;
  /** Milliseconds since the last byte, by a clock that nobody sets. */
  readonly quietFor: () => number;
  readonly close: () => void;
};

/** `ticks`: milliseconds of a clock that only goes forward. Throws where a file cannot be made. */
export function openJournals(ticks: () => number, program: Program, files: KeptRun['files']): Journals {
  const patience = program.waitsForRoom === true ? new Patience() : null;
  const onFull = patience === null ? null : () => patience.begin();
  const output = new Journal(files.output, onFull);
  const error = files.error === null ? null : new Journal(files.error, onFull);
  const input = new Input(files.input, onFull);
  patience?.watch([output, ...(error === null ? [] : [error]), ...input.journals]);
  const { promise: overflown, resolve: overflow } = Promise.withResolvers<void>();
  const limit = program.outputLimit ?? Number.POSITIVE_INFINITY;
  let heard = ticks();
  const keep = (journal: Journal, bytes: Buffer) => {
    heard = ticks();
    const room = limit - output.size - (error?.size ?? 0);
    journal.append(bytes.length > room ? bytes.subarray(0, room) : bytes);
    if (bytes.length > room) overflow();
  };
  return {
    output,
    error,
    input,
    overflown,
    hear: {
      output: (bytes) => keep(output, bytes),
      error: (bytes) => keep(error ?? output, bytes),
      reading: (reading) => patience?.hold(reading),
    },
    // Who is held back is not quiet by itself.
    quietFor: () => (output.full === null ? ticks() - heard : 0),
    close: () => {
      for (const journal of [output, error, input]) journal?.close();
      patience?.end();
    },
  };
}
