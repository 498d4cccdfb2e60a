// What is said and heard on the app-server's stdio. Our ids are the keys of our lines, so that its replies name what they are for.

import type { AgentEvent } from '../../domain/run/turn.ts';
import type { Live } from '../../ports/agent.ts';
import { ownId, wireId } from '../drivers/native/input.ts';
import {
  answerKey,
  goodbyeKey,
  interruptKey,
  nothingSeen,
  type Protocol,
  type ProtocolState,
  promptKey,
} from '../drivers/native/profile.ts';
import type { Folded } from '../drivers/plain/profile.ts';
import { asNumber, asRecord, asText, type Json } from '../json.ts';
import { readAsked, replyTo } from './native-asked.ts';
import { beginTurn, type CodexTurn, codexUsage, judgeTurn, readCodexTokens, readItem } from './native-turn.ts';

export type CodexNative = {
  readonly seen: ProtocolState;
  readonly greeted: boolean;
  readonly turn: CodexTurn;
  /** Requests that are no permissions: they are refused, so that they do not wait for ever. */
  readonly refused: readonly Json[];
  /** Words that came too late for their turn: they become a turn of their own. */
  readonly late: readonly string[];
};
const hello = 'hello';
const thread = 'thread';
const steerKey = (id: string) => `steer:${id}`;
const lateKey = (id: string) => `late:${id}`;
const textInput = (text: string) => [{ type: 'text', text }];

export const codexProtocol: Protocol<CodexNative> = {
  begin: () => ({ seen: nothingSeen, greeted: false, turn: beginTurn(null), refused: [], late: [] }),
  heard,
  seen: ({ seen }) => seen,
  keyOf(line) {
    if (line.method === undefined) return answerKey(String(line.id));
    if (line.id === undefined) return asText(line.method);
    return ownId(asText(line.id)).replace(/^steer:/, promptKey(''));
  },
  wants,
  prompt: ({ seen }, live, id, text, busy) => {
    const more = { threadId: seen.conversation, clientUserMessageId: wireId(live, id), input: textInput(text) };
    return busy
      ? { id: wireId(live, steerKey(id)), method: 'turn/steer', params: { ...more, expectedTurnId: seen.turn } }
      : { id: wireId(live, promptKey(id)), method: 'turn/start', params: more };
  },
  interrupt: ({ seen }) => ({
    id: interruptKey(seen.turn ?? ''),
    method: 'turn/interrupt',
    params: { threadId: seen.conversation, turnId: seen.turn },
  }),
  answer: ({ seen }, ask, choice, note) => {
    const line = replyTo(ask, choice);
    if (line === null) return null;
    const words = note === null || choice !== 'deny' || seen.turn === null ? [] : [noteTo(seen, ask.asked.id, note)];
    return [line, ...words];
  },
  goodbye: ({ seen }) =>
    seen.conversation === null
      ? { id: goodbyeKey, method: 'thread/loaded/list', params: {} }
      : { id: goodbyeKey, method: 'thread/unsubscribe', params: { threadId: seen.conversation } },
  verdict: () => null,
};

/** A refusal has no room for words: they are put into the turn. */
const noteTo = ({ conversation, turn }: ProtocolState, asked: string, note: string): Json => ({
  id: `note:${asked}`,
  method: 'turn/steer',
  params: { threadId: conversation, expectedTurnId: turn, input: textInput(note) },
});

function wants(
  { seen, greeted, refused, late }: CodexNative,
  live: Live,
  said: ReadonlyMap<string, Json>,
): readonly Json[] {
  const clientInfo = { name: 'drover', title: 'Drover', version: '1' };
  if (!greeted) return [{ id: hello, method: 'initialize', params: { clientInfo } }];
  const refusals = refused.map(({ id }) => ({ id, error: { code: -32601, message: 'not supported' } }));
  const again = seen.turn === null ? late.map((id) => startLate(seen, live, id, said.get(promptKey(id)))) : [];
  return [{ method: 'initialized' }, threadLine(live), ...refusals, ...again];
}

