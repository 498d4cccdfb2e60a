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
  ['0', null],
  ['go on', null],
])('%s names %j', (words, sum) => {
  expect(sumNamed(words)).toEqual(sum);
});

it('a limit is said in its measures, and so is what was used of it', () => {
  expect(sayLimit({ money: 5, tokens: 1000 })).toBe('$5.00 or 1000 tokens');
  expect(sayUsed({ money: 0.0123, tokens: 7 }, { money: 5, tokens: null })).toBe('$0.0123');
});
