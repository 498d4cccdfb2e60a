import { expect, test } from 'vitest';
import { priced, priceOf } from './price-of.ts';

const usage = { inputTokens: 1_100_000, cachedTokens: 100_000, outputTokens: 10_000, money: null };

test('cached tokens are a part of the input and cost less', () => {
  expect(priceOf('claude-sonnet-4-5-20250929', usage)).toBeCloseTo(3 + 0.03 + 0.15, 9);
});

test('a dearer and a cheaper model of one family are told apart', () => {
  expect(priceOf('gpt-5.1-codex', usage)).toBeCloseTo(1.25 + 0.0125 + 0.1, 9);
  expect(priceOf('gpt-5.1-codex-mini', usage)).toBeCloseTo(0.25 + 0.0025 + 0.02, 9);
  expect(priceOf('gemini-2.5-flash-lite', usage)).toBeCloseTo(0.1 + 0.001 + 0.004, 9);
});

test("the maker's name before a model does not matter", () => {
  expect(priceOf('anthropic/claude-haiku-4-5', usage)).toBe(priceOf('claude-haiku-4-5', usage));
});

test('an unknown model has tokens only', () => {
  expect(priceOf('mock-model', usage)).toBeNull();
  expect(priceOf('gpt-5.9-giant', usage)).toBeNull();
  expect(priced('mock-model', usage)).toEqual(usage);
  expect(priced(null, usage)).toEqual(usage);
});

test('money that the program reported stands', () => {
  expect(priced('claude-sonnet-4-5', { ...usage, money: 0.5 }).money).toBe(0.5);
});