const startLate = ({ conversation }: ProtocolState, live: Live, id: string, steered: Json | undefined): Json => ({
  id: wireId(live, lateKey(id)),
  method: 'turn/start',
  params: {
    threadId: conversation,
    clientUserMessageId: wireId(live, id),
    input: asRecord(steered?.params).input ?? [],
  },
});

/** Its own sandbox is on but for `bypass`; `untrusted` asks for all that does more than look. */
const rights = {
  'read-only': { approvalPolicy: 'never', sandbox: 'read-only' },
  ask: { approvalPolicy: 'untrusted', approvalsReviewer: 'user', sandbox: 'workspace-write' },
  auto: { approvalPolicy: 'never', sandbox: 'workspace-write' },
  bypass: { approvalPolicy: 'never', sandbox: 'danger-full-access' },
} as const;

function threadLine({ resume, fork, model, cwd, mode, permissions }: Live): Json {
  const how = { cwd, ...rights[mode === 'analysis' ? 'read-only' : permissions], ...(model === null ? {} : { model }) };
  if (resume === null) return { id: thread, method: 'thread/start', params: how };
  const method = fork ? 'thread/fork' : 'thread/resume';
  return { id: thread, method, params: { ...how, threadId: resume, excludeTurns: true } };
}

function heard(state: CodexNative, line: Json): Folded<CodexNative> {
  if (line.method === undefined) return hearReply(state, line);
  if (line.id !== undefined) return hearRequest(state, line);
  const params = asRecord(line.params);
  // Threads of its own making (titles, helpers) are no part of this one.
  if (params.threadId !== undefined && params.threadId !== state.seen.conversation) return { state, events: [] };
  return hearNotice(state, asText(line.method), params, asNumber(line.emittedAtMs) ?? 0);
}

function hearReply(state: CodexNative, line: Json): Folded<CodexNative> {
  const key = ownId(String(line.id));
  const result = asRecord(line.result);
  const message = line.error === undefined ? null : asText(asRecord(line.error).message);
  if (key === hello)
    return message === null ? { state: { ...state, greeted: true }, events: [] } : fail(state, message);
  if (key === thread) return message === null ? openThread(state, result) : fail(state, message);
  const [, kind, id] = /^(prompt|late|steer):(.*)$/s.exec(key) ?? [];
  if (kind === undefined || id === undefined) return { state, events: [] };
  const taken = new Set([...state.seen.taken, promptKey(id)]);
  const seen = { ...state.seen, taken };
  if (kind === 'steer')
    return { state: { ...state, seen, late: message === null ? state.late : [...state.late, id] }, events: [] };
  const began: AgentEvent = { kind: 'turn_started', message: id };
  if (message !== null) {
    const ended = { ...seen, turnsEnded: seen.turnsEnded + 1 };
    return { state: { ...state, seen: ended }, events: [began, { kind: 'turn_ended', outcome: crashed(message) }] };
  }
  const turn = asText(asRecord(result.turn).id);
  return {
    state: { ...state, seen: { ...seen, turn, limited: null }, turn: beginTurn(state.turn.total) },
    events: [began],
  };
}

const crashed = (message: string) => ({ kind: 'crashed', message }) as const;

const fail = (state: CodexNative, message: string): Folded<CodexNative> => ({
  state: { ...state, seen: { ...state.seen, broken: true, turnsEnded: state.seen.turnsEnded + 1 } },
  events: [{ kind: 'turn_ended', outcome: crashed(message) }],
});

function openThread(state: CodexNative, result: Json): Folded<CodexNative> {
  const conversation = asText(asRecord(result.thread).id);
  return {
    state: { ...state, seen: { ...state.seen, conversation } },
    events: [{ kind: 'started', conversation, model: asText(result.model) || null }],
  };
}

function hearRequest(state: CodexNative, line: Json): Folded<CodexNative> {
  const asked = readAsked(line, state.turn.changes[asText(asRecord(line.params).itemId)] ?? []);
  if (asked === null)
    return {
      state: { ...state, refused: [...state.refused, line] },
      events: [{ kind: 'unknown', raw: JSON.stringify(line) }],
    };
  const asks = [...state.seen.asks, { asked, request: line, open: true }];
  return {
    state: { ...state, seen: { ...state.seen, asks } },
    events: [{ kind: 'permission_asked', asked }],
  };
}

