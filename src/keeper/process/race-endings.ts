// The one place where the ways a run can end race; whoever is first names the ending.
import type { Failure } from '../../domain/error.ts';
import type { EndingReason } from '../../domain/run/ending.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Clock } from '../../ports/system.ts';

export type Finish =
  /** Its first process ended by itself. */
  | { readonly kind: 'left' }
  | { readonly kind: 'timed_out'; readonly afterMs: number }
  | { readonly kind: 'stalled'; readonly quietMs: number }
  | { readonly kind: 'over_budget' }
  | { readonly kind: 'asked'; readonly reason: EndingReason }
  /** Its journals cannot be written. */
  | { readonly kind: 'unwritable'; readonly failure: Failure };

export type Runners = {
  readonly left: Promise<void>;
  readonly asked: Promise<EndingReason>;
  readonly overflown: Promise<void>;
  readonly unwritable: Promise<Failure>;
  /** Milliseconds since the last byte. */
  readonly quietFor: () => number;
};

export async function raceEndings(clock: Clock, program: Program, runners: Runners): Promise<Finish> {
  const over = new AbortController();
  try {
    return await Promise.race<Finish>([
      runners.left.then(() => ({ kind: 'left' })),
      runners.asked.then((reason) => ({ kind: 'asked', reason })),
      runners.overflown.then(() => ({ kind: 'over_budget' })),
      runners.unwritable.then((failure) => ({ kind: 'unwritable', failure })),
      clock.wait(program.deadlineMs, over.signal).then(() => ({ kind: 'timed_out', afterMs: program.deadlineMs })),
      stall(clock, program.quietMs, runners.quietFor, over.signal),
    ]);
  } finally {
    over.abort('over');
  }
}

async function stall(
  clock: Clock,
  quietMs: number | undefined,
  quietFor: () => number,
  over: AbortSignal,
): Promise<Finish> {
  if (quietMs === undefined) return new Promise(() => {});
  for (let rest = quietMs; rest > 0 && !over.aborted; rest = quietMs - quietFor()) await clock.wait(rest, over);
  return { kind: 'stalled', quietMs };
}
