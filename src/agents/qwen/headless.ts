// Qwen Code in its headless form: stream-JSON out, one process per turn, the prompt on stdin.
import type { AgentEvent, TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { judgeWords } from '../drivers/judge-turn.ts';
import {
  type AtTheEnd,
  type Fold,
  type Folded,
  onePerTurn,
  type PlainProfile,
  type UsageBefore,
} from '../drivers/plain/profile.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { qwenCommon } from './program.ts';

// Qwen Code's stream-JSON lines, folded into events: Claude's shape, with an end of its own. Without a `result` line the turn was cut.

type QwenState = {
  readonly before: UsageBefore;
  readonly usage: Usage | null;
  readonly verdict: TurnOutcome | null;
};

export const qwenFold: Fold<QwenState> = {
  begin: (before) => ({ before, usage: null, verdict: null }),
  read,
  usage: (state) => state.usage,
  verdict,
};

function verdict(state: QwenState, { stderr }: AtTheEnd): TurnOutcome | null {
  if (state.verdict !== null) return state.verdict;
  const lost = /^.*(?:No saved session found|[Ss]ession .* not found|Error resuming).*$/m.exec(stderr)?.[0];
  return lost === undefined ? null : { kind: 'crashed', message: `no session to resume: ${lost}` };
}

function read(state: QwenState, line: Json): Folded<QwenState> {
  switch (line.type) {
    case 'system':
      return readSystem(state, line);
    case 'assistant':
      return { state, events: blocksOf(line).flatMap(readBlock) };
    case 'user':
      return { state, events: blocksOf(line).flatMap(readResult) };
    case 'result':
      return {
        state: { ...state, usage: sinceBefore(asRecord(line.usage), state.before), verdict: verdictOf(line) },
        events: [],
      };
    case 'stream_event':
      return { state, events: [] };
    default:
      return { state, events: [{ kind: 'unknown', raw: JSON.stringify(line) }] };
  }
}

const blocksOf = (line: Json) => asList(asRecord(line.message).content).map(asRecord);

function readSystem(state: QwenState, line: Json): Folded<QwenState> {
  if (line.subtype !== 'init') return { state, events: [{ kind: 'unknown', raw: JSON.stringify(line) }] };
  const conversation = asText(line.session_id);
  return { state, events: [{ kind: 'started', conversation, model: asText(line.model) || null }] };
}

function readBlock(block: Json): readonly AgentEvent[] {
  switch (block.type) {
    case 'text':
      return [{ kind: 'text', text: asText(block.text) }];
    case 'thinking':
      return [{ kind: 'thought', text: asText(block.thinking) }];
    case 'tool_use': {
      const input = asRecord(block.input);
      const what = ['command', 'file_path', 'path', 'pattern', 'url'].map((key) => asText(input[key])).find(Boolean);
      const id = asText(block.id);
      return [{ kind: 'tool_started', id, tool: asText(block.name), what: what ?? JSON.stringify(input) }];
    }
    default:
      return [{ kind: 'unknown', raw: JSON.stringify(block) }];
  }
}

function readResult(block: Json): readonly AgentEvent[] {
  if (block.type !== 'tool_result') return [];
  const code = /^Exit Code: (\d+)$/m.exec(asText(block.content))?.[1];
  const exit = code === undefined ? null : Number(code);
  const fine = block.is_error !== true && (exit === null || exit === 0);
  return [{ kind: 'tool_ended', id: asText(block.tool_use_id), ok: fine, exit, paths: [] }];
}

function verdictOf(line: Json): TurnOutcome {
  const text = asText(line.result);
  if (line.is_error !== true) return text.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text };
  const message = asText(asRecord(line.error).message) || asText(line.subtype);
  if (line.subtype === 'error_max_turns') return { kind: 'cut_off', message };
  return /empty response/i.test(message) ? { kind: 'empty' } : judgeWords(message);
}

/** It counts on over resumed conversations, its own requests beside them included. */
function sinceBefore(usage: Json, before: UsageBefore): Usage {
  const since = (key: string, earlier: number) => Math.max(0, (asNumber(usage[key]) ?? 0) - earlier);
  return {
    inputTokens: since('input_tokens', before.inputTokens),
    cachedTokens: since('cache_read_input_tokens', before.cachedTokens),
    outputTokens: since('output_tokens', before.outputTokens),
    money: null,
  };
}

const argsOf = ({
  mode,
  permissions,
  model,
  resume,
  fork,
  conversation,
  turns,
  args,
}: AgentSpec): readonly string[] => [
  ...['--output-format', 'stream-json'],
  ...['--approval-mode', mode === 'analysis' || permissions === 'read-only' ? 'plan' : 'yolo'],
  ...(model === null ? [] : ['-m', model]),
  ...['--max-session-turns', String(turns)],
  ...(resume === null ? ['--session-id', conversation] : ['--resume', resume]),
  ...(fork ? ['--fork-session'] : []),
  ...args,
];

export const qwenHeadless: PlainProfile<QwenState> = {
  ...qwenCommon,
  capabilities: { ...onePerTurn, usage: 'cumulative', instructions: ['AGENTS.md', 'QWEN.md'] },
  args: argsOf,
  fold: qwenFold,
};
