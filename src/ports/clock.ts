import type { Instant } from '../domain/ids.ts';

/**
 * Time, passed in. What is shown, and what is kept over restarts, is told by `now`, which somebody may set; what may last so long, within one process, by `ticks` and `wait`, which go on
 * whatever becomes of it. `wait` resolves after `ms` or at once when the signal fires (it never rejects).
 */
export interface Clock {
  now(): Instant;
  /** Milliseconds of a clock that nobody sets; like `now` when the process began. */
  ticks(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls once at or after the instant (late by at most 30 s, clock jumps included); the returned function withdraws it. */
  at(when: Instant, call: () => void): () => void;
}
