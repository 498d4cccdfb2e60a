// Looks, and looks again after every commit, until there is something to see or the signal fires.
import type { Clock } from '../../ports/system.ts';
import type { CommitSignal } from '../ports.ts';

/** null: the signal fired first. No commit between a look and the wait is missed. */
export async function watchFor<T>(
  bell: CommitSignal,
  signal: AbortSignal,
  look: () => Promise<T | null>,
): Promise<T | null> {
  while (!signal.aborted) {
    const seen = new AbortController();
    const rung = bell.wait(AbortSignal.any([signal, seen.signal])).catch(() => undefined);
    try {
      const found = await look();
      if (found !== null) return found;
      await rung;
    } finally {
      seen.abort('seen');
    }
  }
  return null;
}

/** The same for at most so long. */
export async function watchWhile<T>(
  { bell, clock }: { readonly bell: CommitSignal; readonly clock: Clock },
  signal: AbortSignal,
  ms: number,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const over = new AbortController();
  const done = new AbortController();
  void clock.wait(ms, done.signal).then(() => over.abort('over'));
  try {
    return await watchFor(bell, AbortSignal.any([signal, over.signal]), look);
  } finally {
    done.abort('done');
  }
}

/** The busier the daemon and the larger what is looked at, the rarer: looks take at most a tenth of the time, and come at most so late. */
const share = 10;
const latestMs = 500;

/** The same look, which waits until it is due. */
export function inItsShare<T>(
  clock: Pick<Clock, 'ticks' | 'wait'>,
  signal: AbortSignal,
  look: () => Promise<T>,
): () => Promise<T> {
  let due = 0;
  return async () => {
    const early = due - clock.ticks();
    if (early > 0) await clock.wait(early, signal);
    const begun = clock.ticks();
    const found = await look();
    const ended = clock.ticks();
    due = ended + Math.min((share - 1) * (ended - begun), latestMs);
    return found;
  };
}
