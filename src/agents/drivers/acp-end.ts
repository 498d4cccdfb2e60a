// The answer to a prompt: the end of its turn, or the word that it was not taken.
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Json } from '../json.ts';
import { judgeError, outcomeOf, rpcErrorOf, usageOfResult } from './acp-outcome.ts';
import type { AcpState, OpenTurn } from './acp-state.ts';
import { type AcpStep, advance, closeTurn, flush, followed, nothing } from './acp-turn.ts';

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
  return judgeError(profile, rpcErrorOf(record));
}

/** A bridge fails once at the prompt after a cancel that came too late; the prompt was not taken then. */
const isWorthAgain = (state: AcpState, { id }: { readonly id: string }, record: Json): boolean =>
  !id.endsWith(':again') &&
  !state.cancelled.includes(id) &&
  rpcErrorOf(record).code === -32603 &&
  /ede_diagnostic/.test(JSON.stringify(record.error));
