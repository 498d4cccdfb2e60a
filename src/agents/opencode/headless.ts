// OpenCode in its headless form: `opencode run --format json`, one process per turn, the prompt on stdin.
import type { TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { judgeWords } from '../drivers/judge-turn.ts';
import { type AtTheEnd, type Fold, type Folded, onePerTurn, type PlainProfile } from '../drivers/plain/profile.ts';
import { asNumber, asRecord, asText, type Json } from '../json.ts';
import { opencodeCommon } from './program.ts';
import { readTool } from './read-tool.ts';

// OpenCode's JSON lines, folded into events. There is no first and no last line: the exit ends the turn, and the last step tells how.

type OpencodeState = {
  readonly conversation: string;
  readonly answer: string;
  readonly usage: Usage | null;
  /** Why the last step ended; '' while one is under way. */
  readonly reason: string;
  readonly refused: readonly string[];
  readonly error: TurnOutcome | null;
};

export const opencodeFold: Fold<OpencodeState> = {
  begin: () => ({ conversation: '', answer: '', usage: null, reason: '', refused: [], error: null }),
  read,
  usage: (state) => state.usage,
  verdict,
};

function verdict({ error, reason, refused, answer }: OpencodeState, { stderr }: AtTheEnd): TurnOutcome | null {
  if (error !== null) return error;
  if (/Session not found/.test(stderr)) return { kind: 'crashed', message: 'no session to resume: Session not found' };
  if (refused.length > 0) return { kind: 'refused_by_permission', what: refused, text: answer };
  if (reason === 'length') return { kind: 'cut_off', message: 'it reached its limit of tokens' };
  if (reason !== 'stop') return null;
  return answer.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text: answer };
}

function read(state: OpencodeState, line: Json): Folded<OpencodeState> {
  const conversation = asText(line.sessionID);
  if (conversation === '' || conversation === state.conversation) return readLine(state, line);
  const { state: next, events } = readLine({ ...state, conversation }, line);
  return { state: next, events: [{ kind: 'started', conversation, model: null }, ...events] };
}

function readLine(state: OpencodeState, line: Json): Folded<OpencodeState> {
  const part = asRecord(line.part);
  switch (line.type) {
    case 'step_start':
      return { state: { ...state, reason: '' }, events: [] };
    case 'text': {
      const text = asText(part.text);
      return { state: { ...state, answer: text }, events: [{ kind: 'text', text }] };
    }
    case 'reasoning':
      return { state, events: [{ kind: 'thought', text: asText(part.text) }] };
    case 'tool_use':
      return readDone(state, part);
    case 'step_finish':
      return { state: { ...state, reason: asText(part.reason), usage: addUsage(state.usage, part) }, events: [] };
    case 'error':
      return { state: { ...state, error: judgeOpencodeError(asRecord(line.error)) }, events: [] };
    default:
      return { state, events: [{ kind: 'unknown', raw: JSON.stringify(line) }] };
  }
}

/** Told of only when it is done. */
function readDone(state: OpencodeState, part: Json): Folded<OpencodeState> {
  const { id, tool, what, ok, exit, paths, denied } = readTool(part);
  const refused = denied ? [...state.refused, what] : ok ? [] : state.refused;
  return {
    state: { ...state, refused },
    events: [
      { kind: 'tool_started', id, tool, what },
      { kind: 'tool_ended', id, ok, exit, paths },
    ],
  };
}

/** Cached tokens are counted beside the others, each step for itself. */
function addUsage(before: Usage | null, part: Json): Usage {
  const { input, output, cache } = asRecord(part.tokens);
  const cached = asNumber(asRecord(cache).read) ?? 0;
  const written = asNumber(asRecord(cache).write) ?? 0;
  return {
    inputTokens: (before?.inputTokens ?? 0) + (asNumber(input) ?? 0) + cached + written,
    cachedTokens: (before?.cachedTokens ?? 0) + cached,
    outputTokens: (before?.outputTokens ?? 0) + (asNumber(output) ?? 0),
    money: (before?.money ?? 0) + (asNumber(part.cost) ?? 0),
  };
}

export function judgeOpencodeError(error: Json): TurnOutcome {
  const { message, statusCode } = asRecord(error.data);
  const words = asText(message) || asText(error.name);
  const status = asNumber(statusCode);
  return status === null ? judgeWords(words) : judgeWords(words, status);
}

/** Nobody is there to be asked: what the rules do not deny is done. */
const argsOf = ({ model, resume, fork, args }: AgentSpec): readonly string[] => [
  ...['run', '--format', 'json', '--auto'],
  ...(model === null ? [] : ['-m', model]),
  ...(resume === null ? [] : ['--session', resume]),
  ...(fork ? ['--fork'] : []),
  ...args,
];

export const opencodeHeadless: PlainProfile<OpencodeState> = {
  ...opencodeCommon,
  capabilities: { ...onePerTurn, readOnly: 'tools', money: true, turnEnd: 'exit', instructions: ['AGENTS.md'] },
  args: argsOf,
  fold: opencodeFold,
};
