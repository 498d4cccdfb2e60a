// `can_use_tool` as a question, and its answers as lines.

import type { AgentEvent, Usage } from '../../domain/run/turn.ts';
import type { AgentQuestion, AskedChoice } from '../../domain/session/agent-question.ts';
import { addUsage } from '../../domain/session/observe.ts';
import { ownId, wireId } from '../drivers/native/input.ts';
import {
  type Ask,
  answerKey,
  goodbyeKey,
  interruptKey,
  nothingSeen,
  type Protocol,
  type ProtocolState,
  promptKey,
} from '../drivers/native/profile.ts';
import type { Folded } from '../drivers/plain/profile.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { type ClaudeState, claudeFold, readClaudeTokens } from './headless.ts';

const allow: AskedChoice = { id: 'allow', label: 'Allow', means: 'allow_once' };
const deny: AskedChoice = { id: 'deny', label: 'Deny', means: 'deny' };

/** Rules it proposes itself, for this conversation alone: its settings are a person's. */
const rulesOf = (request: Json): readonly Json[] =>
  asList(request.permission_suggestions)
    .map(asRecord)
    .filter(({ type }) => type === 'addRules');

const wordsOf = (rule: Json) =>
  asList(rule.rules)
    .map(asRecord)
    .map(({ toolName, ruleContent }) =>
      ruleContent ? `${asText(toolName)}(${asText(ruleContent)})` : asText(toolName),
    )
    .join(', ');

function readAsked(line: Json): AgentQuestion {
  const request = asRecord(line.request);
  const input = asRecord(request.input);
  const tool = asText(request.tool_name);
  const subject = subjectOf(input);
  const rules = rulesOf(request).map(wordsOf).join(', ');
  const always: readonly AskedChoice[] =
    rules === '' ? [] : [{ id: 'always', label: `Always here: ${rules}`, means: 'allow_always' }];
  return {
    id: asText(line.request_id),
    about: 'permission',
    text: [`${tool}: ${subject}`, asText(request.decision_reason)].filter(Boolean).join('\n'),
    wanted: { tool, subject },
    choices: [allow, ...always, deny],
  };
}

const subjectOf = (input: Json) =>
  asText(input.command) ||
  asText(input.file_path) ||
  asText(input.notebook_path) ||
  asText(input.url) ||
  asText(input.pattern) ||
  asText(input.query) ||
  (Object.keys(input).length === 0 ? '' : JSON.stringify(input));

const reply = (id: string, response: Json): Json => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
});

/** The input goes back as it came: another one would be another act than the one that was shown. */
function replyTo({ asked, request }: Ask, choice: string, note: string | null): Json | null {
  const { input, ...rest } = asRecord(request.request);
  switch (choice) {
    case 'allow':
      return reply(asked.id, { behavior: 'allow', updatedInput: input });
    case 'always': {
      const rules = rulesOf(rest).map((rule) => ({ ...rule, destination: 'session' }));
      if (rules.length === 0) return null;
      return reply(asked.id, { behavior: 'allow', updatedInput: input, updatedPermissions: rules });
    }
    case 'deny':
      return reply(asked.id, { behavior: 'deny', message: note ?? 'The person said no to this.' });
    default:
      return null;
  }
}

// What is said and heard on Claude Code's stdio. A turn is what lies between the first message taken in and the `result` line.

export type ClaudeNative = {
  readonly seen: ProtocolState;
  readonly turn: ClaudeState;
  readonly opened: boolean;
  /** By the answers of the turn under way. */
  readonly used: Readonly<Record<string, Usage>>;
};
const none = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
const hello = 'hello';
const control = (id: string, request: Json): Json => ({ type: 'control_request', request_id: id, request });

export const claudeProtocol: Protocol<ClaudeNative> = {
  begin: () => ({ seen: nothingSeen, turn: claudeFold.begin(none), opened: false, used: {} }),
  heard,
  seen: ({ seen }) => seen,
  keyOf(line) {
    if (line.type === 'user') return promptKey(ownId(asText(line.uuid)));
    if (line.type === 'control_response') return answerKey(asText(asRecord(line.response).request_id));
    return asText(line.request_id);
  },
  wants: ({ seen }) => [
    control(hello, { subtype: 'initialize', hooks: {} }),
    ...seen.asks.filter(({ asked, open }) => open && asked.choices.length === 0).map(refuse),
  ],
  prompt: (_state, live, id, text) => ({
    type: 'user',
    message: { role: 'user', content: text },
    uuid: wireId(live, id),
  }),
  interrupt: ({ seen }) => control(interruptKey(seen.turn ?? ''), { subtype: 'interrupt' }),
  answer: (_state, ask, choice, note) => {
    const line = replyTo(ask, choice, note);
    return line === null ? null : [line];
  },
  // With no turn under way an interrupt changes nothing.
  goodbye: () => control(goodbyeKey, { subtype: 'interrupt' }),
  verdict: () => null,
};

/** A request that is not understood is refused, so that it does not wait for ever. */
const refuse = ({ asked }: { asked: { id: string } }): Json => ({
  type: 'control_response',
  response: { subtype: 'error', request_id: asked.id, error: 'not supported' },
});

