// Times where clocks are put forward and back: each time of a day comes on every day, once, and is the same time looked at from before and from after.
import { describe, expect, it } from 'vitest';
import { lastTime, nextTime } from './cron.ts';

/** All of them between the two. */
function timesBetween(cron: string, zone: string, from: string, to: string): readonly string[] {
  const times: number[] = [];
  for (let at = Date.parse(from); ; ) {
    const next = nextTime({ cron, zone }, at);
    if (next === null || next > Date.parse(to)) return times.map((time) => new Date(time).toISOString().slice(5, 16));
    times.push(next);
    at = next;
  }
}

describe('where a clock is put forward or back', () => {
  it.each([
    ['30 2 * * *', '2031-03-29', '2031-03-31', ['03-29T01:30', '03-30T01:00', '03-31T00:30']],
    ['30 2 * * *', '2031-10-25', '2031-10-27', ['10-25T00:30', '10-26T00:30', '10-27T01:30']],
    ['0 3 * * *', '2031-03-29', '2031-03-31', ['03-29T02:00', '03-30T01:00', '03-31T01:00']],
    ['0 3 * * *', '2031-10-25', '2031-10-27', ['10-25T01:00', '10-26T02:00', '10-27T02:00']],
  ])('%s in Berlin from %s to %s comes once a day', (cron, from, to, times) => {
    expect(timesBetween(cron, 'Europe/Berlin', `${from}T00:00:00Z`, `${to}T12:00:00Z`)).toEqual(times);
  });

  it.each([
    ['Europe/Berlin', '30 2 * * *'],
    ['America/New_York', '30 1 * * *'],
    ['Australia/Lord_Howe', '45 1 * * *'],
    ['America/Santiago', '15 0 * * *'],
    ['Africa/Cairo', '0 0 * * *'],
  ])('the last time is the one that was next, all year long: %s, %s', (zone, cron) => {
    const times = { cron, zone };
    let at = Date.parse('2031-01-01T12:00:00Z');
    for (let day = 0; day < 365; day += 1) {
      const next = nextTime(times, at) ?? 0;
      expect([next > at, lastTime(times, next), lastTime(times, next + 60_000)]).toEqual([true, next, next]);
      at = next;
    }
    expect(new Date(at).toISOString().slice(0, 10)).toMatch(/^(2031-12-31|2032-01-01)$/);
  });
});
