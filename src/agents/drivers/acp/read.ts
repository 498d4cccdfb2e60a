// One line of the output journal, taken into the state; what it tells is told as events.
import type { TurnOutcome } from '../../../domain/run/turn.ts';
import { asList, asRecord, asText, type Json, parseRecord } from '../../json.ts';
import { judgeAcpError, rpcErrorOf, wordsOf } from './outcome.ts';
import { closedOf, heardRequest, refuse } from './permissions.ts';
import { setupRefusal } from './setup.ts';
import { type AcpState, isPrompt, openOf, saidPrompt } from './state.ts';
import { type AcpStep, advance, closeTurn, followed, heardEnd, isSetUp, nothing, stands } from './turn.ts';
import { heardUpdate } from './update.ts';
import { leaveMethod } from './write.ts';

export function heard(state: AcpState, line: string): AcpStep {
  if (line.trim() === '') return nothing(state);
  const record = parseRecord(line);
  if (record === null) return unknown(state, line);
  if (record.method === undefined) return heardAnswer(state, record, line);
  if (record.id !== undefined) return heardRequest(state, record);
  if (record.method === 'session/update') return heardUpdateAnd(state, asRecord(record.params));
  return unknown(state, line);
}

/** What was said may begin a turn or close a question. */
export function hearSaid(state: AcpState, line: string): AcpStep {
  const next = said(state, line);
  const before = openOf(state);
  const open = openOf(next);
  const closed = before.filter((one) => !open.includes(one)).flatMap((one) => closedOf(next, one));
  return followed({ state: refuse(next, before, open), events: closed }, advance);
}

const unknown = (state: AcpState, raw: string): AcpStep => ({ state, events: [{ kind: 'unknown', raw }] });

function heardUpdateAnd(state: AcpState, params: Json): AcpStep {
  const step = heardUpdate(state, params);
  return state.settled || !step.state.settled ? step : followed(step, settle);
}

function heardAnswer(state: AcpState, record: Json, line: string): AcpStep {
  const id = asText(record.id);
  const request = saidPrompt(state, id);
  if (request === undefined || state.answered[id] !== undefined) return unknown(state, line);
  const failed = record.error !== undefined;
  const now = { ...state, answered: { ...state.answered, [id]: !failed } };
  const result = asRecord(record.result);
  if (id.startsWith('prompt:')) return heardEnd(now, record, result, failed);
  if (failed) return fail(now, failureOf(now, id, record));
  switch (id) {
    case 'initialize':
      return possible({ ...now, offers: offersOf(asRecord(result.agentCapabilities)) });
    case 'session':
      return heardSession(now, result);
    default:
      return settle(now);
  }
}

const offersOf = (capabilities: Json) => ({
  load: capabilities.loadSession === true,
  fork: asRecord(capabilities.sessionCapabilities).fork != null,
});

function heardSession(state: AcpState, result: Json): AcpStep {
  const conversation = asText(result.sessionId) || state.live.resume;
  if (!conversation) return fail(state, { kind: 'crashed', message: 'it named no conversation' });
  const model = asText(asRecord(result.models).currentModelId) || null;
  const begun: AcpState = { ...state, conversation, session: result };
  const started: AcpStep = { state: begun, events: [{ kind: 'started', conversation, model }] };
  return followed(followed(started, possible), settle);
}

/** What it does not offer is not asked of it: with other rights or another memory than asked for it must not work. */
function possible(state: AcpState): AcpStep {
  const why = setupRefusal(state);
  return why === null ? nothing(state) : fail(state, { kind: 'crashed', message: why });
}

/** Nothing is missing any more: it is ready, or works already. */
function settle(state: AcpState): AcpStep {
  if (!isSetUp(state)) return nothing(state);
  const { once, promptFile } = state.live;
  const ready = once || promptFile !== null ? [] : [stands({ kind: 'ready' })];
  return followed({ state, events: ready }, advance);
}

function failureOf({ profile, live }: AcpState, id: string, record: Json): TurnOutcome {
  const error = rpcErrorOf(record);
  const judged = judgeAcpError(profile, error);
  if (judged.kind === 'auth_missing' || judged.kind === 'limited') return judged;
  const what = id === 'session' && live.resume !== null ? `no conversation ${live.resume}` : `it does not take ${id}`;
  return { kind: 'crashed', message: `${what}: ${wordsOf(error)}` };
}

/** It cannot be used: told as the end of a turn, and it is sent home. */
function fail(state: AcpState, outcome: TurnOutcome): AcpStep {
  return closeTurn({ ...state, fatal: outcome }, outcome, null);
}

// One line of the input journal, taken into the state.

function said(state: AcpState, line: string): AcpState {
  const record = parseRecord(line);
  if (record === null) return state;
  const { id, method } = record;
  if (method === undefined) return { ...state, replied: [...state.replied, replyOf(record)] };
  if (method === 'session/cancel') return cancelled(state);
  if (method === leaveMethod) return { ...state, leaving: true };
  if (typeof id !== 'string') return state;
  return { ...state, said: [...state.said, { id, method: asText(method), text: textOf(asRecord(record.params)) }] };
}

const replyOf = (record: Json) => {
  const { optionId } = asRecord(asRecord(record.result).outcome);
  return { id: JSON.stringify(record.id), choice: typeof optionId === 'string' ? optionId : null };
};

const textOf = ({ prompt }: Json) =>
  asList(prompt)
    .map((block) => asText(asRecord(block).text))
    .join('');

/** It is meant for the prompt that was said last. */
function cancelled(state: AcpState): AcpState {
  const last = state.said.findLast(isPrompt);
  return last === undefined ? state : { ...state, cancelled: [...state.cancelled, last.id] };
}
