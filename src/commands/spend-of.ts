// What agents used, added up over their turns.
import type { Spend } from '../contract/task.ts';
import type { Run } from '../domain/run/run.ts';

/** `money` is null as soon as one turn did not say what it cost. */
export function spendOf(runs: readonly Run[]): Spend {
  const total = { input_tokens: 0, cached_tokens: 0, output_tokens: 0 };
  let money: number | null = 0;
  for (const { state } of runs) {
    if (state.kind !== 'ended' || state.result.kind !== 'turn') continue;
    const { usage } = state.result.turn;
    total.input_tokens += usage.inputTokens;
    total.cached_tokens += usage.cachedTokens;
    total.output_tokens += usage.outputTokens;
    money = money === null || usage.money === null ? null : money + usage.money;
  }
  return { ...total, money: money === null ? null : Math.round(money * 1e6) / 1e6 };
}
