// Codex's `exec --json` lines, folded into happenings. Usage counts on over the whole thread; an item of type `error` is no failed turn.
import type { Happening, TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { AtTheEnd, Fold, UsageBefore } from '../drivers/profile.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { judgeError } from './judge-error.ts';

export type CodexState = {
  readonly before: UsageBefore;
  readonly started: readonly string[];
  readonly last: string;
  readonly usage: Usage | null;
  readonly end: { readonly kind: 'completed' } | { readonly kind: 'failed'; readonly message: string } | null;
};

type Step = { readonly state: CodexState; readonly happenings: readonly Happening[] };

export const codexFold: Fold<CodexState> = {
  begin: (before) => ({ before, started: [], last: '', usage: null, end: null }),
  read,
  usage: (state) => state.usage,
  verdict,
};

function verdict({ end, last }: CodexState, { stderr, endedAt }: AtTheEnd): TurnOutcome | null {
  if (end?.kind === 'failed') return judgeError(end.message, endedAt);
  if (end?.kind === 'completed') return last.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text: last };
  const error = /^Error: (.*)$/m.exec(stderr)?.[1];
  if (error === undefined) return null;
  const judged = judgeError(error, endedAt);
  return judged.kind === 'api_error' && judged.status === null ? { kind: 'crashed', message: error } : judged;
}

function read(state: CodexState, line: Json): Step {
  switch (line.type) {
    case 'thread.started':
      return { state, happenings: [{ kind: 'started', conversation: asText(line.thread_id), model: null }] };
    case 'turn.started':
      return { state, happenings: [] };
    case 'turn.completed':
      return {
        state: { ...state, end: { kind: 'completed' }, usage: sinceBefore(asRecord(line.usage), state.before) },
        happenings: [],
      };
    case 'turn.failed':
      return {
        state: { ...state, end: { kind: 'failed', message: asText(asRecord(line.error).message) } },
        happenings: [],
      };
    case 'item.started':
    case 'item.completed':
      return readItem(state, asRecord(line.item), line.type === 'item.completed');
    case 'error':
      return readError(state, line);
    default:
      return unknown(state, line);
  }
}

const unknown = (state: CodexState, line: Json): Step => ({
  state,
  happenings: [{ kind: 'unknown', raw: JSON.stringify(line) }],
});

function readError(state: CodexState, line: Json): Step {
  const retry = /^Reconnecting\.\.\. (\d+)\/\d+ \((.*)\)$/s.exec(asText(line.message));
  if (!retry) return { state, happenings: [] };
  return { state, happenings: [{ kind: 'retrying', attempt: Number(retry[1]), why: retry[2] ?? '' }] };
}

function readItem(state: CodexState, item: Json, done: boolean): Step {
  const text = asText(item.text);
  switch (item.type) {
    case 'agent_message':
      return done
        ? { state: { ...state, last: text }, happenings: [{ kind: 'text', text }] }
        : { state, happenings: [] };
    case 'reasoning':
      return { state, happenings: done ? [{ kind: 'thought', text }] : [] };
    case 'command_execution':
    case 'file_change':
    case 'mcp_tool_call':
    case 'web_search':
      return readTool(state, item, done);
    default:
      return unknown(state, item);
  }
}

/** Some tools are told of only when they are done. */
function readTool(state: CodexState, item: Json, done: boolean): Step {
  const id = asText(item.id);
  const known = state.started.includes(id);
  const begun: readonly Happening[] = known
    ? []
    : [{ kind: 'tool_started', id, tool: asText(item.type), what: aimOf(item) }];
  const next = known ? state : { ...state, started: [...state.started, id] };
  return { state: next, happenings: done ? [...begun, endOf(id, item)] : begun };
}

const aimOf = (item: Json) =>
  asText(item.command) ||
  asText(item.query) ||
  [item.server, item.tool].map(asText).filter(Boolean).join('/') ||
  pathsOf(item).join(', ');
const pathsOf = (item: Json) => asList(item.changes).map((change) => asText(asRecord(change).path));

function endOf(id: string, item: Json): Happening {
  const exit = asNumber(item.exit_code);
  const fine = exit === null ? item.status !== 'failed' : exit === 0;
  return { kind: 'tool_ended', id, ok: fine, exit, paths: fine ? pathsOf(item) : [] };
}

function sinceBefore(usage: Json, before: UsageBefore): Usage {
  const since = (key: string, earlier: number) => Math.max(0, (asNumber(usage[key]) ?? 0) - earlier);
  return {
    inputTokens: since('input_tokens', before.inputTokens),
    cachedTokens: since('cached_input_tokens', before.cachedTokens),
    outputTokens: since('output_tokens', before.outputTokens),
    money: null,
  };
}
