import { describe, expect, it } from 'vitest';
import { instant } from '../ids.ts';
import { digestOf, quietFor, readQuiet, remindAt } from './remind.ts';

const at = (text: string) => instant(Date.parse(text));
const night = readQuiet('22:00-07:00');
const hour = 3_600_000;

describe('quiet hours', () => {
  it('are read where they are hours, and nothing else is', () => {
    expect(night).toEqual({ from: 22 * 60, until: 7 * 60 });
    expect(readQuiet('9:30-11:00')).toEqual({ from: 570, until: 660 });
    expect(readQuiet('09:30-23:45')).toEqual({ from: 570, until: 23 * 60 + 45 });
    expect(readQuiet('19:30  -  8:05')).toEqual({ from: 19 * 60 + 30, until: 485 });
    for (const wrong of ['', '22-7', '24:00-07:00', '22:60-07:00', '07:00-07:00', 'night', '07:00-24:00', '7:00-8:60'])
      expect(readQuiet(wrong)).toBeNull();
    for (const more of ['x22:00-07:00', '22:00-07:00x', '122:00-07:00', '22:00-07:001'])
      expect(readQuiet(more)).toBeNull();
  });

  it.each([
    ['2026-11-21T21:59:00Z', 0, 0],
    ['2026-11-21T22:00:00Z', 0, 9 * hour],
    ['2026-11-22T06:59:30Z', 0, 30_000],
    ['2026-11-22T07:00:00Z', 0, 0],
    ['2026-11-21T21:30:00Z', 60, 8.5 * hour],
  ])('%s, %d minutes ahead: quiet for %d ms', (now, offset, ms) => {
    expect(quietFor(night, at(now), offset)).toBe(ms);
  });

  it('within a day end the same day', () => {
    expect(quietFor(readQuiet('12:00-13:00'), at('2026-11-21T12:15:00Z'), 0)).toBe(0.75 * hour);
    for (const [time, ms] of [
      ['11:59', 0],
      ['12:00', hour],
      ['12:59', hour / 60],
      ['13:00', 0],
      ['13:15', 0],
    ] as const)
      expect(quietFor(readQuiet('12:00-13:00'), at(`2026-11-21T${time}:00Z`), 0), time).toBe(ms);
    expect(quietFor(null, at('2026-11-21T12:15:00Z'), 0)).toBe(0);
    expect(quietFor(night, instant(0), -60)).toBe(8 * hour);
  });
});

describe('a reminder', () => {
  const told = at('2026-11-21T10:00:00Z');

  it('comes sooner where an agent waits, and ever more rarely', () => {
    expect(remindAt('permission', { told, again: 0 }, null, 0, told)).toBe(told + hour / 2);
    expect(remindAt('permission', { told, again: 1 }, null, 0, told)).toBe(told + 2 * hour);
    expect(remindAt('plan', { told, again: 0 }, null, 0, told)).toBe(told + 4 * hour);
    expect(remindAt('plan', { told, again: 5 }, null, 0, told)).toBe(told + 24 * hour);
    expect(remindAt('plan', { told, again: 10 }, null, 0, told)).toBeNull();
  });

  it.each([
    ['permission', 1 / 2],
    ['budget', 1 / 2],
    ['stuck', 1 / 2],
    ['unreachable', 1 / 2],
    ['setup_failed', 1 / 2],
    ['effect', 1 / 2],
    ['submit', 4],
    ['verified', 4],
    ['base_red', 4],
  ] as const)('of %s comes first after %d hours', (kind, hours) => {
    expect(remindAt(kind, { told, again: 0 }, null, 0, told)).toBe(told + hours * hour);
  });

  it.each([
    ['permission', 2, 8],
    ['permission', 3, 24],
    ['plan', 1, 24],
    ['plan', 9, 24],
  ] as const)('of %s comes after the reminder number %d in %d hours', (kind, again, hours) => {
    expect(remindAt(kind, { told, again }, null, 0, told)).toBe(told + hours * hour);
  });

  it('waits for the end of quiet hours', () => {
    const late = at('2026-11-21T20:00:00Z');
    expect(remindAt('plan', { told: late, again: 0 }, night, 0, late)).toBe(at('2026-11-22T07:00:00Z'));
  });

  it('WT-69 is due where the clock was set back since it was shown, outside of quiet hours', () => {
    const evening = at('2026-11-21T22:30:00Z');
    expect(remindAt('plan', { told, again: 0 }, night, 0, instant(told - hour))).toBe(told - hour);
    const after = { told: instant(evening + hour), again: 0 };
    expect(remindAt('plan', after, night, 0, evening)).toBe(at('2026-11-22T07:00:00Z'));
  });
});

it('a digest is due from Monday nine o clock of each week on', () => {
  const before = digestOf(at('2026-11-23T08:59:00Z'), 0);
  expect(digestOf(at('2026-11-23T09:00:00Z'), 0)).toBe(before + 1);
  expect(digestOf(at('2026-11-29T23:00:00Z'), 0)).toBe(before + 1);
  expect(digestOf(at('2026-11-23T08:30:00Z'), 60)).toBe(before + 1);
});
