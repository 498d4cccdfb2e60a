// pi in its headless form: `pi --mode json -p`, one process per turn.
import type { AgentEvent, TurnOutcome, Usage } from '../../domain/run/turn.ts';
import { type Fold, type Folded, onePerTurn, type PlainProfile } from '../drivers/plain/profile.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { piEdits } from './edits/extension.ts';
import { choicesOf, conversationOf, piCommon, toolsOf } from './program.ts';

// pi's lines, folded into events: the same in its JSON and its RPC mode. Each update repeats the whole message, so only ends are read.

export type PiState = {
  /** The text of the model's last message. */
  readonly last: string;
  /** How that message stopped, in its own word; '' where there was none. */
  readonly stop: string;
  readonly error: string;
  readonly ended: boolean;
  /** Files that running tools write. */
  readonly writing: Readonly<Record<string, string>>;
  readonly usage: Usage | null;
  readonly window: number | null;
};

export const beginPi = (window: number | null): PiState => ({
  last: '',
  stop: '',
  error: '',
  ended: false,
  writing: {},
  usage: null,
  window,
});

export const piFold: Fold<PiState> = {
  begin: () => beginPi(null),
  read,
  usage: (state) => state.usage,
  verdict: (state) => (state.ended ? judgePi(state) : null),
};

/** Exit 0 and an end of the turn say nothing: the last message does. */
export function judgePi({ stop, error, last }: PiState): TurnOutcome {
  if (stop === 'aborted') return { kind: 'interrupted' };
  if (stop === 'error') return judgeMessage(error);
  if (stop === 'length') return { kind: 'cut_off', message: 'the model reached its limit of output' };
  return last.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text: last };
}

/** Errors come as sentences that mostly begin with the status. */
export function judgeMessage(message: string): TurnOutcome {
  const found = /^(?:Error: )?(\d{3})\b/.exec(message)?.[1];
  const status = found === undefined ? null : Number(found);
  if (status === 429 || /usage limit|rate limit/i.test(message)) return { kind: 'limited', until: null, message };
  if (status === 401 || /no api key|not logged in|authentication|\/login/i.test(message))
    return { kind: 'auth_missing', message };
  return { kind: 'api_error', status, message };
}

function read(state: PiState, line: Json): Folded<PiState> {
  switch (line.type) {
    case 'session':
      return { state, events: [{ kind: 'started', conversation: asText(line.id), model: null }] };
    case 'agent_start':
      return { state: { ...state, ended: false }, events: [] };
    case 'message_end':
      return readMessage(state, asRecord(line.message));
    case 'tool_execution_start':
      return startTool(state, line);
    case 'tool_execution_end':
      return endTool(state, line);
    case 'agent_end':
      return { state: { ...state, ended: true }, events: [] };
    case 'auto_retry_start':
      return {
        state: { ...state, ended: false },
        events: [{ kind: 'retrying', attempt: asNumber(line.attempt) ?? 1, why: asText(line.errorMessage) }],
      };
    case 'auto_retry_end':
      return { state: { ...state, ended: state.ended || line.success !== true }, events: [] };
    default:
      return {
        state,
        events: known.test(asText(line.type)) ? [] : [{ kind: 'unknown', raw: JSON.stringify(line) }],
      };
  }
}

/** Told in other ways too. */
const known = /^(turn_start|turn_end|message_start|message_update|tool_execution_update|queue_update|response)$/;

function readMessage(state: PiState, message: Json): Folded<PiState> {
  if (message.role !== 'assistant') return { state, events: [] };
  const blocks = asList(message.content).map(asRecord);
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => asText(text));
  const said = blocks.flatMap((block): readonly AgentEvent[] => {
    if (block.type === 'text') return [{ kind: 'text', text: asText(block.text) }];
    return block.type === 'thinking' ? [{ kind: 'thought', text: asText(block.thinking) }] : [];
  });
  const used = asNumber(asRecord(message.usage).totalTokens) ?? 0;
  const context: readonly AgentEvent[] = used === 0 ? [] : [{ kind: 'context', used, window: state.window }];
  const stop = asText(message.stopReason);
  return {
    state: {
      ...state,
      last: texts.join(''),
      stop,
      error: asText(message.errorMessage),
      usage: addUsage(state.usage, asRecord(message.usage)),
    },
    events: [...said, ...context],
  };
}

/** A model without prices in its settings costs nothing there; that is no price. */
function addUsage(before: Usage | null, usage: Json): Usage {
  const count = (key: string) => asNumber(usage[key]) ?? 0;
  const cost = asNumber(asRecord(usage.cost).total) ?? 0;
  const money = (before?.money ?? 0) + cost;
  return {
    inputTokens: (before?.inputTokens ?? 0) + count('input') + count('cacheRead') + count('cacheWrite'),
    cachedTokens: (before?.cachedTokens ?? 0) + count('cacheRead'),
    outputTokens: (before?.outputTokens ?? 0) + count('output'),
    money: money === 0 ? null : money,
  };
}

function startTool(state: PiState, line: Json): Folded<PiState> {
  const id = asText(line.toolCallId);
  const tool = asText(line.toolName);
  const args = asRecord(line.args);
  const what = asText(args.command) || asText(args.path) || asText(args.pattern) || JSON.stringify(args);
  const writing = tool === 'write' || tool === 'edit' ? { ...state.writing, [id]: asText(args.path) } : state.writing;
  return { state: { ...state, writing }, events: [{ kind: 'tool_started', id, tool, what }] };
}

function endTool(state: PiState, line: Json): Folded<PiState> {
  const id = asText(line.toolCallId);
  const path = state.writing[id];
  const fine = line.isError !== true;
  const words = asList(asRecord(line.result).content).map((block) => asText(asRecord(block).text));
  const code = /exited with code (\d+)/.exec(words.join('\n'))?.[1];
  const ended: AgentEvent = {
    kind: 'tool_ended',
    id,
    ok: fine,
    exit: code === undefined ? null : Number(code),
    paths: fine && path ? [path] : [],
  };
  return { state, events: [ended] };
}

/** There is no limit of turns. A fresh conversation's id is its own to choose. */
export const piHeadless: PlainProfile<PiState> = {
  ...piCommon,
  capabilities: {
    ...onePerTurn,
    readOnly: 'tools',
    money: true,
    context: true,
    effort: true,
    instructions: ['AGENTS.md'],
    edits: true,
  },
  tellsEdits: piEdits,
  args: (spec) => ['--mode', 'json', '-p', ...choicesOf(spec), ...toolsOf(spec), ...conversationOf(spec)],
  fold: piFold,
};
