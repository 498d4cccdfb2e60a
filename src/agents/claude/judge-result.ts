// The last line, `result`, as the outcome of the turn.
import type { TurnOutcome } from '../../domain/run/turn.ts';
import { asList, asNumber, asText, type Json } from '../json.ts';
import type { ClaudeState } from './reader.ts';

export function judgeResult(state: ClaudeState, line: Json): TurnOutcome {
  const text = asText(line.result);
  if (line.is_error !== true) return judgeAnswer(state, text);
  const status = asNumber(line.api_error_status);
  const message = text || asList(line.errors).map(asText).join('; ') || asText(line.subtype);
  if (asText(line.terminal_reason).startsWith('aborted')) return { kind: 'interrupted' };
  if (status === 429 || state.error === 'rate_limit' || line.api_error === 'usage_limit_reached')
    return { kind: 'limited', until: state.resetsAt, message };
  if (status === 401 || state.error === 'authentication_failed') return { kind: 'auth_missing', message };
  if (line.subtype === 'error_max_turns') return { kind: 'cut_off', message };
  if (line.terminal_reason === 'api_error' || status !== null) return { kind: 'api_error', status, message };
  return { kind: 'crashed', message };
}

function judgeAnswer({ denied }: ClaudeState, text: string): TurnOutcome {
  if (denied.length > 0) return { kind: 'refused_by_permission', what: denied, text };
  return text.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text };
}