function hearNotice(state: CodexNative, method: string, params: Json, now: number): Folded<CodexNative> {
  switch (method) {
    case 'item/started':
    case 'item/completed':
      return hearItem(state, asRecord(params.item), method === 'item/completed');
    case 'thread/tokenUsage/updated': {
      const { turn, events } = readCodexTokens(state.turn, asRecord(params.tokenUsage));
      const within = state.seen.turn !== null && params.turnId === state.seen.turn;
      // Told at a resume: what was used before.
      return { state: { ...state, turn: within ? turn : { ...turn, before: turn.total } }, events };
    }
    case 'serverRequest/resolved':
      return close(state, String(params.requestId));
    case 'error':
      return params.willRetry === true ? retry(state, asText(asRecord(params.error).message)) : { state, events: [] };
    case 'turn/started':
      return startAlone(state, asText(asRecord(params.turn).id));
    case 'turn/completed':
      return endTurn(state, asRecord(params.turn), now);
    default:
      return {
        state,
        events: known.test(method) ? [] : [{ kind: 'unknown', raw: JSON.stringify({ method, params }) }],
      };
  }
}

/** Told in other ways too, or of no concern here. */
const known =
  /^(thread\/|item\/.*(delta|Delta|progress|Added)$|turn\/(diff|plan)|account\/|configWarning|warning|remoteControl\/|mcpServer\/|skills\/|app\/|deprecationNotice)/;

/** A turn that nobody asked for by these lines. */
function startAlone(state: CodexNative, turn: string): Folded<CodexNative> {
  if (state.seen.turn !== null) return { state, events: [] };
  return {
    state: { ...state, seen: { ...state.seen, turn, limited: null }, turn: beginTurn(state.turn.total) },
    events: [{ kind: 'turn_started', message: null }],
  };
}

function hearItem(state: CodexNative, item: Json, done: boolean): Folded<CodexNative> {
  const { turn, events } = readItem(state.turn, item, done);
  const words = ownId(asText(item.clientId));
  const steered = !done && item.type === 'userMessage' && words !== '' && !turn.begun.includes(steerKey(words));
  if (!steered) return { state: { ...state, turn }, events };
  const first = turn.begun.every((id) => !id.startsWith(steerKey('')));
  return {
    state: { ...state, turn: { ...turn, begun: [...turn.begun, steerKey(words)] } },
    // The first words of a turn were told when it began.
    events: first ? events : [...events, { kind: 'turn_started', message: words }],
  };
}

function close(state: CodexNative, id: string): Folded<CodexNative> {
  if (!state.seen.asks.some(({ asked, open }) => open && asked.id === id)) return { state, events: [] };
  const asks = state.seen.asks.map((ask) => (ask.asked.id === id ? { ...ask, open: false } : ask));
  return { state: { ...state, seen: { ...state.seen, asks } }, events: [{ kind: 'permission_closed', id }] };
}

function retry(state: CodexNative, why: string): Folded<CodexNative> {
  const attempt = state.turn.retries + 1;
  return {
    state: { ...state, turn: { ...state.turn, retries: attempt } },
    events: [{ kind: 'retrying', attempt, why }],
  };
}

function endTurn(state: CodexNative, ended: Json, now: number): Folded<CodexNative> {
  const { seen, turn } = state;
  if (ended.id !== seen.turn) return { state, events: [] };
  const outcome = judgeTurn(turn, ended, now);
  const usage = codexUsage(turn);
  const open = seen.asks.filter((ask) => ask.open);
  const next: ProtocolState = {
    ...seen,
    turn: null,
    turnsEnded: seen.turnsEnded + 1,
    asks: seen.asks.map((ask) => ({ ...ask, open: false })),
    limited: outcome.kind === 'limited' ? { until: outcome.until } : null,
  };
  return {
    state: { ...state, seen: next },
    events: [
      ...open.map(({ asked }): AgentEvent => ({ kind: 'permission_closed', id: asked.id })),
      ...(usage === null ? [] : [{ kind: 'usage', usage } as const]),
      { kind: 'turn_ended', outcome },
    ],
  };
}
