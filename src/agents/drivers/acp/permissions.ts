// `session/request_permission`: what the agent asks, with choices known by their kind, never by position.
import type { AgentEvent } from '../../../domain/run/turn.ts';
import type { AgentQuestion, AskedChoice } from '../../../domain/session/agent-question.ts';
import { asList, asRecord, asText, type Json } from '../../json.ts';
import type { AcpState, Open } from './state.ts';
import { type AcpStep, flush, followed, nothing, stands } from './turn.ts';
import { heardTool, subjectOf, toolOf } from './update.ts';

const meanings: Readonly<Record<string, AskedChoice['means']>> = {
  allow_once: 'allow_once',
  allow_always: 'allow_always',
  reject_once: 'deny',
  reject_always: 'deny',
};

/** Kinds of tools that change nothing. */
const harmless = new Set(['read', 'search', 'think']);

/** Null: there is nothing to choose from. */
function askedOf(record: Json): Extract<Open, { kind: 'permission' }> | null {
  const params = asRecord(record.params);
  const call = asRecord(params.toolCall);
  const choices = asList(params.options).map(asRecord).map(choiceOf);
  if (choices.length === 0) return null;
  const id = JSON.stringify(record.id);
  const subject = subjectOf(call) || asText(call.title);
  const asked: AgentQuestion = {
    id,
    about: 'permission',
    text: asText(call.title) || subject || 'It asks for a permission.',
    wanted: { tool: toolOf(call) || 'tool', subject },
    choices,
  };
  return { kind: 'permission', id, raw: record.id, asked, harmless: harmless.has(asText(call.kind)) };
}

const choiceOf = (option: Json): AskedChoice => ({
  id: asText(option.optionId),
  label: asText(option.name),
  means: meanings[asText(option.kind)] ?? 'other',
});

const meansOf = ({ asked }: Extract<Open, { kind: 'permission' }>, choice: string | null): AskedChoice['means'] =>
  asked.choices.find(({ id }) => id === choice)?.means ?? 'other';

/** The choice with this id; else the first that amounts to the word. */
export const choiceFor = ({ choices }: AgentQuestion, wanted: string): AskedChoice | null =>
  choices.find(({ id }) => id === wanted) ?? choices.find(({ means }) => means === wanted) ?? null;

// Requests of the agent's: questions, which a person or the run's own rights decide, and what nobody does for it.

export function heardRequest(state: AcpState, record: Json): AcpStep {
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
  const told: readonly AgentEvent[] = decided
    ? []
    : [{ kind: 'permission_asked', asked: open.asked }, stands({ kind: 'asks', asked: open.asked })];
  const answered = state.replied.some(({ id }) => id === open.id);
  if (!answered) return { state, events: told };
  return { state: refuse(state, [open], []), events: [...told, ...closedOf(state, open)] };
}

export function closedOf(state: AcpState, open: Open): readonly AgentEvent[] {
  if (open.kind !== 'permission' || decisionOf(state, open) !== null) return [];
  return [{ kind: 'permission_closed', id: open.id }, stands({ kind: 'busy' })];
}

/** Of the questions just answered, those with a no are kept in mind: the turn may end on them. */
export function refuse(state: AcpState, before: readonly Open[], open: readonly Open[]): AcpState {
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
