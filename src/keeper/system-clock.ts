// The machine's own time, for the keeper and the daemon. Long waits are looked at again every 30 s, so that a clock that jumps or a machine that slept is noticed.
import { type Instant, instant } from '../domain/ids.ts';
import type { Clock } from '../ports/system.ts';

const longest = 30_000;

const now = (): Instant => instant(Date.now());

const ticks = (): number => performance.timeOrigin + performance.now();

export const systemClock: Clock = { now, ticks, wait, at };

async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + ms;
  for (let left = ms; left > 0 && !signal?.aborted; left = end - performance.now())
    await pause(Math.min(left, longest), signal);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal?.addEventListener('abort', over);
  });
}

/** Does not keep the process alive. */
function at(when: Instant, call: () => void): () => void {
  const end = performance.now() + when - Date.now();
  let timer: NodeJS.Timeout;
  const leftNow = () => Math.max(0, Math.min(when - Date.now(), end - performance.now()));
  const look = () => {
    const left = leftNow();
    if (left === 0) call();
    else arm(left);
  };
  const arm = (left: number) => {
    timer = setTimeout(look, Math.min(left, longest)).unref();
  };
  arm(leftNow());
  return () => clearTimeout(timer);
}
