// What an agent was seen doing so far, folded from its events. Folding a protocol's journal again gives the same.
import { defined } from '../defined.ts';
import { credible } from '../run/spent.ts';
import type { AgentEvent, TurnOutcome, Usage } from '../run/turn.ts';
import type { AgentQuestion } from './agent-question.ts';
import type { AgentStatus, Source } from './agent-status.ts';
import type { Ask } from './ask.ts';
import { messageOf } from './message.ts';
import type { SessionLive } from './session.ts';

export type SeenTurn = {
  /** Counts from 1. */
  readonly number: number;
  readonly message: string | null;
  readonly tools: number;
  /** Paths its tools changed, as far as they say. */
  readonly changed: boolean;
};

export type Observed = {
  /** Turns begun. */
  readonly begun: number;
  readonly open: SeenTurn | null;
  /** The message that is on record as handed over, while its turn is not on record as begun. */
  readonly awaited: string | null;
  /** Those that are not on record yet. */
  readonly ended: readonly (SeenTurn & { readonly outcome: TurnOutcome })[];
  readonly conversation: string | null;
  /** Of the turns before this one, and of this one. */
  readonly usageBefore: Usage;
  readonly usage: Usage;
  readonly context: SessionLive['context'];
  readonly stood: { readonly standing: AgentStatus; readonly source: Source } | null;
  /** How often it was said how it stands. */
  readonly standings: number;
  /** Its service refuses, in these words; null until: no protocol says how long. `turn`: in which it was told, or after which. */
  readonly limit: { readonly until: number | null; readonly message: string; readonly turn: number } | null;
  readonly asks: readonly { readonly asked: AgentQuestion; readonly from: Ask['from'] }[];
  /** Ids of asks that were answered or went by themselves. */
  readonly closed: readonly string[];
  readonly over: boolean;
};

const noUsage: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, money: null };

const nothing: Observed = {
  begun: 0,
  open: null,
  awaited: null,
  ended: [],
  conversation: null,
  context: null,
  stood: null,
  standings: 0,
  limit: null,
  asks: [],
  closed: [],
  over: false,
  usageBefore: noUsage,
  usage: noUsage,
};

/** `replayed`: what follows tells everything from the beginning; else it goes on from what is on record. */
export function beginObserving(state: SessionLive, replayed: boolean): Observed {
  if (replayed) return nothing;
  const { turn, turns, usage, context, conversation } = state;
  const open = turn?.begun ? { number: turn.number, message: turn.message, tools: turn.tools, changed: false } : null;
  const standings = state.driven?.standings ?? 0;
  const until = state.driven?.limit?.until ?? null;
  const limit = until === null ? null : { until, message: '', turn: turns };
  return {
    ...nothing,
    standings,
    limit,
    begun: open?.number ?? turns,
    open,
    awaited: turn === null || turn.begun ? null : turn.message,
    usageBefore: usage,
    context,
    conversation,
  };
}

export const addUsage = (one: Usage, other: Usage): Usage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  money: one.money === null && other.money === null ? null : (one.money ?? 0) + (other.money ?? 0),
});

export const totalUsage = ({ usageBefore, usage }: Observed): Usage => addUsage(usageBefore, usage);

export function observe(seen: Observed, event: AgentEvent): Observed {
  switch (event.kind) {
    case 'started':
      return { ...seen, conversation: event.conversation };
    case 'turn_started':
      return begin(seen, event.message === null ? null : messageOf(event.message));
    case 'turn_recalled':
      return recall(seen, messageOf(event.message), event.outcome);
    case 'turn_ended':
      return end(seen, event.outcome);
    case 'tool_started':
      return inTurn(seen, (open) => ({ ...open, tools: open.tools + 1 }));
    case 'tool_ended':
      return inTurn(seen, (open) => ({ ...open, changed: open.changed || event.paths.length > 0 }));
    case 'usage':
      return { ...seen, usage: credible(event.usage) };
    case 'context':
      return {
        ...seen,
        context: { used: event.used, window: event.window },
        ...defined({ usage: event.usage && credible(event.usage) }),
      };
    case 'limited':
      return { ...seen, limit: limitIn(seen, event) };
    case 'standing':
      return stand(seen, event.standing, event.source);
    case 'permission_asked':
      return {
        ...seen,
        asks: [...without(seen.asks, event.asked.id), { asked: event.asked, from: 'protocol' }],
      };
    case 'permission_closed':
      return { ...seen, asks: without(seen.asks, event.id), closed: [...seen.closed.slice(-200), event.id] };
    case 'ended':
      return { ...seen, asks: [], over: true };
    case 'text':
    case 'thought':
    case 'retrying':
    case 'unknown':
      return seen;
  }
}

function begin(seen: Observed, message: string | null): Observed {
  const closed = seen.open === null ? seen : end(seen, { kind: 'cut_off', message: 'another turn began' });
  const begun = closed.begun + 1;
  return {
    ...closed,
    begun,
    awaited: null,
    open: { number: begun, message, tools: 0, changed: false },
    usageBefore: totalUsage(closed),
    usage: noUsage,
  };
}

/** What is on record of that turn already is left as it is. */
function recall(seen: Observed, message: string, outcome: TurnOutcome | null): Observed {
  const begun = seen.awaited === message ? begin(seen, message) : seen;
  return outcome === null || begun.open?.message !== message ? begun : end(begun, outcome);
}

/** An end without a beginning is no turn: a program that ends says so twice. */
function end(seen: Observed, outcome: TurnOutcome): Observed {
  const limit = outcome.kind === 'limited' ? limitIn(seen, outcome) : outcome.kind === 'answered' ? null : seen.limit;
  if (seen.open === null) return { ...seen, limit };
  return { ...seen, limit, open: null, ended: [...seen.ended, { ...seen.open, outcome }] };
}

const limitIn = (
  { begun }: Observed,
  { until, message }: Pick<NonNullable<Observed['limit']>, 'until' | 'message'>,
): Observed['limit'] => ({ until, message, turn: begun });

const inTurn = (seen: Observed, change: (open: SeenTurn) => SeenTurn): Observed =>
  seen.open === null ? seen : { ...seen, open: change(seen.open) };

function stand(seen: Observed, standing: AgentStatus, source: Source): Observed {
  const asks = seen.asks.filter(({ from }) => from === 'protocol');
  const shown =
    standing.kind === 'asks' && !asks.some(({ asked }) => asked.id === standing.asked.id)
      ? [{ asked: standing.asked, from: 'screen' as const }]
      : [];
  return { ...seen, stood: { standing, source }, standings: seen.standings + 1, asks: [...asks, ...shown] };
}

const without = (asks: Observed['asks'], id: string): Observed['asks'] => asks.filter(({ asked }) => asked.id !== id);

/** What is on record. `limit`: the time that was set where none was told. */
export type Recorded = { readonly turns: number; readonly limit: number | null };

export const forgetRecorded = (seen: Observed, { turns, limit }: Recorded): Observed => ({
  ...seen,
  ended: seen.ended.filter(({ number }) => number > turns),
  limit: seen.limit === null ? null : { ...seen.limit, until: seen.limit.until ?? limit },
});
