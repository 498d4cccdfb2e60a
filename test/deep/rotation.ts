// What this run takes of more than a run has time for: drawn by a seed that is printed and that `DROVER_TEST_SEED` sets, so that the run can be repeated. Nightly takes all.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** One number for the whole run. */
    seed: number;
    /** Whether a run takes a share of them, or all. */
    shares: 'drawn' | 'all';
  }
}

/** Lines that this file has printed. */
const said = new Set<string>();

/** One of 0 to `count` - 1. `what` is printed with the seed. */
export function drawBeginning(what: string, count: number): number {
  const seed = inject('seed');
  const drawn = seed % count;
  const line = `${what}: beginning ${drawn} of ${count} (DROVER_TEST_SEED=${seed})\n`;
  if (!said.has(line)) process.stderr.write(line);
  said.add(line);
  return drawn;
}

/** Every second of `rows`, the others with the next seed. Where lists stand side by side, the one `beside` the first by an odd number has the other half. */
export function halfOf<Row>(what: string, rows: readonly Row[], beside = 0): readonly Row[] {
  return inject('shares') === 'all' ? rows : takeHalf(rows, drawBeginning(`half of ${what}`, 2) + beside);
}

export const takeHalf = <Row>(rows: readonly Row[], drawn: number): readonly Row[] =>
  rows.filter((_row, at) => at % 2 === drawn % 2);
