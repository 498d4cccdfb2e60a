// The turn that is under way: its text in pieces, its tools, its end.

import type { AgentEvent, TurnOutcome, Usage } from '../../../domain/run/turn.ts';
import type { Json } from '../../json.ts';
import type { Folded } from '../plain/profile.ts';
import { judgeAcpError, outcomeOf, rpcErrorOf, usageOfResult } from './outcome.ts';
import { pendingStep } from './setup.ts';
import { type AcpState, isPrompt, messageOf, type OpenTurn, openOf } from './state.ts';

export type AcpStep = Folded<AcpState>;

export const nothing = (state: AcpState): AcpStep => ({ state, events: [] });

export function followed(step: AcpStep, next: (state: AcpState) => AcpStep): AcpStep {
  const { state, events } = next(step.state);
  return { state, events: [...step.events, ...events] };
}

/** All is settled that must be before a prompt. */
export const isSetUp = (state: AcpState): boolean => state.fatal === null && pendingStep(state) === null;

/** The next prompt that was said and has no answer is the turn under way. */
export function advance(state: AcpState): AcpStep {
  if (state.turn !== null || !isSetUp(state)) return nothing(state);
  const next = state.said.find((request) => isPrompt(request) && state.answered[request.id] === undefined);
  if (next === undefined) return nothing(state);
  const turn: OpenTurn = {
    id: next.id,
    piece: null,
    answer: '',
    tools: {},
    refused: [],
    usage: null,
    fault: null,
    attempts: 0,
    costBefore: state.cost,
  };
  return {
    state: { ...state, turn },
    events: [
      ...(next.id.endsWith(':again') ? [] : [{ kind: 'turn_started', message: messageOf(next.id) } as const]),
      stands({ kind: 'busy' }),
    ],
  };
}

export const stands = (standing: Extract<AgentEvent, { kind: 'standing' }>['standing']): AgentEvent => ({
  kind: 'standing',
  standing,
  source: 'protocol',
});

/** What was said in pieces is told whole, when something else follows. */
export function flush(state: AcpState): AcpStep {
  const turn = state.turn;
  if (turn === null || turn.piece === null) return nothing(state);
  const { kind, text } = turn.piece;
  const answer = kind === 'text' && text.trim() !== '' ? text : turn.answer;
  const told: readonly AgentEvent[] = text === '' ? [] : [{ kind, text }];
  return { state: { ...state, turn: { ...turn, piece: null, answer } }, events: told };
}

export function grow(state: AcpState, kind: 'text' | 'thought', message: string, text: string): AcpStep {
  const piece = state.turn?.piece ?? null;
  const same = piece !== null && piece.kind === kind && piece.message === message;
  const step = same ? nothing(state) : flush(state);
  if (step.state.turn === null) return step;
  const whole = same ? piece.text + text : text;
  return { ...step, state: { ...step.state, turn: { ...step.state.turn, piece: { kind, message, text: whole } } } };
}

/** Questions that are still open are gone with it. */
export function closeTurn(state: AcpState, outcome: TurnOutcome, usage: Usage | null): AcpStep {
  const gone = openOf(state).filter(({ kind }) => kind === 'permission');
  const after: AcpState = {
    ...state,
    turn: null,
    turns: state.turns + 1,
    replied: [...state.replied, ...gone.map(({ id }) => ({ id, choice: null }))],
  };
  const limited = outcome.kind === 'limited' ? outcome : null;
  return {
    state: after,
    events: [
      ...gone.map(({ id }): AgentEvent => ({ kind: 'permission_closed', id })),
      ...leftOf(state.turn),
      ...(usage === null ? [] : [{ kind: 'usage', usage } as const]),
      ...(limited === null ? [] : [{ kind: 'limited', until: limited.until, message: limited.message } as const]),
      { kind: 'turn_ended', outcome },
      ...(state.live.once
        ? []
        : [stands(limited === null ? { kind: 'ready' } : { kind: 'limited', until: limited.until })]),
    ],
  };
}

/** Tools that were refused or stopped may have been told no end of. */
const leftOf = (turn: OpenTurn | null): readonly AgentEvent[] =>
  Object.entries(turn?.tools ?? {})
    .filter(([, { told }]) => told)
    .map(([id]) => ({ kind: 'tool_ended', id, ok: false, exit: null, paths: [] }));

// The answer to a prompt: the end of its turn, or the word that it was not taken.

export function heardEnd(state: AcpState, record: Json, result: Json, failed: boolean): AcpStep {
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
  return judgeAcpError(profile, rpcErrorOf(record));
}

/** A bridge fails once at the prompt after a cancel that came too late; the prompt was not taken then. */
const isWorthAgain = (state: AcpState, { id }: { readonly id: string }, record: Json): boolean =>
  !id.endsWith(':again') &&
  !state.cancelled.includes(id) &&
  rpcErrorOf(record).code === -32603 &&
  /ede_diagnostic/.test(JSON.stringify(record.error));
