// A saved stream through an agent's fold, as the driver would read it.
import type { Fold, UsageBefore } from '../../src/agents/drivers/plain/profile.ts';
import { parseRecord } from '../../src/agents/json.ts';
import type { AgentEvent, TurnOutcome, Usage } from '../../src/domain/run/turn.ts';

type Read = {
  readonly events: readonly AgentEvent[];
  readonly verdict: TurnOutcome | null;
  readonly usage: Usage | null;
};
const nothing: UsageBefore = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

export function readStream<State>(
  fold: Fold<State>,
  text: string,
  { before = nothing, stderr = '', endedAt = 0 } = {},
): Read {
  let state = fold.begin(before);
  const events: AgentEvent[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const read = fold.read(state, parseRecord(line) ?? {});
    state = read.state;
    events.push(...read.events);
  }
  return { events, verdict: fold.verdict(state, { stderr, endedAt }), usage: fold.usage(state) };
}
