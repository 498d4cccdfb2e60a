// What runs have used, read from the runs themselves, so that asking again gives the same.
import type { Run } from './run.ts';
import { addSpent, type Spent, spentIn } from './spent.ts';
import type { UsageBefore } from './turn.ts';

const nothing: UsageBefore = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

/** A conversation before a turn: by the turns that have ended in it. */
export function usageBefore(runs: readonly Run[], agent: string, conversation: string | null): UsageBefore {
  if (conversation === null) return nothing;
  const turns = runs.flatMap(({ spec, state }) =>
    spec.purpose.kind === 'agent' &&
    spec.purpose.agent === agent &&
    state.kind === 'ended' &&
    state.result.kind === 'turn' &&
    state.result.turn.conversation === conversation
      ? [state.result.turn.usage]
      : [],
  );
  return turns.reduce<UsageBefore>(
    (sum, usage) => ({
      inputTokens: sum.inputTokens + usage.inputTokens,
      cachedTokens: sum.cachedTokens + usage.cachedTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
    }),
    nothing,
  );
}

/** By the turns that have ended. */
export const spentOn = (runs: readonly Run[]): Spent =>
  addSpent(
    ...runs.flatMap(({ state }) =>
      state.kind === 'ended' && state.result.kind === 'turn' ? [spentIn(state.result.turn.usage)] : [],
    ),
  );
