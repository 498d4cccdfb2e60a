// What is said and heard in pi's RPC mode. Our ids are the keys of our lines, so that its replies name what they are for.

import type { AgentEvent, TurnOutcome } from '../../domain/run/turn.ts';
import { ownId, wireId } from '../drivers/native/input.ts';
import {
  goodbyeKey,
  interruptKey,
  nothingSeen,
  type Protocol,
  type ProtocolState,
  promptKey,
} from '../drivers/native/profile.ts';
import type { Folded } from '../drivers/plain/profile.ts';
import { asNumber, asRecord, asText, type Json } from '../json.ts';
import { beginPi, judgeMessage, judgePi, type PiState, piFold } from './headless.ts';

export type PiNative = {
  readonly seen: ProtocolState;
  readonly turn: PiState;
  /** Times that its work stopped; after an error it may begin again by itself. */
  readonly stops: number;
  /** Dialogs of extensions: nobody is there to see them. */
  readonly dialogs: readonly string[];
};
const hello = 'hello';
const checkKey = (stops: number) => `check:${stops}`;

export const piProtocol: Protocol<PiNative> = {
  begin: () => ({ seen: nothingSeen, turn: beginPi(null), stops: 0, dialogs: [] }),
  heard,
  seen: ({ seen }) => seen,
  keyOf: (line) => (line.type === 'extension_ui_response' ? `dialog:${asText(line.id)}` : ownId(asText(line.id))),
  wants: (state) => [
    { id: hello, type: 'get_state' },
    ...state.dialogs.map((id) => ({ type: 'extension_ui_response', id, cancelled: true })),
    ...(isInDoubt(state) ? [{ id: checkKey(state.stops), type: 'get_state' }] : []),
  ],
  prompt: (_state, live, id, text, busy) => ({
    id: wireId(live, promptKey(id)),
    type: 'prompt',
    message: text,
    ...(busy ? { streamingBehavior: 'steer' } : {}),
  }),
  interrupt: ({ seen }) => ({ id: interruptKey(seen.turn ?? ''), type: 'abort' }),
  answer: () => null,
  goodbye: () => ({ id: goodbyeKey, type: 'abort' }),
  verdict: ({ turn }) => piFold.verdict(turn, { stderr: '', endedAt: 0 }),
};

/** It stopped with an error: a retry is told right after that, and before the answer to any question of ours. */
const isInDoubt = ({ seen, turn }: PiNative): boolean => seen.turn !== null && turn.ended && turn.stop === 'error';

function heard(state: PiNative, line: Json): Folded<PiNative> {
  if (line.type === 'response') return hearReply(state, line);
  if (line.type === 'extension_ui_request') return hearDialog(state, line);
  const { state: turn, events } = piFold.read(state.turn, line);
  const next = { ...state, turn, stops: line.type === 'agent_end' ? state.stops + 1 : state.stops };
  if (line.type === 'auto_retry_end' && line.success !== true) return give(next, events, retried(turn, line));
  if (line.type === 'agent_end' && !isInDoubt(next)) return give(next, events, judgePi(turn));
  return { state: next, events };
}

/** Given up, or cancelled by an interrupt. */
const retried = (turn: PiState, line: Json): TurnOutcome =>
  line.finalError === 'Retry cancelled' ? { kind: 'interrupted' } : judgePi(turn);

const give = (state: PiNative, before: readonly AgentEvent[], outcome: TurnOutcome): Folded<PiNative> => {
  const ended = endTurn(state, outcome);
  return { state: ended.state, events: [...before, ...ended.events] };
};

function hearReply(state: PiNative, line: Json): Folded<PiNative> {
  const key = ownId(asText(line.id));
  if (key === hello) return open(state, asRecord(line.data));
  if (key === checkKey(state.stops) && isInDoubt(state)) return endTurn(state, judgePi(state.turn));
  const [, id] = /^prompt:(.*)$/s.exec(key) ?? [];
  return id === undefined ? { state, events: [] } : take(state, id, line);
}

function open(state: PiNative, data: Json): Folded<PiNative> {
  const conversation = asText(data.sessionId);
  const model = asRecord(data.model);
  return {
    state: {
      ...state,
      turn: beginPi(asNumber(model.contextWindow)),
      seen: { ...state.seen, conversation },
    },
    events: [{ kind: 'started', conversation, model: asText(model.id) || null }],
  };
}

function take(state: PiNative, id: string, line: Json): Folded<PiNative> {
  const { seen } = state;
  const taken = new Set([...seen.taken, promptKey(id)]);
  const began: AgentEvent = { kind: 'turn_started', message: id };
  const turn = seen.turn ?? String(seen.turnsEnded + 1);
  const next = { ...state, seen: { ...seen, taken, turn, limited: null } };
  if (line.success === true) return { state: next, events: [began] };
  if (seen.turn !== null) return { state: { ...state, seen: { ...seen, taken } }, events: [] };
  const judged = judgeMessage(asText(line.error));
  const outcome: TurnOutcome = judged.kind === 'api_error' ? { kind: 'crashed', message: judged.message } : judged;
  const ended = endTurn(next, outcome);
  return { state: ended.state, events: [began, ...ended.events] };
}

function hearDialog(state: PiNative, line: Json): Folded<PiNative> {
  const asks = /^(select|confirm|input|editor)$/.test(asText(line.method));
  return {
    state: asks ? { ...state, dialogs: [...state.dialogs, asText(line.id)] } : state,
    events: [{ kind: 'unknown', raw: JSON.stringify(line) }],
  };
}

function endTurn(state: PiNative, outcome: TurnOutcome): Folded<PiNative> {
  const { seen, turn } = state;
  if (seen.turn === null) return { state, events: [] };
  const limited = outcome.kind === 'limited' ? { until: outcome.until } : null;
  return {
    state: {
      ...state,
      turn: beginPi(turn.window),
      seen: { ...seen, turn: null, turnsEnded: seen.turnsEnded + 1, limited },
    },
    events: [
      ...(turn.usage === null ? [] : [{ kind: 'usage', usage: turn.usage } as const]),
      { kind: 'turn_ended', outcome },
    ],
  };
}
