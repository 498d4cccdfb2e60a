// Codex in its headless form: `codex exec --json`, one process per turn.

import type { AgentEvent, TurnOutcome, Usage } from '../../domain/run/turn.ts';
import { readResetTime } from '../../domain/text/read-reset-time.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { findProgram } from '../drivers/launch.ts';
import type { Folded } from '../drivers/plain/profile.ts';
import {
  type AtTheEnd,
  type Environment,
  type Fold,
  onePerTurn,
  type PlainProfile,
  type UsageBefore,
} from '../drivers/plain/profile.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { codexMcpArgs } from './mcp.ts';
import { codexState as state } from './state.ts';

// Codex passes errors on as sentences only; the status stands in most of them (not in those of 5xx).

export function judgeCodexError(message: string, now: number): TurnOutcome {
  const status = statusOf(message);
  if (/usage limit|quota exceeded/i.test(message))
    return { kind: 'limited', until: readResetTime(message, now), message };
  if (status === 429) return { kind: 'limited', until: null, message };
  if (status === 401 || /^Missing environment variable|not logged in|codex login/i.test(message))
    return { kind: 'auth_missing', message };
  return { kind: 'api_error', status, message };
}

function statusOf(message: string): number | null {
  const found = /(?:unexpected status|last status:) (\d{3})\b/.exec(message)?.[1];
  return found === undefined ? null : Number(found);
}

// Codex's `exec --json` lines, folded into events. Usage counts on over the whole thread; an item of type `error` is no failed turn.

type CodexState = {
  readonly before: UsageBefore;
  readonly started: readonly string[];
  readonly last: string;
  readonly usage: Usage | null;
  readonly end: { readonly kind: 'completed' } | { readonly kind: 'failed'; readonly message: string } | null;
};

export const codexFold: Fold<CodexState> = {
  begin: (before) => ({ before, started: [], last: '', usage: null, end: null }),
  read,
  usage: (state) => state.usage,
  verdict,
};

function verdict({ end, last }: CodexState, { stderr, endedAt }: AtTheEnd): TurnOutcome | null {
  if (end?.kind === 'failed') return judgeCodexError(end.message, endedAt);
  if (end?.kind === 'completed') return last.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text: last };
  const error = /^Error: (.*)$/m.exec(stderr)?.[1];
  if (error === undefined) return null;
  const judged = judgeCodexError(error, endedAt);
  return judged.kind === 'api_error' && judged.status === null ? { kind: 'crashed', message: error } : judged;
}

function read(state: CodexState, line: Json): Folded<CodexState> {
  switch (line.type) {
    case 'thread.started':
      return { state, events: [{ kind: 'started', conversation: asText(line.thread_id), model: null }] };
    case 'turn.started':
      return { state, events: [] };
    case 'turn.completed':
      return {
        state: { ...state, end: { kind: 'completed' }, usage: sinceBefore(asRecord(line.usage), state.before) },
        events: [],
      };
    case 'turn.failed':
      return {
        state: { ...state, end: { kind: 'failed', message: asText(asRecord(line.error).message) } },
        events: [],
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

const unknown = (state: CodexState, line: Json): Folded<CodexState> => ({
  state,
  events: [{ kind: 'unknown', raw: JSON.stringify(line) }],
});

function readError(state: CodexState, line: Json): Folded<CodexState> {
  const retry = /^Reconnecting\.\.\. (\d+)\/\d+ \((.*)\)$/s.exec(asText(line.message));
  if (!retry) return { state, events: [] };
  return { state, events: [{ kind: 'retrying', attempt: Number(retry[1]), why: retry[2] ?? '' }] };
}

function readItem(state: CodexState, item: Json, done: boolean): Folded<CodexState> {
  const text = asText(item.text);
  switch (item.type) {
    case 'agent_message':
      return done ? { state: { ...state, last: text }, events: [{ kind: 'text', text }] } : { state, events: [] };
    case 'reasoning':
      return { state, events: done ? [{ kind: 'thought', text }] : [] };
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
function readTool(state: CodexState, item: Json, done: boolean): Folded<CodexState> {
  const id = asText(item.id);
  const known = state.started.includes(id);
  const begun: readonly AgentEvent[] = known
    ? []
    : [{ kind: 'tool_started', id, tool: asText(item.type), what: aimOf(item) }];
  const next = known ? state : { ...state, started: [...state.started, id] };
  return { state: next, events: done ? [...begun, endOf(id, item)] : begun };
}

const aimOf = (item: Json) =>
  asText(item.command) ||
  asText(item.query) ||
  [item.server, item.tool].map(asText).filter(Boolean).join('/') ||
  pathsOf(item).join(', ');
const pathsOf = (item: Json) => asList(item.changes).map((change) => asText(asRecord(change).path));

function endOf(id: string, item: Json): AgentEvent {
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

/**
 * Its own sandbox is always on; it nests in bubblewrap, for root where CAP_SETFCAP is left (measured). It needs a CODEX_HOME outside TMPDIR: else it makes no
 * aliases of itself, and every command in the sandbox fails. The network of commands is Drover's to decide, so it is not cut off here.
 */
const rights = {
  write: ['-s', 'workspace-write', '-c', 'sandbox_workspace_write.network_access=true'],
  analysis: ['-s', 'read-only'],
} as const;

/** There is no limit of turns. A fresh conversation's id is its own to choose. */
function args(spec: AgentSpec): readonly string[] {
  const { mode, resume, model, effort } = spec;
  return [
    'exec',
    ...rights[mode],
    ...(model === null ? [] : ['-m', model]),
    ...(effort === null ? [] : ['-c', `model_reasoning_effort=${JSON.stringify(effort)}`]),
    ...codexMcpArgs(spec),
    ...(resume === null ? [] : ['resume']),
    ...['--json', '--skip-git-repo-check'],
    ...(resume === null ? [] : [resume]),
    '-',
  ];
}

export const codexHeadless: PlainProfile<CodexState> = {
  name: 'codex',
  capabilities: {
    ...onePerTurn,
    fork: false,
    usage: 'cumulative',
    limitTime: true,
    effort: true,
    mcp: true,
    instructions: ['AGENTS.md'],
  },
  passEnv: [
    'CODEX_API_KEY',
    'CODEX_HOME',
    'OPENAI_API_KEY',
    'OPENAI_BASE_URL',
    'OPENAI_ORGANIZATION',
    'OPENAI_PROJECT',
  ],
  dropEnv: /^(CODEX_(SANDBOX.*|THREAD_ID|CI|INTERNAL_.*)|CLAUDECODE)$/,
  hint: 'npm install -g @openai/codex',
  locate: (env) => findProgram('codex', env),
  versionArgs: ['--version'],
  args,
  // By its own name: a home of the task may lie below the temporary folder.
  env: (_env, there): Environment => (there[0] === undefined ? {} : { CODEX_HOME: there[0] }),
  state,
  fold: codexFold,
};
