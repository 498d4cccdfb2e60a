// A clock that stands still until it is told to go on, and one that hurries.
import { setImmediate as turn } from 'node:timers/promises';
import { type Instant, instant } from '../../src/domain/ids.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { Clock } from '../../src/ports/system.ts';

export type ManualClock = Clock & {
  /** Goes on, calling in order what comes due on the way; what is called may ask for more. */
  readonly advance: (ms: number) => Promise<void>;
  /** Is set, either way: what is due by it then is called; `ticks` and `wait` know nothing of it. */
  readonly jump: (ms: number) => Promise<void>;
};

export const someMorning = instant(Date.UTC(2026, 10, 21, 8));

/** A clock on which time goes by so many times as fast, for what has to wait for a real program meanwhile. */
export function hurriedClock(times: number): Clock {
  const [begun, from] = [performance.now(), systemClock.now()];
  const now = () => instant(Math.floor(from + (performance.now() - begun) * times));
  return {
    now,
    ticks: now,
    wait: (ms, signal) => systemClock.wait(ms / times, signal),
    at: (when, call) => systemClock.at(instant(Math.ceil(systemClock.now() + (when - now()) / times)), call),
  };
}

export function manualClock(start: Instant = someMorning): ManualClock {
  let time: number = start;
  /** By so much the clock was set. */
  let set = 0;
  /** `when` by the clock that nobody sets; `instant` by the one that is set, whichever is first. */
  type Alarm = { readonly when: number; readonly instant?: number; readonly call: () => void };
  const alarms = new Set<Alarm>();
  const dueOf = ({ when, instant = Number.POSITIVE_INFINITY }: Alarm) => Math.min(when, instant - set);

  const ring = async (until: number) => {
    for (;;) {
      await turn();
      const next = [...alarms].sort((one, other) => dueOf(one) - dueOf(other))[0];
      if (next === undefined || dueOf(next) > until) return;
      alarms.delete(next);
      time = Math.max(time, dueOf(next));
      next.call();
    }
  };

  const add = (alarm: Alarm) => {
    alarms.add(alarm);
    return () => void alarms.delete(alarm);
  };

  const wait = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (ms <= 0 || signal?.aborted) return resolve();
      const over = () => {
        withdraw();
        signal?.removeEventListener('abort', over);
        resolve();
      };
      const withdraw = add({ when: time + ms, call: over });
      signal?.addEventListener('abort', over);
    });

  const advance = async (ms: number) => {
    const until = time + ms;
    await ring(until);
    time = until;
  };

  const jump = async (ms: number) => {
    set += ms;
    await ring(time);
  };

  return {
    now: () => instant(time + set),
    ticks: () => time,
    wait,
    at: (when, call) => add({ when: when - set, instant: when, call }),
    advance,
    jump,
  };
}
