// What a conversation had used before a turn: the turns that have ended in it. Read from the runs themselves, so that asking again gives the same.
import type { Run } from './run.ts';
import type { Usage } from './turn.ts';

export type UsageBefore = Pick<Usage, 'inputTokens' | 'cachedTokens' | 'outputTokens'>;

const nothing: UsageBefore = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

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
