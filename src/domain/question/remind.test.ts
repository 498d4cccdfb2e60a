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
    for (const wrong of ['', '22-7', '24:00-07:00', '22:60-07:00', '07:00-07:00', 'night'])
      expect(readQuiet(wrong)).toBeNull();
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
    expect(quietFor(readQuiet('12:00-13:00'), at('2026-11-21T13:15:00Z'), 0)).toBe(0);
  });
});

describe('a reminder', () => {
  const told = at('2026-11-21T10:00:00Z');

  it('comes sooner where an agent waits, and ever more rarely', () => {
    expect(remindAt('permission', { told, again: 0 }, null, 0)).toBe(told + hour / 2);
    expect(remindAt('permission', { told, again: 1 }, null, 0)).toBe(told + 2 * hour);
    expect(remindAt('plan', { told, again: 0 }, null, 0)).toBe(told + 4 * hour);
    expect(remindAt('plan', { told, again: 5 }, null, 0)).toBe(told + 24 * hour);
    expect(remindAt('plan', { told, again: 10 }, null, 0)).toBeNull();
  });

  it('waits for the end of quiet hours', () => {
    const late = at('2026-11-21T20:00:00Z');
    expect(remindAt('plan', { told: late, again: 0 }, night, 0)).toBe(at('2026-11-22T07:00:00Z'));
  });
});

it('a digest is due from Monday nine o clock of each week on', () => {
  const before = digestOf(at('2026-11-23T08:59:00Z'), 0);
  expect(digestOf(at('2026-11-23T09:00:00Z'), 0)).toBe(before + 1);
  expect(digestOf(at('2026-11-29T23:00:00Z'), 0)).toBe(before + 1);
  expect(digestOf(at('2026-11-23T08:30:00Z'), 60)).toBe(before + 1);
});
