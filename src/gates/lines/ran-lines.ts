// Which lines ran, by V8's count of functions and of the branches in them.
import type { Place } from './places.ts';

/** A function and its branches: start, end and count of each, the function itself first. */
export type Counted = readonly number[];

export type RanLines = {
  /** In a function that was called. */
  readonly called: ReadonlySet<number>;
  /** While the module was loaded, and nothing on the line waits for a call. */
  readonly loaded: ReadonlySet<number>;
  /** Some function of it was called. */
  readonly any: boolean;
};

type Range = { readonly start: number; readonly end: number; readonly count: number; readonly isModule: boolean };

export function ranLines(
  text: string,
  functions: readonly Counted[],
  places: ReadonlyMap<number, readonly Place[]>,
): RanLines {
  const ranges = functions.flatMap((each) => rangesOf(text, each));
  const called = new Set<number>();
  const loaded = new Set<number>();
  for (const [line, own] of places) {
    const samples = own.flatMap((place) => samplesIn(place, ranges));
    if (samples.some((each) => each.count > 0 && !each.isModule)) called.add(line);
    else if (samples.length > 0 && samples.every((each) => each.count > 0)) loaded.add(line);
  }
  return { called, loaded, any: ranges.some(({ count, isModule }) => count > 0 && !isModule) };
}

function rangesOf(text: string, counted: Counted): readonly Range[] {
  const [start = 0, end = 0] = counted;
  const isModule = holdsAll(text, start, end);
  return Array.from({ length: Math.floor(counted.length / 3) }, (_, at) => ({
    start: counted[at * 3] ?? 0,
    end: counted[at * 3 + 1] ?? 0,
    count: counted[at * 3 + 2] ?? 0,
    isModule,
  }));
}

/** The script itself, or what vite and jest put around it. */
const holdsAll = (text: string, start: number, end: number): boolean =>
  start === 0 ||
  (end >= text.trimEnd().length - 4 && /^(?:'use strict';|\(\{"Object\.<anonymous>":)$/.test(text.slice(0, start)));

/** What is innermost at the beginning of a place and wherever something begins in it. */
function samplesIn([start, end]: Place, ranges: readonly Range[]): readonly Range[] {
  const near = ranges.filter((each) => each.start < end && each.end > start);
  const points = [start, ...near.flatMap((each) => [each.start, each.end])].filter((at) => at >= start && at < end);
  return [...new Set(points)].flatMap((at) => {
    const around = near.filter((each) => each.start <= at && at < each.end);
    const inner = around.reduce<Range | null>(
      (best, each) => (best === null || isInside(each, best) ? each : best),
      null,
    );
    return inner === null ? [] : [inner];
  });
}

/** Of two of the same size the later one is the branch. */
const isInside = (one: Range, other: Range): boolean => one.end - one.start <= other.end - other.start;
