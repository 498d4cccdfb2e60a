import { expect, it, test } from 'vitest';
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

it.each(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'])(
  'a day of the week is the next one that has that name: %s',
  (name) => {
    // A Sunday, half past twelve.
    const from = Date.UTC(2026, 10, 22, 12, 30);
    const read = new Date(readResetTime(`resets ${name} 12:00pm (UTC)`, from) ?? 0);
    expect(read.toUTCString().slice(0, 3).toLowerCase()).toBe(name);
    expect(read.getTime() - from).toBeLessThanOrEqual(7 * 86_400_000);
    expect(read.getTime()).toBeGreaterThan(from);
  },
);

it.each(['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'])(
  'a month is read by its name: %s',
  (name) => {
    const from = Date.UTC(2026, 0, 1);
    const read = new Date(readResetTime(`resets ${name} 28 at 1pm (UTC)`, from) ?? 0);
    expect(read.toUTCString().toLowerCase()).toContain(`28 ${name} 2026 13:01:00`);
  },
);

const noon = Date.UTC(2026, 10, 22, 12, 0);
const s = 1000;
it.each([
  ['try again in 1 day', 86_400 * s],
  ['try again in 2 hrs', 7200 * s],
  ['try again in 1 hour and 5 minutes', 3900 * s],
  ['resets in 2 min, 3 secs', 123 * s],
  ['available again after 1.5h', 5400 * s],
  ['retry in 10m20s', 620 * s],
  ['Retry after 1D', 86_400 * s],
  ['resets in 3d 4h', (3 * 24 + 4) * 3600 * s],
])('%s', (words, ms) => expect(readResetTime(words, noon)).toBe(noon + ms));

it.each([
  ['resets 12am (UTC)', 12 * 3600 * s + 60 * s],
  ['resets 12pm (UTC)', 60 * s],
  ['resets 11:59 a.m. (UTC)', 24 * 3600 * s],
  ['resets at 12:00 GMT', 60 * s],
  ['resets 23:59 UTC', 12 * 3600 * s],
  ['resets 11:58 UTC', 24 * 3600 * s - 60 * s],
  ['available at 1:00pm (UTC)', 3600 * s + 60 * s],
  ['retry, at 1:00pm (UTC)', 3600 * s + 60 * s],
  ['try again at 2026-11-22T13:00:00+01:00', 0],
  ['resets at 2026-11-22T14:00:00.500Z', 7200 * s + 500],
])('%s is %d ms after noon', (words, ms) => expect((readResetTime(words, noon) ?? 0) - noon).toBe(ms));

it.each([
  'resets 12:60 UTC',
  'resets 24:00 UTC',
  'it took 3h',
  'in 5 minutes',
  'presets 3:00pm',
  'resets 13',
  'resets at noon',
])('no time is told by %s', (words) => expect(readResetTime(words, noon)).toBeNull());
