// What a run whose lines are asked for is told, and how what it tells is called.
import type { Placed } from '../../ports/gates.ts';

/** `channel`: where test files say which test begins and ends. `tests`: files whose tests are looked at. */
export type Wanted = {
  readonly folder: string;
  readonly files: readonly string[];
  readonly channel: string;
  readonly tests: readonly string[];
};

/** In the folder of a run's lines. */
export const wantedFile = 'lines.json';
/** What processes tell: a file for each. */
export const traceNames = { ending: '.jsonl' } as const;

/** For programs that read no JSON. */
export const listed = (path: string, lines: readonly string[]): Placed => ({
  path,
  text: lines.map((line) => `${line}\n`).join(''),
});
