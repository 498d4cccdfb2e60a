import { expect, it } from 'vitest';
import { turn } from '../../../test/fakes/outside.ts';
import type { Run } from './run.ts';
import { type Allowance, isUsedUp, leftOf, nothingSpent, reaches, shareOf, spentIn } from './spent.ts';
import { spentOn } from './usage.ts';

const allowance: Allowance = {
  ...{ ask: { money: 0.8, tokens: null }, stop: { money: 1, tokens: null } },
  ...{ before: nothingSpent, unpriced: false, round: 0 },
};
const usage = { inputTokens: 100, cachedTokens: 90, outputTokens: 10, money: 0.5 };
const aRun = (money: number | null): Run =>
  ({ state: { kind: 'ended', result: turn('', { usage: { ...usage, money } }) } }) as unknown as Run;

it('what turns used is added up; tokens without a price are kept apart', () => {
  expect(spentIn(usage)).toEqual({ money: 0.5, tokens: 110, unpriced: 0 });
  const running = { state: { kind: 'running' } } as unknown as Run;
  expect(spentOn([aRun(0.5), aRun(null), running, aRun(0.25)])).toEqual({ money: 0.75, tokens: 330, unpriced: 110 });
});

it('a turn of a version that believed whatever it was told gives nothing back', () => {
  expect(spentOn([aRun(0.5), aRun(-1000)])).toEqual({ money: 0.5, tokens: 220, unpriced: 110 });
});

it('a limit is reached by the sum itself, in either measure', () => {
  expect(reaches({ money: 1, tokens: null }, { money: 0.99, tokens: 9e9, unpriced: 0 })).toBe(false);
  expect(reaches({ money: 1, tokens: null }, { money: 1, tokens: 0, unpriced: 0 })).toBe(true);
  expect(reaches({ money: null, tokens: 5 }, { money: 9, tokens: 5, unpriced: 5 })).toBe(true);
});

it('money that cannot be counted is taken for too much, until a person lets it pass', () => {
  const spent = { money: 0.1, tokens: 10, unpriced: 10 };
  expect(isUsedUp(allowance, spent)).toBe(true);
  expect(isUsedUp({ ...allowance, unpriced: true }, spent)).toBe(false);
  expect(isUsedUp({ ...allowance, ask: { money: null, tokens: 100 } }, spent)).toBe(false);
});

it('what all of the task used counts, and a turn may use what is left of it', () => {
  const before = { money: 0.6, tokens: 10, unpriced: 0 };
  const own = { money: 0.25, tokens: 10, unpriced: 0 };
  expect(isUsedUp(allowance, own)).toBe(false);
  expect(isUsedUp({ ...allowance, before }, own)).toBe(true);
  const left = leftOf({ ...allowance, before }, own);
  expect(left).toEqual({ money: expect.closeTo(0.15), tokens: null });
});

it.each([
  [{ money: 2, tokens: null }, 0.5],
  [{ money: null, tokens: 100 }, 0.1],
  [{ money: 2, tokens: 5 }, 2],
  [{ money: 0, tokens: null }, 1],
  [{ money: null, tokens: null }, 0],
])('of %j is used the part of the measure that is used up first: %d', (limit, share) => {
  expect(shareOf(limit, { money: 1, tokens: 10, unpriced: 0 })).toBe(share);
});
