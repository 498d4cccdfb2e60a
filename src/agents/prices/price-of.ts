// What a turn cost where the program does not say: tokens by the dated price list.
import type { Usage } from '../../domain/run/turn.ts';
import { prices } from './prices.ts';

const million = 1_000_000;

/** US dollars; null for a model without a known price. A maker's name before it (`anthropic/`) is left out. */
export function priceOf(model: string, usage: Usage): number | null {
  const name = model.slice(model.lastIndexOf('/') + 1);
  const price = prices.find((each) => each.model.test(name));
  if (price === undefined) return null;
  const { inputTokens, cachedTokens, outputTokens } = usage;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  return (fresh * price.input + cachedTokens * price.cached + outputTokens * price.output) / million;
}

/** With money, where the program gave none and the price is known. */
export const priced = (model: string | null, usage: Usage): Usage =>
  usage.money !== null || model === null ? usage : { ...usage, money: priceOf(model, usage) };
