// An agent that stays and is talked to in JSON lines, as data and pure functions.
// What it does is folded from its output alone; what was said to it is a set of lines by key, so the state is the same whatever the order of the two journals.
import type { TurnOutcome } from '../../../domain/run/turn.ts';
import type { AgentQuestion } from '../../../domain/session/agent-question.ts';
import type { AgentStatus } from '../../../domain/session/agent-status.ts';
import type { AgentSpec, Live } from '../../../ports/agent.ts';
import type { Json } from '../../json.ts';
import type { AtTheEnd, Environment, Folded, PlainProfile } from '../plain/profile.ts';

/** How it is started and found; as in the plain form. */
export type NativeProfile<State> = Omit<PlainProfile<never>, 'fold' | 'env'> & {
  env(env: Environment, there: readonly string[], spec: AgentSpec): Environment;
  readonly protocol: Protocol<State>;
};

/** What it asked, with its own words, which an answer needs. */
export type Ask = { readonly asked: AgentQuestion; readonly request: Json; readonly open: boolean };

/** What can be seen of any protocol's state. */
export type ProtocolState = {
  /** The handshake is done; null while it is not. */
  readonly conversation: string | null;
  /** Counts on; null while no turn is under way. */
  readonly turn: string | null;
  readonly turnsEnded: number;
  /** All that it ever asked. */
  readonly asks: readonly Ask[];
  /** Keys of prompts that it took in, or refused for good. */
  readonly taken: ReadonlySet<string>;
  /** It can be of no use any more: the handshake failed. */
  readonly broken: boolean;
  /** It refuses until then, as its last turn said. */
  readonly limited: { readonly until: number | null } | null;
};

/** Of a protocol that has said nothing. */
export const nothingSeen: ProtocolState = {
  conversation: null,
  turn: null,
  turnsEnded: 0,
  asks: [],
  taken: new Set(),
  broken: false,
  limited: null,
};

export type Protocol<State> = {
  begin(live: Live): State;
  /** Output alone. Same lines, same events. */
  heard(state: State, line: Json): Folded<State>;
  seen(state: State): ProtocolState;
  /** What a line of ours is: no two that differ in purpose have the same. */
  keyOf(line: Json): string;
  /** Lines wanted as things stand, in order; those said already are left out by the driver. Prompts and answers are not among them. `said`: every line of ours by its key. */
  wants(state: State, live: Live, said: ReadonlyMap<string, Json>): readonly Json[];
  /** `busy`: it goes into the turn under way. */
  prompt(state: State, live: Live, id: string, text: string, busy: boolean): Json;
  interrupt(state: State): Json;
  /** null: it has no such choice. */
  answer(state: State, ask: Ask, choice: string, note: string | null): readonly Json[] | null;
  /** Harmless, and the last that is said. */
  goodbye(state: State): Json;
  /** What it says itself of a turn that did not end; null where it said nothing. */
  verdict(state: State, end: AtTheEnd): TurnOutcome | null;
};

/** The first prompt, out of its file; told as nobody's message. */
export const firstPrompt = 'first';
/** Keys that every protocol uses. */
export const promptKey = (id: string) => `prompt:${id}`;
export const answerKey = (id: string) => `answer:${id}`;
export const goodbyeKey = 'goodbye';
export const interruptKey = (turn: string) => `interrupt:${turn}`;

// How a program stands, from what its protocol's output has shown.

/** With a first prompt of its own it is not ready before that one was taken in. */
export function standingOf(seen: ProtocolState, live: Live): AgentStatus {
  const first = seen.asks.find(({ open }) => open);
  if (seen.broken) return { kind: 'unknown', why: 'it could not begin' };
  if (first !== undefined) return { kind: 'asks', asked: first.asked };
  if (seen.turn !== null) return { kind: 'busy' };
  if (seen.conversation === null || (live.promptFile !== null && seen.turnsEnded === 0)) return { kind: 'starting' };
  return seen.limited === null ? { kind: 'ready' } : { kind: 'limited', until: seen.limited.until };
}

export const isSame = (one: AgentStatus | null, other: AgentStatus): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
