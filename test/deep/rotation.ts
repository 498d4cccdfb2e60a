// Which of many beginnings this run takes: drawn by a seed that is printed and that `DROVER_TEST_SEED` sets, so that the run can be repeated. Nightly takes all of them.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** One number for the whole run. */
    seed: number;
  }
}

/** One of 0 to `count` - 1. `what` is printed with the seed. */
export function drawBeginning(what: string, count: number): number {
  const seed = inject('seed');
  const drawn = seed % count;
  process.stderr.write(`${what}: beginning ${drawn} of ${count} (DROVER_TEST_SEED=${seed})\n`);
  return drawn;
}
