import type { Instant } from '../domain/ids.ts';

/** Time, passed in. `wait` resolves after `ms` or at once when the signal fires (it never rejects). */
export interface Clock {
  now(): Instant;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls once at or after the instant (late by at most 30 s, clock jumps included); the returned function withdraws it. */
  at(when: Instant, call: () => void): () => void;
}
