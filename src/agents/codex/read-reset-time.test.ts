import { expect, test } from 'vitest';
import { readResetTime } from './read-reset-time.ts';

const now = new Date(2026, 10, 21, 23, 30).getTime();

test('a time of day that is past means tomorrow', () => {
  expect(readResetTime('try again at 1:05 AM.', now)).toBe(new Date(2026, 10, 22, 1, 6).getTime());
});

test('a date is taken as it stands', () => {
  expect(readResetTime('or try again at Dec 1st, 2026 12:00 PM.', now)).toBe(new Date(2026, 11, 1, 12, 1).getTime());
});

test('no time named is null', () => {
  expect(readResetTime('try again later', now)).toBeNull();
});
