// What turns of agents used, added up, and how much may be.
import type { Usage } from './turn.ts';

/** `money`: US dollars; `tokens`: input (cached ones included) and output; `unpriced`: those of them whose price nobody knows. */
export type Spent = { readonly money: number; readonly tokens: number; readonly unpriced: number };

/** Null: without limit. */
export type Limit = { readonly money: number | null; readonly tokens: number | null };

/**
 * `before`: used by everything else of the task. `ask`: from here on the next turn waits for a person; `stop`: here the turn under way is ended.
 * `unpriced`: a person lets pass what has no known price. `round`: how often a person changed it.
 */
export type Allowance = {
  readonly before: Spent;
  readonly ask: Limit;
  readonly stop: Limit;
  readonly unpriced: boolean;
  readonly round: number;
  /** So many share what is left, at once; absent: nobody else. */
  readonly among?: number;
  /** As `ask`, of everything that agents use in a day; absent: nobody meters it. */
  readonly day?: Limit;
};

const most = Number.MAX_SAFE_INTEGER;
const counted = (told: number): number => Math.min(most, Math.max(0, Number.isNaN(told) ? 0 : told));

/** As far as what an agent tells can be true: nobody gives back what others spent, and sums stay numbers. A cost that is none is not known. */
export const credible = ({ inputTokens, cachedTokens, outputTokens, money }: Usage): Usage => ({
  inputTokens: counted(inputTokens),
  cachedTokens: counted(cachedTokens),
  outputTokens: counted(outputTokens),
  money: money === null || Number.isNaN(money) || money < 0 ? null : counted(money),
});

export const nothingSpent: Spent = { money: 0, tokens: 0, unpriced: 0 };

/** A row may be of a version that believed whatever it was told. */
export function spentIn(usage: Usage): Spent {
  const { inputTokens, outputTokens, money } = credible(usage);
  const tokens = inputTokens + outputTokens;
  return { money: money ?? 0, tokens, unpriced: money === null ? tokens : 0 };
}

export const addSpent = (...all: readonly Spent[]): Spent =>
  all.reduce(
    (sum, each) => ({
      money: sum.money + each.money,
      tokens: sum.tokens + each.tokens,
      unpriced: sum.unpriced + each.unpriced,
    }),
    nothingSpent,
  );
export const reaches = (limit: Limit, { money, tokens }: Spent): boolean =>
  (limit.money !== null && money >= limit.money) || (limit.tokens !== null && tokens >= limit.tokens);

/** 1: all of it, in the measure that is used up first. */
export const shareOf = (limit: Limit, { money, tokens }: Spent): number =>
  Math.max(partOf(money, limit.money), partOf(tokens, limit.tokens));

const partOf = (used: number, limit: number | null): number => (limit === null ? 0 : limit <= 0 ? 1 : used / limit);

/** The next turn must not begin without a person's word. Money that cannot be counted is taken for too much. */
export function isUsedUp({ before, ask, unpriced }: Allowance, own: Spent): boolean {
  const all = addSpent(before, own);
  return reaches(ask, all) || (ask.money !== null && !unpriced && all.unpriced > 0);
}

/** What one more turn may use. */
export function leftOf({ before, stop, among = 1 }: Allowance, own: Spent): Limit {
  const { money, tokens } = lessSpent(stop, addSpent(before, own));
  const share = (all: number | null) => (all === null ? null : all / among);
  return { money: share(money), tokens: share(tokens) };
}

const lessSpent = ({ money, tokens }: Limit, spent: Spent): Limit => ({
  money: money === null ? null : money - spent.money,
  tokens: tokens === null ? null : tokens - spent.tokens,
});
