// What one turn of an agent can come to, and the one union of everything an agent does, for all agents and drivers.

import type { AgentQuestion } from '../session/agent-question.ts';
import type { AgentStatus, Source } from '../session/agent-status.ts';

export type TurnOutcome =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused_by_permission'; readonly what: readonly string[]; readonly text: string }
  /** The agent's service answered with an error. `status` is null where the program does not pass it on. */
  | { readonly kind: 'api_error'; readonly status: number | null; readonly message: string }
  | { readonly kind: 'auth_missing'; readonly message: string }
  /** `until` is null where the program names no reset time. */
  | { readonly kind: 'limited'; readonly until: number | null; readonly message: string }
  | { readonly kind: 'interrupted' }
  /** Ended politely and said nothing. */
  | { readonly kind: 'empty' }
  /** The stream stopped before the turn's end. */
  | { readonly kind: 'cut_off'; readonly message: string }
  | { readonly kind: 'timed_out'; readonly afterMs: number }
  | { readonly kind: 'crashed'; readonly message: string };

/** Counts of this turn alone (programs that report running totals are made incremental by their reader). */
export type Usage = {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** US dollars as the program reported them; null where it did not. */
  readonly money: number | null;
};

export type AgentEvent =
  | { readonly kind: 'started'; readonly conversation: string; readonly model: string | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'tool_started'; readonly id: string; readonly tool: string; readonly what: string }
  | {
      readonly kind: 'tool_ended';
      readonly id: string;
      readonly ok: boolean;
      readonly exit: number | null;
      readonly paths: readonly string[];
    }
  /** Asked again after a restart it has the same id. The program waits. */
  | { readonly kind: 'permission_asked'; readonly asked: AgentQuestion }
  /** It waits no longer: answered, or gone by itself. */
  | { readonly kind: 'permission_closed'; readonly id: string }
  /** A prompt was taken in. `message`: ours, by the id it was given with; null for what a person typed. */
  | { readonly kind: 'turn_started'; readonly message: string | null }
  /** The last prompt of ours that was taken in before this driver began, and what its turn came to; null: it goes on. It may have been told before. */
  | { readonly kind: 'turn_recalled'; readonly message: string; readonly outcome: TurnOutcome | null }
  | { readonly kind: 'standing'; readonly standing: AgentStatus; readonly source: Source }
  /** Tokens in its context now, and how many fit; null where it does not say. */
  | {
      readonly kind: 'context';
      readonly used: number;
      readonly window: number | null;
      /** By this turn so far, where it tells before the end. */
      readonly usage?: Usage;
    }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'retrying'; readonly attempt: number; readonly why: string }
  | { readonly kind: 'limited'; readonly until: number | null; readonly message: string }
  | { readonly kind: 'turn_ended'; readonly outcome: TurnOutcome }
  | { readonly kind: 'ended'; readonly ending: import('./ending.ts').Ending }
  | { readonly kind: 'unknown'; readonly raw: string };

/** A whole turn, folded from its events. */
export type Turn = {
  readonly outcome: TurnOutcome;
  readonly conversation: string | null;
  readonly usage: Usage;
  readonly tools: number;
  /** Edits that came upon another with no run of tests between them; absent: none, or nobody looked. */
  readonly untested?: readonly string[];
  /** Sentences of tests near edits that were red in the end, of which it could not be told; absent: none. */
  readonly red?: readonly string[];
  /** How full its context was in the end; absent where it does not say. */
  readonly context?: { readonly used: number; readonly window: number };
};

/** An acknowledgement only: answered without a tool, and nothing changed. Null: it cannot be told. */
export function isIdle(outcome: TurnOutcome, tools: number, changed: readonly string[] | null): boolean | null {
  if (outcome.kind !== 'answered') return null;
  return tools > 0 ? false : changed === null ? null : changed.length === 0;
}

/** Of a conversation before the turn that is meant. */
export type UsageBefore = Pick<Usage, 'inputTokens' | 'cachedTokens' | 'outputTokens'>;
