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
