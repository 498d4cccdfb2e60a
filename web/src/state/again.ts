// Asks for the same thing again no more often than it can be answered: what is wanted meanwhile is asked once, afterwards.

export type Again = (key: string, act: () => Promise<void>) => void;

/** `gapOf`: between an answer and the next time, after one that took so long. */
export function createAgain(gapOf: (tookMs: number) => number): Again {
  const under = new Map<string, { next: (() => Promise<void>) | null }>();
  const run = async (key: string, act: () => Promise<void>): Promise<void> => {
    const state = { next: null as (() => Promise<void>) | null };
    under.set(key, state);
    const begun = performance.now();
    await act().catch(() => undefined);
    const gapMs = gapOf(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, gapMs));
    under.delete(key);
    if (state.next !== null) void run(key, state.next);
  };
  return (key, act) => {
    const state = under.get(key);
    if (state === undefined) void run(key, act);
    else state.next = act;
  };
}
