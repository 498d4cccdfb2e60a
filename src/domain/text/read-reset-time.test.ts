import { expect, test } from 'vitest';
import { readResetTime } from './read-reset-time.ts';

const now = new Date(2026, 10, 21, 23, 30).getTime();
const local = (...at: [number, number, number, number, number]) => new Date(...at).getTime();

test('a time of day that is past means tomorrow', () => {
  expect(readResetTime('try again at 1:05 AM.', now)).toBe(local(2026, 10, 22, 1, 6));
});

test('a date is taken as it stands', () => {
  expect(readResetTime('or try again at Dec 1st, 2026 12:00 PM.', now)).toBe(local(2026, 11, 1, 12, 1));
});

test('no time named is null', () => {
  for (const words of ['try again later', 'usage limit reached', 'resets soon', 'resets 1', 'resets 25:00'])
    expect(readResetTime(words, now), words).toBeNull();
});

test('WT-81 a time is read as programs tell it: with its zone, on its day, or from now', () => {
  const at = Date.UTC(2026, 10, 22, 12, 30);
  const utc = (...when: [number, number, number, number, number]) => Date.UTC(...when);
  const told: readonly (readonly [string, number])[] = [
    ["You've hit your 5-hour limit · resets 1:04pm (UTC)", utc(2026, 10, 22, 13, 5)],
    ['resets 1:04pm (Europe/Berlin)', utc(2026, 10, 23, 12, 5)],
    ['resets 1:04pm (America/New_York)', utc(2026, 10, 22, 18, 5)],
    ['resets 3am (UTC)', utc(2026, 10, 23, 3, 1)],
    ['resets Nov 25, 1pm (UTC)', utc(2026, 10, 25, 13, 1)],
    ['resets Jan 2 at 1pm (UTC)', utc(2027, 0, 2, 13, 1)],
    ['resets Mon 9:00am (UTC)', utc(2026, 10, 23, 9, 1)],
    ['resets tomorrow at 9:00am (UTC)', utc(2026, 10, 23, 9, 1)],
    ['resets at 14:30 UTC', utc(2026, 10, 22, 14, 31)],
    ['resets at 2026-11-22T18:00:00Z', utc(2026, 10, 22, 18, 0)],
    ['hit your usage limit.\n  Upgrade, or try again\n  at Mar 17th, 2027 1:04 PM.', local(2027, 2, 17, 13, 5)],
    ['Please try again in 20s.', at + 20_000],
    ['try again in 4 days 3 hours 2 minutes.', at + 4 * 86_400_000 + 3 * 3_600_000 + 120_000],
    ['Your quota will reset after 18h31m10s.', at + 18 * 3_600_000 + 31 * 60_000 + 10_000],
  ];
  for (const [words, expected] of told)
    expect(new Date(readResetTime(words, at) ?? 0).toISOString(), words).toBe(new Date(expected).toISOString());
});

test('WT-81 a time on the day on which clocks are changed is the one that clocks show', () => {
  const before = Date.UTC(2026, 2, 28, 20, 0);
  expect(readResetTime('resets 3:30am (Europe/Berlin)', before)).toBe(Date.UTC(2026, 2, 29, 1, 31));
});
