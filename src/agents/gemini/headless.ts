// Gemini CLI in its headless form: stream-JSON out, one process per turn, the prompt on stdin.
import type { AgentEvent, TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { judgeWords } from '../drivers/judge-turn.ts';
import { type AtTheEnd, type Fold, type Folded, onePerTurn, type PlainProfile } from '../drivers/plain/profile.ts';
import { asNumber, asRecord, asText, type Json } from '../json.ts';
import { geminiCommon, model } from './program.ts';

// Gemini CLI's stream-JSON lines, folded into events. Text comes in pieces; without a `result` line the turn was cut.

type GeminiState = {
  /** The text that grows; then the last whole one. */
  readonly piece: string;
  readonly answer: string;
  readonly usage: Usage | null;
  readonly end: { readonly kind: 'success' } | { readonly kind: 'error'; readonly message: string } | null;
};

export const geminiFold: Fold<GeminiState> = {
  begin: () => ({ piece: '', answer: '', usage: null, end: null }),
  read,
  usage: (state) => state.usage,
  verdict,
};

function verdict({ end, answer }: GeminiState, { stderr }: AtTheEnd): TurnOutcome | null {
  if (end?.kind === 'error') return judgeWords(end.message);
  if (end?.kind === 'success') return answer.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text: answer };
  const why = /^(?:When using Gemini API, you must specify|Please set an Auth method).*$/m.exec(stderr)?.[0];
  if (why !== undefined) return { kind: 'auth_missing', message: why };
  const lost = /^Error resuming session: (.*)$/m.exec(stderr)?.[1];
  return lost === undefined ? null : { kind: 'crashed', message: `no session to resume: ${lost}` };
}

function read(state: GeminiState, line: Json): Folded<GeminiState> {
  switch (line.type) {
    case 'init':
      return {
        state,
        events: [{ kind: 'started', conversation: asText(line.session_id), model: asText(line.model) || null }],
      };
    case 'message':
      if (line.role !== 'assistant') return { state, events: [] };
      return { state: { ...state, piece: state.piece + asText(line.content) }, events: [] };
    case 'tool_use':
      return after(flush(state), toolStarted(line));
    case 'tool_result':
      return after(flush(state), toolEnded(line));
    case 'result':
      return readResult(flush(state), line);
    default:
      return { state, events: [{ kind: 'unknown', raw: JSON.stringify(line) }] };
  }
}

const after = ({ state, events }: Folded<GeminiState>, one: AgentEvent): Folded<GeminiState> => ({
  state,
  events: [...events, one],
});

function flush(state: GeminiState): Folded<GeminiState> {
  if (state.piece === '') return { state, events: [] };
  const answer = state.piece.trim() === '' ? state.answer : state.piece;
  return { state: { ...state, piece: '', answer }, events: [{ kind: 'text', text: state.piece }] };
}

function toolStarted(line: Json): AgentEvent {
  const input = asRecord(line.parameters);
  const what = ['command', 'file_path', 'path', 'pattern', 'url'].map((key) => asText(input[key])).find(Boolean);
  return {
    kind: 'tool_started',
    id: asText(line.tool_id),
    tool: asText(line.tool_name),
    what: what ?? JSON.stringify(input),
  };
}

const toolEnded = (line: Json): AgentEvent => ({
  kind: 'tool_ended',
  id: asText(line.tool_id),
  ok: line.status === 'success',
  exit: null,
  paths: [],
});

function readResult({ state, events }: Folded<GeminiState>, line: Json): Folded<GeminiState> {
  const end =
    line.status === 'success'
      ? ({ kind: 'success' } as const)
      : ({ kind: 'error', message: asText(asRecord(line.error).message) } as const);
  return { state: { ...state, end, usage: usageOf(asRecord(line.stats)) }, events };
}

const usageOf = (stats: Json): Usage => ({
  inputTokens: asNumber(stats.input_tokens) ?? 0,
  cachedTokens: asNumber(stats.cached) ?? 0,
  outputTokens: asNumber(stats.output_tokens) ?? 0,
  money: null,
});

/** Without an approval mode the tools that write are not even offered to the model, and nothing tells so. */
const args = (spec: AgentSpec): readonly string[] => [
  ...['--output-format', 'stream-json', '--skip-trust', '-m', model(spec)],
  ...['--approval-mode', spec.mode === 'analysis' || spec.permissions === 'read-only' ? 'plan' : 'yolo'],
  ...(spec.resume === null ? ['--session-id', spec.conversation] : ['--resume', spec.resume]),
  ...spec.args,
];

export const geminiHeadless: PlainProfile<GeminiState> = {
  ...geminiCommon,
  capabilities: { ...onePerTurn, fork: false, instructions: ['GEMINI.md'] },
  args,
  fold: geminiFold,
};
