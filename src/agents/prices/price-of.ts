// What a turn cost where the program does not say: tokens by the dated price list.
import type { Usage } from '../../domain/run/turn.ts';

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

// US dollars per million tokens, as the makers' price pages named them on 2025-11-01 (claude.com/pricing, openai.com/api/pricing, ai.google.dev/pricing).
// Names are matched from the start, the first that fits counts; a model that is not here has no price, only tokens.

type Price = {
  readonly model: RegExp;
  /** Input that was not cached. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
};

const prices: readonly Price[] = [
  { model: /^claude-opus-4-5/, input: 5, cached: 0.5, output: 25 },
  { model: /^claude-opus-4/, input: 15, cached: 1.5, output: 75 },
  { model: /^claude-sonnet-4/, input: 3, cached: 0.3, output: 15 },
  { model: /^claude-haiku-4-5/, input: 1, cached: 0.1, output: 5 },
  { model: /^claude-3-5-haiku/, input: 0.8, cached: 0.08, output: 4 },
  { model: /^gpt-5(\.1)?-mini/, input: 0.25, cached: 0.025, output: 2 },
  { model: /^gpt-5(\.1)?-nano/, input: 0.05, cached: 0.005, output: 0.4 },
  { model: /^gpt-5(\.1)?(-codex(-max)?)?(-\d{4}-\d\d-\d\d)?$/, input: 1.25, cached: 0.125, output: 10 },
  { model: /^gpt-5(\.1)?-codex-mini/, input: 0.25, cached: 0.025, output: 2 },
  { model: /^gemini-2\.5-pro/, input: 1.25, cached: 0.125, output: 10 },
  { model: /^gemini-2\.5-flash-lite/, input: 0.1, cached: 0.01, output: 0.4 },
  { model: /^gemini-2\.5-flash/, input: 0.3, cached: 0.03, output: 2.5 },
];
