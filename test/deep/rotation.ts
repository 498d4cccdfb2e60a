// What this run takes of more than a run has time for: drawn by a seed that is printed and that `DROVER_TEST_SEED` sets, so that the run can be repeated. Nightly takes all.
import { basename } from 'node:path';
import { expect, inject, it, type TestFunction, type TestOptions } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** One number for the whole run. */
    seed: number;
    /** Whether a run takes a share of them, or all. */
    shares: 'drawn' | 'all';
  }
  interface TaskMeta {
    /** It is skipped for this run's seed alone: `scripts/sum-results.mjs`. */
    readonly otherSeed?: true;
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

const isOfHalf = (at: number, drawn: number): boolean => at % 2 === drawn % 2;

export const takeHalf = <Row>(rows: readonly Row[], drawn: number): readonly Row[] =>
  rows.filter((_row, at) => isOfHalf(at, drawn));

/** How many of this file were met. From one file to the next the halves begin at odds: each has about as many. */
let met = basename(expect.getState().testPath ?? '').length;

function whetherDrawn(): TestOptions {
  met += 1;
  const isDrawn = inject('shares') === 'all' || isOfHalf(met, drawBeginning('half of the tests by turns', 2));
  return isDrawn ? {} : { skip: true, meta: { otherSeed: true } };
}

/** A test of which a file has several: a run takes every second, the others with the next seed. `needed`: what else it hangs on. */
export function byTurns(name: string, needed: TestOptions, body: TestFunction): void;
export function byTurns(name: string, body: TestFunction): void;
export function byTurns(name: string, ...rest: [TestFunction] | [TestOptions, TestFunction]): void {
  const [needed, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  it(name, { ...needed, ...whetherDrawn() }, body);
}
