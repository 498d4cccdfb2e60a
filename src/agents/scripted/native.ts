// The scripted agent as a process that stays.

import type { AgentEvent, TurnOutcome } from '../../domain/run/turn.ts';
import type { AgentQuestion } from '../../domain/session/agent-question.ts';
import {
  type Ask,
  answerKey,
  goodbyeKey,
  interruptKey,
  type NativeProfile,
  nothingSeen,
  type Protocol,
  type ProtocolState,
  promptKey,
} from '../drivers/native/profile.ts';
import type { Folded } from '../drivers/plain/profile.ts';
import { asText, type Json } from '../json.ts';
import { type ScriptedSettings, scriptedProfile } from './profile.ts';
import { type ScriptedState, scriptedFold } from './reader.ts';

type State = { readonly seen: ProtocolState; readonly turn: ScriptedState };
const none = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

const protocol: Protocol<State> = {
  begin: () => ({ seen: nothingSeen, turn: scriptedFold.begin(none) }),
  heard,
  seen: ({ seen }) => seen,
  keyOf: (line) => {
    switch (line.type) {
      case 'prompt':
        return promptKey(asText(line.id));
      case 'answer':
        return answerKey(asText(line.id));
      case 'interrupt':
        return interruptKey(asText(line.turn));
      default:
        return asText(line.type);
    }
  },
  wants: () => [{ type: 'hello' }],
  prompt: (_state, _live, id, text) => ({ type: 'prompt', id, text }),
  interrupt: ({ seen }) => ({ type: 'interrupt', turn: seen.turn }),
  answer: (_state, { asked }, choice, note) =>
    asked.choices.some(({ id }) => id === choice) ? [{ type: 'answer', id: asked.id, choice, note }] : null,
  goodbye: () => ({ type: goodbyeKey }),
  verdict: () => null,
};

function heard({ seen, turn }: State, line: Json): Folded<State> {
  switch (line.type) {
    case 'started':
      return read({ seen: { ...seen, conversation: asText(line.conversation) }, turn }, line);
    case 'turn_started': {
      const message = asText(line.message);
      const taken = new Set([...seen.taken, promptKey(message)]);
      const begun = { ...seen, taken, turn: seen.turn ?? String(seen.turnsEnded + 1), limited: null };
      return { state: { seen: begun, turn }, events: [{ kind: 'turn_started', message }] };
    }
    case 'asked':
      return ask({ seen, turn }, line);
    case 'closed': {
      const id = asText(line.id);
      const asks = seen.asks.map((each) => (each.asked.id === id ? { ...each, open: false } : each));
      return { state: { seen: { ...seen, asks }, turn }, events: [{ kind: 'permission_closed', id }] };
    }
    case 'usage': {
      const step = read({ seen, turn }, line);
      const { usage } = step.state.turn;
      return { ...step, events: usage === null ? [] : [{ kind: 'context', used: 0, window: null, usage }] };
    }
    case 'done':
      return endTurn(read({ seen, turn }, line).state);
    default:
      return read({ seen, turn }, line);
  }
}

function read({ seen, turn }: State, line: Json): Folded<State> {
  const step = scriptedFold.read(turn, line);
  return { state: { seen, turn: step.state }, events: step.events };
}

const choices: AgentQuestion['choices'] = [
  { id: 'allow', label: 'Allow', means: 'allow_once' },
  { id: 'deny', label: 'Deny', means: 'deny' },
];

function ask({ seen, turn }: State, line: Json): Folded<State> {
  const wanted = { tool: asText(line.tool), subject: asText(line.subject) };
  const text = `${wanted.tool}: ${wanted.subject}`;
  const asked: AgentQuestion = { id: asText(line.id), about: 'permission', text, wanted, choices };
  const one: Ask = { asked, request: line, open: true };
  return {
    state: { seen: { ...seen, asks: [...seen.asks, one] }, turn },
    events: [{ kind: 'permission_asked', asked }],
  };
}

function endTurn({ seen, turn }: State): Folded<State> {
  const outcome: TurnOutcome = turn.verdict ?? { kind: 'empty' };
  const limited = outcome.kind === 'limited' ? { until: outcome.until } : null;
  const usage: readonly AgentEvent[] = turn.usage === null ? [] : [{ kind: 'usage', usage: turn.usage }];
  return {
    state: { seen: { ...seen, turn: null, turnsEnded: seen.turnsEnded + 1, limited }, turn: scriptedFold.begin(none) },
    events: [...usage, { kind: 'turn_ended', outcome }],
  };
}

export function scriptedNative(settings: ScriptedSettings): NativeProfile<State> {
  const plain = scriptedProfile(settings);
  return {
    ...plain,
    capabilities: { ...plain.capabilities, fork: true, steer: true, permissions: true },
    args: (spec) => [...plain.args(spec), '--driver', 'native', ...(spec.permissions === 'ask' ? ['--asks'] : [])],
    protocol,
  };
}
