// What a turn cost. `total_cost_usd` and `modelUsage` count on over resumed conversations; `model_usage_since_last_result` is this turn alone, helpers included.
import type { Usage } from '../../domain/run/turn.ts';
import { asNumber, asRecord, type Json } from '../json.ts';

const count = (value: unknown) => asNumber(value) ?? 0;
const sum = (models: readonly Json[], key: string) => models.reduce((total, model) => total + count(model[key]), 0);

/** Input tokens include the cached ones. */
export function readUsage(line: Json): Usage {
  if (typeof line.model_usage_since_last_result !== 'object') return readTokens(asRecord(line.usage));
  const models = Object.values(asRecord(line.model_usage_since_last_result)).map(asRecord);
  const cachedTokens = sum(models, 'cacheReadInputTokens');
  return {
    inputTokens: sum(models, 'inputTokens') + sum(models, 'cacheCreationInputTokens') + cachedTokens,
    cachedTokens,
    outputTokens: sum(models, 'outputTokens'),
    money: sum(models, 'costUSD'),
  };
}

/** Of one answer; or, in older versions, of the turn: no money that could be told apart. */
export function readTokens(usage: Json): Usage {
  const cachedTokens = count(usage.cache_read_input_tokens);
  const inputTokens = count(usage.input_tokens) + count(usage.cache_creation_input_tokens) + cachedTokens;
  return { inputTokens, cachedTokens, outputTokens: count(usage.output_tokens), money: null };
}
