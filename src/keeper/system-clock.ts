// Time of this machine, for the keeper process.
import { instant } from '../domain/ids.ts';
import type { Clock } from '../ports/system.ts';

/** A timer of Node's overflows beyond 24.8 days and then fires at once. */
const longest = 2 ** 31 - 1;
const look = 30_000;

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal?.aborted) resolve();
  const until = performance.now() + ms;
  let timer: NodeJS.Timeout;
  const done = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', done);
    resolve();
  };
  const step = () => {
    const left = until - performance.now();
    if (left <= 0) return done();
    timer = setTimeout(step, Math.min(Math.ceil(left), longest));
  };
  if (!signal?.aborted) {
    signal?.addEventListener('abort', done);
    step();
  }
  return promise;
}

export const systemClock: Clock = {
  now: () => instant(Date.now()),
  ticks: () => performance.timeOrigin + performance.now(),
  wait,
  at(when, call) {
    const end = performance.now() + when - Date.now();
    const leftNow = () => Math.min(when - Date.now(), end - performance.now());
    const withdrawn = new AbortController();
    const watch = async () => {
      while (!withdrawn.signal.aborted && leftNow() > 0) await wait(Math.min(leftNow(), look), withdrawn.signal);
      if (!withdrawn.signal.aborted) call();
    };
    void watch();
    return () => withdrawn.abort();
  },
};
