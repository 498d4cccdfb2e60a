// Sums of money and tokens, as people write and read them.
import type { Limit } from '../run/spent.ts';

/** `3`, `$2.50`, `1,5` are dollars; `200k`, `2M` and `5000 tokens` are tokens. Null: none is named. */
export function sumNamed(words: string): Limit | null {
  const [, digits = '', unit = '', noun = ''] =
    /(\d+(?:[.,]\d+)?)\s*(?:([km])(?![a-z]))?\s*(tokens?)?/i.exec(words) ?? [];
  const sum = Number(digits.replace(',', '.')) * (unit === '' ? 1 : /k/i.test(unit) ? 1_000 : 1_000_000);
  if (!(sum > 0)) return null;
  return unit === '' && noun === '' ? { money: sum, tokens: null } : { money: null, tokens: Math.round(sum) };
}

const dollars = (sum: number): string => `$${sum.toFixed(sum < 0.1 && sum > 0 ? 4 : 2)}`;
const tokensOf = (count: number): string => `${count} tokens`;

export const sayLimit = ({ money, tokens }: Limit): string =>
  [...(money === null ? [] : [dollars(money)]), ...(tokens === null ? [] : [tokensOf(tokens)])].join(' or ');

/** In the measures that are limited. */
export const sayUsed = (used: { readonly money: number; readonly tokens: number }, limit: Limit): string =>
  [
    ...(limit.money === null ? [] : [dollars(used.money)]),
    ...(limit.tokens === null ? [] : [tokensOf(used.tokens)]),
  ].join(' and ');
