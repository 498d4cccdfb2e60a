// The files of one run, and who hears its output: written first, counted, cut at the limit.
import type { KeptRun } from '../../contract/keeper/protocol.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Hear } from '../process/pipe.ts';
import { Patience } from './backpressure.ts';
import { Input } from './input.ts';
import { Journal } from './journal.ts';
import { Veil, type VeilEars } from './veil.ts';

export type Journals = {
  readonly output: Journal;
  readonly error: Journal | null;
  readonly input: Input;
  readonly hear: Hear;
  /** Output beyond `outputLimit` came; it was dropped. */
  readonly overflown: Promise<void>;
  /** Milliseconds since the last byte, by a clock that nobody sets. */
  readonly quietFor: () => number;
  /** What waits to be known for a secret or none is kept now: no more comes. */
  readonly release: () => void;
  /** Output read from byte `at` on, as the program wrote it. */
  readonly lift: (bytes: Uint8Array, at: number) => Uint8Array;
  readonly close: () => void;
};

const deaf: VeilEars = { late: () => {}, hidden: () => {} };

/** `ticks`: milliseconds of a clock that only goes forward. `ears`: of the output. Throws where a file cannot be made. */
export function openJournals(
  ticks: () => number,
  program: Program,
  files: KeptRun['files'],
  ears: VeilEars = deaf,
): Journals {
  const patience = program.waitsForRoom === true ? new Patience() : null;
  const onFull = patience === null ? null : () => patience.begin();
  const output = new Journal(files.output, onFull);
  const error = files.error === null ? null : new Journal(files.error, onFull);
  const input = new Input(files.input, onFull);
  patience?.watch([output, ...(error === null ? [] : [error]), ...input.journals]);
  const { promise: overflown, resolve: overflow } = Promise.withResolvers<void>();
  const limit = program.outputLimit ?? Number.POSITIVE_INFINITY;
  let heard = ticks();
  const veil = new Veil(output, program.secrets ?? [], ears);
  const veils = [veil, ...(error === null ? [] : [new Veil(error, program.secrets ?? [], deaf)])];
  const keep = (own: Veil, bytes: Buffer) => {
    heard = ticks();
    const held = veils.reduce((sum, each) => sum + each.held, 0);
    const room = Math.max(0, limit - output.size - (error?.size ?? 0) - held);
    own.append(bytes.length > room ? bytes.subarray(0, room) : bytes);
    if (bytes.length > room) overflow();
  };
  const release = () => {
    for (const each of veils) each.release();
  };
  return {
    output,
    error,
    input,
    overflown,
    hear: {
      output: (bytes) => keep(veil, bytes),
      error: (bytes) => keep(veils[1] ?? veil, bytes),
      reading: (reading) => patience?.hold(reading),
    },
    // Who is held back is not quiet by itself.
    quietFor: () => (output.full === null ? ticks() - heard : 0),
    release,
    lift: (bytes, at) => veil.lift(bytes, at),
    close: () => {
      release();
      for (const journal of [output, error, input]) journal?.close();
      patience?.end();
    },
  };
}