function heard(state: ClaudeNative, line: Json): Folded<ClaudeNative> {
  switch (line.type) {
    case 'control_request':
      return hearRequest(state, line);
    case 'control_response':
      return hearResponse(state, asRecord(line.response));
    case 'control_cancel_request':
      return close(state, asText(line.request_id));
    case 'command_lifecycle':
      return line.state === 'started' ? take(state, ownId(asText(line.command_uuid))) : { state, events: [] };
    case 'user':
      return line.isReplay === true ? take(state, ownId(asText(line.uuid))) : read(state, line);
    case 'result':
      return endTurn(state, line);
    case 'keep_alive':
      return { state, events: [] };
    default:
      return read(state, line);
  }
}

/** Its conversation is told anew at each turn; once is enough. */
function read(state: ClaudeNative, line: Json): Folded<ClaudeNative> {
  const { state: turn, events } = claudeFold.read(state.turn, line);
  const opening = line.type === 'system' && line.subtype === 'init';
  if (opening && state.opened) return { state: { ...state, turn }, events: [] };
  const used = addUsed(state.used, line);
  return {
    state: { ...state, turn, opened: state.opened || opening, used },
    events: [...events, ...contextOf(line, used)],
  };
}

/** Of the turn so far, answer by answer: each is told as often as it has parts. */
function addUsed(used: ClaudeNative['used'], line: Json): ClaudeNative['used'] {
  const message = asRecord(line.message);
  return line.type === 'assistant' && message.usage !== undefined
    ? { ...used, [asText(message.id)]: readClaudeTokens(asRecord(message.usage)) }
    : used;
}

/** What its last answer was made of is what its context holds now. */
function contextOf(line: Json, parts: ClaudeNative['used']): readonly AgentEvent[] {
  if (line.type !== 'assistant' || asText(line.parent_tool_use_id) !== '') return [];
  const usage = asRecord(asRecord(line.message).usage);
  const count = (key: string) => asNumber(usage[key]) ?? 0;
  const used = count('input_tokens') + count('cache_creation_input_tokens') + count('cache_read_input_tokens');
  if (used === 0) return [];
  const soFar = Object.values(parts).reduce(addUsage);
  return [{ kind: 'context', used: used + count('output_tokens'), window: null, usage: soFar }];
}

function take(state: ClaudeNative, id: string): Folded<ClaudeNative> {
  const { seen } = state;
  const key = promptKey(id);
  if (id === '' || seen.taken.has(key)) return { state, events: [] };
  const turn = seen.turn ?? String(seen.turnsEnded + 1);
  const taken = new Set([...seen.taken, key]);
  return {
    state: { ...state, seen: { ...seen, turn, taken, limited: null } },
    events: [{ kind: 'turn_started', message: id }],
  };
}

function hearRequest(state: ClaudeNative, line: Json): Folded<ClaudeNative> {
  const known = asRecord(line.request).subtype === 'can_use_tool';
  const asked = known ? readAsked(line) : { ...readAsked(line), choices: [] };
  const asks = [...state.seen.asks, { asked, request: line, open: true }];
  return {
    state: { ...state, seen: { ...state.seen, asks } },
    events: known ? [{ kind: 'permission_asked', asked }] : [{ kind: 'unknown', raw: JSON.stringify(line) }],
  };
}

/** Of its own to ours, or ours to its own, echoed. */
function hearResponse(state: ClaudeNative, response: Json): Folded<ClaudeNative> {
  const id = asText(response.request_id);
  if (id !== hello) return close(state, id);
  const session = response.subtype === 'success';
  return {
    state: { ...state, seen: { ...state.seen, conversation: session ? '' : null, broken: !session } },
    events: [],
  };
}

function close(state: ClaudeNative, id: string): Folded<ClaudeNative> {
  const ask = state.seen.asks.find(({ asked, open }) => open && asked.id === id);
  if (ask === undefined) return { state, events: [] };
  const asks = state.seen.asks.map((each) => (each === ask ? { ...each, open: false } : each));
  const told = ask.asked.choices.length > 0;
  return {
    state: { ...state, seen: { ...state.seen, asks } },
    events: told ? [{ kind: 'permission_closed', id }] : [],
  };
}

/** Without a handshake (an unknown conversation) it ends before it began. */
function endTurn(state: ClaudeNative, line: Json): Folded<ClaudeNative> {
  const { verdict, usage } = claudeFold.read(state.turn, line).state;
  const outcome = verdict ?? { kind: 'empty' };
  const { seen } = state;
  const open = seen.asks.filter((ask) => ask.open && ask.asked.choices.length > 0);
  const next: ProtocolState = {
    ...seen,
    turn: null,
    turnsEnded: seen.turnsEnded + 1,
    broken: seen.conversation === null,
    asks: seen.asks.map((ask) => ({ ...ask, open: false })),
    limited: outcome.kind === 'limited' ? { until: outcome.until } : null,
  };
  return {
    state: { ...state, seen: next, turn: claudeFold.begin(none), used: {} },
    events: [
      ...open.map(({ asked }): AgentEvent => ({ kind: 'permission_closed', id: asked.id })),
      ...(usage === null ? [] : [{ kind: 'usage', usage } as const]),
      { kind: 'turn_ended', outcome },
    ],
  };
}
