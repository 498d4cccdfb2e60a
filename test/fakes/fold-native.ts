// A recorded output of a program that stays, folded as its driver does.
import { readFileSync } from 'node:fs';
import { NativeFold } from '../../src/agents/drivers/native/fold.ts';
import type { Protocol } from '../../src/agents/drivers/native/profile.ts';
import { runId } from '../../src/domain/ids.ts';
import type { AgentEvent } from '../../src/domain/run/turn.ts';
import type { Live } from '../../src/ports/agent.ts';

export const live: Live = {
  runId: runId(1),
  usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
  once: false,
  promptFile: null,
  folder: '/own',
  cwd: '/copy',
  permissions: 'ask',
  mode: 'write',
  resume: null,
  fork: false,
  model: null,
};

/** `lines`: so many of the recording, from its beginning. */
export function foldNative<State>(protocol: Protocol<State>, file: string, how: Partial<Live> = {}, lines?: number) {
  const fold = new NativeFold(protocol, { ...live, ...how });
  const events: AgentEvent[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, lines)) events.push(...fold.take(line));
  return { events, state: fold.state, fold };
}

/** What a person would tell of it: kinds, with standings and outcomes by name. */
export const tellShortly = (events: readonly AgentEvent[]): readonly string[] =>
  events.map((each) => {
    if (each.kind === 'standing') return each.standing.kind;
    return each.kind === 'turn_ended' ? `turn_ended ${each.outcome.kind}` : each.kind;
  });
