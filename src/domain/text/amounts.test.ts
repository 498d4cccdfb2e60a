import { expect, it } from 'vitest';
import { sayLimit, sayUsed, sumNamed } from './amounts.ts';

it.each([
  ['3', { money: 3, tokens: null }],
  ['$2.50 more', { money: 2.5, tokens: null }],
  ['1,5', { money: 1.5, tokens: null }],
  ['200k', { money: null, tokens: 200_000 }],
  ['2M tokens', { money: null, tokens: 2_000_000 }],
  ['5000 tokens', { money: null, tokens: 5000 }],
  ['3 more', { money: 3, tokens: null }],
  ['$ 12.75', { money: 12.75, tokens: null }],
  ['12 K', { money: null, tokens: 12_000 }],
  ['1.5m', { money: null, tokens: 1_500_000 }],
  ['1 token', { money: null, tokens: 1 }],
  ['10.4tokens', { money: null, tokens: 10 }],
  ['5 more', { money: 5, tokens: null }],
  ['5 kilo', { money: 5, tokens: null }],
  ['0', null],
  ['0 tokens', null],
  ['go on', null],
])('%s names %j', (words, sum) => {
  expect(sumNamed(words)).toEqual(sum);
});

it('a limit is said in its measures, and so is what was used of it', () => {
  expect(sayLimit({ money: 5, tokens: 1000 })).toBe('$5.00 or 1000 tokens');
  expect([0, 0.05, 0.1, 1].map((money) => sayLimit({ money, tokens: null }))).toEqual([
    ...['$0.00', '$0.0500', '$0.10', '$1.00'],
  ]);
  expect(sayLimit({ money: null, tokens: 3 })).toBe('3 tokens');
  expect(sayUsed({ money: 1, tokens: 7 }, { money: 5, tokens: 9 })).toBe('$1.00 and 7 tokens');
  expect(sayUsed({ money: 1, tokens: 7 }, { money: null, tokens: 9 })).toBe('7 tokens');
  expect(sayUsed({ money: 0.0123, tokens: 7 }, { money: 5, tokens: null })).toBe('$0.0123');
});
