import { expect, it, vi } from 'vitest';

// What the page asks of a browser when it is loaded.
vi.hoisted(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});

const { count, span, took } = await import('./amounts.ts');

it.each([
  [-300_000, '0ms'],
  [-1, '0ms'],
  [320, '320ms'],
  [4_200, '4.2s'],
  [59_990, '1m 00s'],
  [125_000, '2m 05s'],
])('%i ms, as clocks that are set tell it, took %s', (ms, words) => {
  expect(took(ms)).toBe(words);
});

it('an age is never below nothing', () => {
  expect([-3_600_000, -1, 999, 61_000].map(span)).toEqual(['0s', '0s', '0s', '1m']);
});

it('tokens are counted shortly however many there are', () => {
  expect([999, 1_500, 25_000, 3_000_000, 1e12].map(count)).toEqual(['999', '1.5k', '25k', '3.0M', '1000000.0M']);
});
