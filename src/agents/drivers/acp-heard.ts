// One line of the output journal, taken into the state; what it tells is told as happenings.
import type { Happening, TurnOutcome } from '../../domain/run/turn.ts';
import { asRecord, asText, type Json, parseRecord } from '../json.ts';
import { askedOf, meansOf } from './acp-asked.ts';
import { judgeError, outcomeOf, rpcErrorOf, usageOfResult, wordsOf } from './acp-outcome.ts';
import { said } from './acp-said.ts';
import { refusalOf } from './acp-setup.ts';
import { type AcpState, type Open, type OpenTurn, openOf, saidPrompt } from './acp-state.ts';
import { type AcpStep, advance, closeTurn, flush, followed, isSetUp, nothing, stands } from './acp-turn.ts';
import { heardTool, heardUpdate } from './acp-update.ts';

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
  return followed({ state: refuse(next, before, open), happenings: closed }, advance);
}

const unknown = (state: AcpState, raw: string): AcpStep => ({ state, happenings: [{ kind: 'unknown', raw }] });

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
  const started: AcpStep = { state: begun, happenings: [{ kind: 'started', conversation, model }] };
  return followed(followed(started, possible), settle);
}

/** What it does not offer is not asked of it: with other rights or another memory than asked for it must not work. */
function possible(state: AcpState): AcpStep {
  const why = refusalOf(state);
  return why === null ? nothing(state) : fail(state, { kind: 'crashed', message: why });
}

/** Nothing is missing any more: it is ready, or works already. */
function settle(state: AcpState): AcpStep {
  if (!isSetUp(state)) return nothing(state);
  const { once, promptFile } = state.live;
  const ready = once || promptFile !== null ? [] : [stands({ kind: 'ready' })];
  return followed({ state, happenings: ready }, advance);
}

function failureOf({ profile, live }: AcpState, id: string, record: Json): TurnOutcome {
  const error = rpcErrorOf(record);
  const judged = judgeError(profile, error);
  if (judged.kind === 'auth_missing' || judged.kind === 'limited') return judged;
  const what = id === 'session' && live.resume !== null ? `no conversation ${live.resume}` : `it does not take ${id}`;
  return { kind: 'crashed', message: `${what}: ${wordsOf(error)}` };
}

/** It cannot be used: told as the end of a turn, and it is sent home. */
function fail(state: AcpState, outcome: TurnOutcome): AcpStep {
  return closeTurn({ ...state, fatal: outcome }, outcome, null);
}

function heardEnd(state: AcpState, record: Json, result: Json, failed: boolean): AcpStep {
  const { turn } = state;
  if (turn === null || turn.id !== record.id) return nothing(state);
  const flushed = flush(state);
  const whole: OpenTurn = flushed.state.turn ?? turn;
  if (failed && isWorthAgain(state, whole, record))
    return followed(nothing({ ...state, turn: null, again: [...state.again, whole.id] }), advance);
  if (isUnexplained(state, whole, result)) return { ...flushed, state: { ...flushed.state, stopped: true } };
  const outcome = failed ? failedTurn(state, whole, record) : outcomeOf(state, whole, result);
  return followed(
    followed(flushed, (now) => closeTurn(now, outcome, spentOf(now, whole, result))),
    advance,
  );
}

/** Nobody asked it to stop: a signal did, or a deadline. */
const isUnexplained = ({ live, cancelled }: AcpState, { id, refused }: OpenTurn, result: Json): boolean =>
  live.once && result.stopReason === 'cancelled' && !cancelled.includes(id) && refused.length === 0;

function spentOf({ cost }: AcpState, turn: OpenTurn, result: Json) {
  const money = cost === null || turn.costBefore === null || cost === 0 ? null : Math.max(0, cost - turn.costBefore);
  return usageOfResult(result, money) ?? turn.usage;
}

function failedTurn({ profile, cancelled }: AcpState, { id }: OpenTurn, record: Json): TurnOutcome {
  if (cancelled.includes(id)) return { kind: 'interrupted' };
  return judgeError(profile, rpcErrorOf(record));
}

/** A bridge fails once at the prompt after a cancel that came too late; the prompt was not taken then. */
const isWorthAgain = (state: AcpState, { id }: { readonly id: string }, record: Json): boolean =>
  !id.endsWith(':again') &&
  !state.cancelled.includes(id) &&
  rpcErrorOf(record).code === -32603 &&
  /ede_diagnostic/.test(JSON.stringify(record.error));

function heardRequest(state: AcpState, record: Json): AcpStep {
  const id = JSON.stringify(record.id);
  if (state.asked.some((open) => open.id === id)) return nothing(state);
  const open = record.method === 'session/request_permission' && state.turn !== null ? askedOf(record) : null;
  const foreign: Open = { kind: 'foreign', id, raw: record.id, method: asText(record.method) };
  const now = { ...state, asked: [...state.asked, open ?? foreign] };
  if (open === null) return nothing(now);
  const step = followed(flush(now), (flushed) => heardTool(flushed, asRecord(asRecord(record.params).toolCall), true));
  return followed(step, (after) => tell(after, open));
}

/** A question that the run's own rights decide is not told: nobody is to be asked. */
function tell(state: AcpState, open: Extract<Open, { kind: 'permission' }>): AcpStep {
  const decided = decisionOf(state, open) !== null;
  const told: readonly Happening[] = decided
    ? []
    : [{ kind: 'permission_asked', asked: open.asked }, stands({ kind: 'asks', asked: open.asked })];
  const answered = state.replied.some(({ id }) => id === open.id);
  if (!answered) return { state, happenings: told };
  return { state: refuse(state, [open], []), happenings: [...told, ...closedOf(state, open)] };
}

function closedOf(state: AcpState, open: Open): readonly Happening[] {
  if (open.kind !== 'permission' || decisionOf(state, open) !== null) return [];
  return [{ kind: 'permission_closed', id: open.id }, stands({ kind: 'busy' })];
}

/** Of the questions just answered, those with a no are kept in mind: the turn may end on them. */
function refuse(state: AcpState, before: readonly Open[], open: readonly Open[]): AcpState {
  const turn = state.turn;
  if (turn === null) return state;
  const refused = before.flatMap((one) => {
    if (one.kind !== 'permission' || open.includes(one)) return [];
    const choice = state.replied.find(({ id }) => id === one.id)?.choice ?? null;
    return meansOf(one, choice) === 'deny' ? [one.asked.wanted?.subject || one.asked.text] : [];
  });
  return refused.length === 0 ? state : { ...state, turn: { ...turn, refused: [...turn.refused, ...refused] } };
}

/**
 * What the run's own rights say: read-only lets it look and nothing else; without a person (one turn) `auto` is yes, and `bypass` always is.
 * Null: a person decides.
 */
export function decisionOf(
  { live }: Pick<AcpState, 'live'>,
  { harmless }: Extract<Open, { kind: 'permission' }>,
): 'allow_once' | 'deny' | null {
  if (live.mode === 'analysis' || live.permissions === 'read-only') return harmless ? 'allow_once' : 'deny';
  if (live.permissions === 'bypass') return 'allow_once';
  return live.permissions === 'auto' && live.once ? 'allow_once' : null;
}
