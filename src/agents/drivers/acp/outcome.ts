// What a turn came to, from the answer to its prompt.
import type { TurnOutcome, Usage } from '../../../domain/run/turn.ts';
import { asNumber, asRecord, asText, type Json } from '../../json.ts';
import { judgeWords } from '../judge-turn.ts';
import type { AcpProfile, Fault, RpcError } from './profile.ts';
import type { AcpState, OpenTurn } from './state.ts';

/** `Authentication required`, as the protocol has it. */
const needsLogin = -32000;

export function outcomeOf(state: AcpState, turn: OpenTurn, result: Json): TurnOutcome {
  const text = turn.answer;
  const asked = state.cancelled.includes(turn.id);
  if (asked && result.stopReason === 'cancelled') return { kind: 'interrupted' };
  if (turn.fault?.over) return judgeAcpError(state.profile, faultAsError(turn.fault, text));
  if (turn.refused.length > 0) return { kind: 'refused_by_permission', what: turn.refused, text };
  switch (result.stopReason) {
    case 'end_turn': {
      const said = state.profile.verdict?.(text, result) ?? null;
      if (said !== null) return said;
      return text.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text };
    }
    case 'cancelled':
      return { kind: 'interrupted' };
    case 'max_tokens':
      return { kind: 'cut_off', message: 'it reached its limit of tokens' };
    case 'max_turn_requests':
      return { kind: 'cut_off', message: 'it reached its limit of turns' };
    case 'refusal':
      return { kind: 'cut_off', message: 'it refuses to go on' };
    default:
      return { kind: 'cut_off', message: `it stopped with ${asText(result.stopReason) || 'no reason'}` };
  }
}

export function rpcErrorOf(record: Json): RpcError {
  const { code, message, data } = asRecord(record.error);
  return { code: asNumber(code) ?? 0, message: asText(message), data };
}

const faultAsError = ({ why, status }: Fault, text: string): RpcError => ({
  code: 0,
  message: text.trim() || why,
  data: status === null ? null : { status },
});

export const judgeAcpError = ({ judge }: AcpProfile, error: RpcError): TurnOutcome =>
  judge?.(error) ?? judgeRpcError(error);

/** The status stands in the code, in the data or in the words. */
export function judgeRpcError(error: RpcError): TurnOutcome {
  const message = wordsOf(error);
  if (error.code === needsLogin) return { kind: 'auth_missing', message };
  if (asRecord(error.data).errorKind === 'rate_limit') return { kind: 'limited', until: null, message };
  return judgeWords(message, statusOf(error) ?? undefined);
}

/** Programs put the reason into the data, and a word like `Internal error` into the message. */
export function wordsOf({ message, data }: RpcError): string {
  const given = asRecord(data);
  const more = typeof data === 'string' ? data : asText(given.details) || asText(given.message) || asText(given.error);
  return [message, more].filter((part, index, all) => part !== '' && all.indexOf(part) === index).join(': ');
}

function statusOf({ code, data }: RpcError): number | null {
  const given = asRecord(data);
  const told = asNumber(given.status) ?? asNumber(given.statusCode) ?? asNumber(given.httpStatusCode);
  return told ?? (code >= 400 && code < 600 ? code : null);
}

/** Some count cached tokens as input, some beside it: the total tells which. Null where nothing is told. */
export function acpUsage(told: Json, money: number | null): Usage | null {
  const input = asNumber(told.inputTokens) ?? asNumber(told.input_tokens);
  const output = asNumber(told.outputTokens) ?? asNumber(told.output_tokens);
  if (input === null || output === null) return null;
  const cached = asNumber(told.cachedReadTokens) ?? asNumber(told.cachedInputTokens) ?? 0;
  const written = asNumber(told.cachedWriteTokens) ?? 0;
  const total = asNumber(told.totalTokens) ?? 0;
  const beside = total > input + output;
  return {
    inputTokens: beside ? input + cached + written : input,
    cachedTokens: cached,
    outputTokens: output,
    money,
  };
}

/** In the answer itself, or in the place that a fork of the protocol uses. */
export function usageOfResult(result: Json, money: number | null): Usage | null {
  const told = asRecord(result.usage);
  if (Object.keys(told).length > 0) return acpUsage(told, money);
  return acpUsage(asRecord(asRecord(asRecord(result._meta).quota).token_count), money);
}
