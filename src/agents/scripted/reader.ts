// The scripted agent's own lines, folded into events.
import type { TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { Fold, Folded } from '../drivers/plain/profile.ts';
import { asList, asNumber, asText, type Json } from '../json.ts';

export type ScriptedState = { readonly usage: Usage | null; readonly verdict: TurnOutcome | null };

export const scriptedFold: Fold<ScriptedState> = {
  begin: () => ({ usage: null, verdict: null }),
  read,
  usage: (state) => state.usage,
  verdict: (state) => state.verdict,
};

function read(state: ScriptedState, line: Json): Folded<ScriptedState> {
  const id = asText(line.id);
  switch (line.type) {
    case 'started':
      return { state, events: [{ kind: 'started', conversation: asText(line.conversation), model: null }] };
    case 'text':
      return { state, events: [{ kind: 'text', text: asText(line.text) }] };
    case 'tool_started':
      return { state, events: [{ kind: 'tool_started', id, tool: asText(line.tool), what: asText(line.what) }] };
    case 'tool_ended':
      return {
        state,
        events: [
          {
            kind: 'tool_ended',
            id,
            ok: line.ok === true,
            exit: asNumber(line.exit),
            paths: asList(line.paths).map(asText),
          },
        ],
      };
    case 'usage':
      return { state: { ...state, usage: usageOf(line) }, events: [] };
    case 'done':
      return { state: { ...state, verdict: verdictOf(line) }, events: [] };
    default:
      return { state, events: [{ kind: 'unknown', raw: JSON.stringify(line) }] };
  }
}

const usageOf = (line: Json): Usage => ({
  inputTokens: asNumber(line.inputTokens) ?? 0,
  cachedTokens: asNumber(line.cachedTokens) ?? 0,
  outputTokens: asNumber(line.outputTokens) ?? 0,
  money: asNumber(line.money),
});

function verdictOf(line: Json): TurnOutcome {
  const text = asText(line.text);
  switch (line.outcome) {
    case 'answered':
      return text.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text };
    case 'api_error':
      return { kind: 'api_error', status: asNumber(line.status), message: text };
    case 'limited':
      return { kind: 'limited', until: asNumber(line.until), message: text };
    case 'interrupted':
      return { kind: 'interrupted' };
    case 'auth_missing':
      return { kind: 'auth_missing', message: text };
    default:
      return { kind: 'crashed', message: text };
  }
}
