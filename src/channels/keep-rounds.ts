// Rounds of looking at rows: one at once, then one whenever something was committed or its time has come. What fails is looked at again soon.
import type { Rings } from '../ports/channel.ts';
import type { Clock, Log } from '../ports/system.ts';

export type Rounds = {
  readonly clock: Clock;
  readonly rings: Rings;
  readonly log: Log;
  /** One round; returns after how long at the latest another one is wanted. */
  readonly round: (signal: AbortSignal) => Promise<number>;
  /** What is said where a round fails. */
  readonly failing: string;
  /** What is committed in so short a time is looked at together. */
  readonly pauseMs: number;
};

/** After what failed. */
export const retryMs = 5_000;
/** Where nothing is waited for. */
export const longestMs = 60 * 60_000;

/** Until the signal fires. */
export async function keepRounds(rounds: Rounds, signal: AbortSignal): Promise<void> {
  const { clock, rings, log, round, failing, pauseMs } = rounds;
  while (!signal.aborted) {
    const seen = new AbortController();
    const rung = rings.wait(AbortSignal.any([signal, seen.signal]));
    const ms = await round(signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn(failing, { why: String(error) });
      return retryMs;
    });
    await Promise.race([rung, clock.wait(ms, AbortSignal.any([signal, seen.signal]))]);
    seen.abort();
    await clock.wait(pauseMs, signal);
  }
}
