// How long is waited before a lost connection is tried again.

const firstWaitMs = 250;
const longestWaitMs = 10_000;

/** `tries`: that failed since it last stood. */
export const waitOf = (tries: number): number => Math.min(longestWaitMs, firstWaitMs * 2 ** tries);

/** Shorter where the browser says that the network is back. */
export function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener('online', over);
      stop.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    addEventListener('online', over);
    stop.addEventListener('abort', over);
  });
}
