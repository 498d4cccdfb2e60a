import { expect, test } from 'vitest';
import { manualClock as steadyClock } from '../../../test/fakes/clock.ts';
import { instant } from '../../domain/ids.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Clock } from '../../ports/system.ts';
import { type Runners, raceEndings } from './race-endings.ts';

const program: Program = { argv: ['x'], cwd: '/', env: {}, io: { kind: 'pipe', stdin: 'empty' }, deadlineMs: 1000 };
const pending = new Promise<never>(() => {});
const runners: Runners = { left: pending, asked: pending, overflown: pending, unwritable: pending, quietFor: () => 0 };

/** Time goes on when somebody waits for it. */
function manualClock(): Clock & { readonly waiting: Set<AbortSignal | undefined> } {
  let now = 0;
  const waits: { at: number; resolve: () => void }[] = [];
  const waiting = new Set<AbortSignal | undefined>();
  const step = () => {
    const next = waits.sort((one, other) => one.at - other.at).shift();
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.resolve();
  };
  return {
    waiting,
    now: () => instant(now),
    ticks: () => now,
    wait: (ms, signal) => {
      waiting.add(signal);
      signal?.addEventListener('abort', () => waiting.delete(signal));
      return new Promise((resolve) => {
        waits.push({ at: now + ms, resolve });
        setImmediate(step);
      });
    },
    at: () => () => {},
  };
}

test('whoever is first names the ending', async () => {
  const clock = manualClock();
  const failure = { error_code: 'DISK_FULL', message: 'full' } as const;
  const now = Promise.resolve();
  const race = (first: Partial<Runners>) => raceEndings(clock, program, { ...runners, ...first });
  expect(await race({ left: now })).toEqual({ kind: 'left' });
  expect(await race({ asked: Promise.resolve('cancelled') })).toEqual({ kind: 'asked', reason: 'cancelled' });
  expect(await race({ overflown: now })).toEqual({ kind: 'over_budget' });
  expect(await race({ unwritable: Promise.resolve(failure) })).toEqual({ kind: 'unwritable', failure });
  expect(await race({})).toEqual({ kind: 'timed_out', afterMs: 1000 });
});

test('silence is measured from the last byte', async () => {
  const clock = manualClock();
  let asked = 0;
  const quietFor = () => {
    asked += 1;
    return asked < 3 ? 100 : 300;
  };
  const finish = await raceEndings(clock, { ...program, quietMs: 300 }, { ...runners, quietFor });
  expect(finish).toEqual({ kind: 'stalled', quietMs: 300 });
  expect(asked).toBe(3);
});

test('when the race is over no timer is left', async () => {
  const clock = manualClock();
  await raceEndings(clock, { ...program, quietMs: 50 }, { ...runners, left: Promise.resolve() });
  expect(clock.waiting.size).toBe(0);
});

test.each([86_400_000, -86_400_000])(
  'WT-69 a deadline is as long as it is though the clock is set by %i',
  async (by) => {
    const clock = steadyClock();
    let finish: unknown = null;
    void raceEndings(clock, { ...program, quietMs: 900 }, { ...runners, quietFor: () => 0 }).then((came) => {
      finish = came;
    });
    await clock.jump(by);
    await clock.advance(999);
    expect(finish).toBeNull();
    await clock.advance(1);
    expect(finish).toEqual({ kind: 'timed_out', afterMs: 1000 });
  },
);
