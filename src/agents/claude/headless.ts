// Claude Code in its headless form: `claude -p`, stream-JSON out, one process per turn.
import type { AgentEvent, TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { findProgram } from '../drivers/launch.ts';
import { type Fold, type Folded, onePerTurn, type PlainProfile } from '../drivers/plain/profile.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { claudeMcpArgs, toolsAllowed } from './mcp.ts';
import { claudeState as state } from './state.ts';

// The last line, `result`, as the outcome of the turn.

function judgeResult(state: ClaudeState, line: Json): TurnOutcome {
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

// What a turn cost. `total_cost_usd` and `modelUsage` count on over resumed conversations; `model_usage_since_last_result` is this turn alone, helpers included.

const count = (value: unknown) => asNumber(value) ?? 0;
const sum = (models: readonly Json[], key: string) => models.reduce((total, model) => total + count(model[key]), 0);

/** Input tokens include the cached ones. */
function readUsage(line: Json): Usage {
  if (typeof line.model_usage_since_last_result !== 'object') return readClaudeTokens(asRecord(line.usage));
  const models = Object.values(asRecord(line.model_usage_since_last_result)).map(asRecord);
  const cachedTokens = sum(models, 'cacheReadInputTokens');
  return {
    inputTokens: sum(models, 'inputTokens') + sum(models, 'cacheCreationInputTokens') + cachedTokens,
    cachedTokens,
    outputTokens: sum(models, 'outputTokens'),
    money: sum(models, 'costUSD'),
  };
}

/** Tokens of one answer, or in older versions of the turn; what it cost cannot be told. */
export function readClaudeTokens(usage: Json): Usage {
  const cachedTokens = count(usage.cache_read_input_tokens);
  const inputTokens = count(usage.input_tokens) + count(usage.cache_creation_input_tokens) + cachedTokens;
  return { inputTokens, cachedTokens, outputTokens: count(usage.output_tokens), money: null };
}

// Claude Code's stream-JSON lines, folded into events. Key order is not fixed, and `subtype: "success"` says nothing: `is_error` does.

export type ClaudeState = {
  /** Tools that run: id to the path they write. */
  readonly running: Readonly<Record<string, string | null>>;
  /** Refusals since the last tool that worked. */
  readonly denied: readonly string[];
  readonly resetsAt: number | null;
  /** The word of the last API error: `rate_limit`, `authentication_failed`. */
  readonly error: string;
  readonly verdict: TurnOutcome | null;
  readonly usage: Usage | null;
};

export const claudeFold: Fold<ClaudeState> = {
  begin: () => ({ running: {}, denied: [], resetsAt: null, error: '', verdict: null, usage: null }),
  read,
  usage: (state) => state.usage,
  verdict: (state) => state.verdict,
};

function read(state: ClaudeState, line: Json): Folded<ClaudeState> {
  switch (line.type) {
    case 'system':
      return readSystem(state, line);
    case 'assistant':
      return readAssistant(state, line);
    case 'user':
      return asList(asRecord(line.message).content)
        .map(asRecord)
        .reduce<Folded<ClaudeState>>(readResult, { state, events: [] });
    case 'rate_limit_event':
      return readLimit(state, asRecord(line.rate_limit_info));
    case 'result':
      return { state: { ...state, usage: readUsage(line), verdict: judgeResult(state, line) }, events: [] };
    default:
      return unknown(state, line);
  }
}

const unknown = (state: ClaudeState, line: Json): Folded<ClaudeState> => ({
  state,
  events: [{ kind: 'unknown', raw: JSON.stringify(line) }],
});

function readSystem(state: ClaudeState, line: Json): Folded<ClaudeState> {
  switch (line.subtype) {
    case 'init':
      return {
        state,
        events: [{ kind: 'started', conversation: asText(line.session_id), model: asText(line.model) || null }],
      };
    case 'api_retry': {
      const why = [asText(line.error), asNumber(line.error_status)].filter(Boolean).join(' ');
      return { state, events: [{ kind: 'retrying', attempt: asNumber(line.attempt) ?? 1, why }] };
    }
    case 'permission_denied':
      return {
        state: { ...state, denied: [...state.denied, `${asText(line.tool_name)}: ${asText(line.message)}`] },
        events: [],
      };
    default:
      return unknown(state, line);
  }
}

function readAssistant(state: ClaudeState, line: Json): Folded<ClaudeState> {
  const error = asText(line.error);
  if (error) return { state: { ...state, error }, events: [] };
  const aside = line.parent_tool_use_id !== null && line.parent_tool_use_id !== undefined;
  return asList(asRecord(line.message).content)
    .map(asRecord)
    .reduce<Folded<ClaudeState>>((step, block) => readBlock(step, block, aside), { state, events: [] });
}

/** `aside`: said by a helper of the agent, so it is no part of the answer. */
function readBlock({ state, events }: Folded<ClaudeState>, block: Json, aside: boolean): Folded<ClaudeState> {
  const text = asText(block.text) || asText(block.thinking);
  switch (block.type) {
    case 'text':
      return { state, events: [...events, { kind: aside ? 'thought' : 'text', text }] };
    case 'thinking':
      return { state, events: [...events, { kind: 'thought', text }] };
    case 'tool_use': {
      const id = asText(block.id);
      const input = asRecord(block.input);
      const tool = asText(block.name);
      const started: AgentEvent = { kind: 'tool_started', id, tool, what: aimOf(input) };
      return {
        state: { ...state, running: { ...state.running, [id]: writes(tool, input) } },
        events: [...events, started],
      };
    }
    default:
      return { state, events: [...events, { kind: 'unknown', raw: JSON.stringify(block) }] };
  }
}

const aimOf = (input: Json) =>
  asText(input.command) ||
  asText(input.file_path) ||
  asText(input.pattern) ||
  asText(input.url) ||
  JSON.stringify(input);
const writes = (tool: string, input: Json) =>
  (/^(Write|Edit|MultiEdit|NotebookEdit)$/.test(tool) ? asText(input.file_path) || asText(input.notebook_path) : '') ||
  null;

function readResult({ state, events }: Folded<ClaudeState>, block: Json): Folded<ClaudeState> {
  const id = asText(block.tool_use_id);
  const path = state.running[id];
  if (block.type !== 'tool_result' || path === undefined) return { state, events };
  const fine = block.is_error !== true;
  const ended: AgentEvent = {
    kind: 'tool_ended',
    id,
    ok: fine,
    exit: exitOf(block),
    paths: fine && path !== null ? [path] : [],
  };
  const { [id]: _, ...running } = state.running;
  return { state: { ...state, running, denied: fine ? [] : state.denied }, events: [...events, ended] };
}

function exitOf({ content }: Json): number | null {
  const code = /^Exit code (\d+)/.exec(asText(content))?.[1];
  return code === undefined ? null : Number(code);
}

function readLimit(state: ClaudeState, info: Json): Folded<ClaudeState> {
  const seconds = asNumber(info.resetsAt);
  if (info.status !== 'rejected' || seconds === null) return { state, events: [] };
  return { state: { ...state, resetsAt: seconds * 1000 }, events: [] };
}

/**
 * Writing: edits and commands run without a question; what is not on the list is refused, and so are writes to `.git/hooks` and `.claude`.
 * (Measured: `bypassPermissions` writes there too, and refuses to start as root.)
 * Analysis: the three reading tools are all there is, so not even a person's own `allow` rules can let it write; a tool that is missing is
 * told to the model as an error, nothing is asked. MCP servers are left out: their tools are unknown to us.
 */
const rights = {
  write: ['--permission-mode', 'acceptEdits'],
  analysis: ['--permission-mode', 'dontAsk', '--tools', 'Read,Grep,Glob', '--strict-mcp-config'],
} as const;

function args(spec: AgentSpec): readonly string[] {
  const { mode, resume, conversation, model, effort, turns } = spec;
  return [
    ...['-p', '--output-format', 'stream-json', '--verbose'],
    ...(resume === null ? ['--session-id', conversation] : ['--resume', resume]),
    ...rights[mode],
    ...(mode === 'write' ? toolsAllowed(spec) : []),
    ...claudeMcpArgs(spec),
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['--effort', effort]),
    ...['--max-turns', String(turns)],
  ];
}

export const claudeHeadless: PlainProfile<ClaudeState> = {
  name: 'claude',
  capabilities: {
    ...onePerTurn,
    fork: false,
    readOnly: 'tools',
    money: true,
    limitTime: true,
    effort: true,
    mcp: true,
    instructions: ['CLAUDE.md', '.claude/CLAUDE.md'],
  },
  passEnv: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_BASE_URL',
    'ANTHROPIC_CUSTOM_HEADERS',
    'ANTHROPIC_MODEL',
    'ANTHROPIC_SMALL_FAST_MODEL',
    'CLAUDE_CODE_MAX_RETRIES',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CODE_USE_BEDROCK',
    'CLAUDE_CODE_USE_VERTEX',
    'CLAUDE_CONFIG_DIR',
  ],
  dropEnv:
    /^(CLAUDECODE|CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD_SESSION|EXECPATH)|CLAUDE_AGENT_SDK_VERSION)$/,
  hint: 'npm install -g @anthropic-ai/claude-code',
  locate: (env) => findProgram('claude', env),
  versionArgs: ['--version'],
  args,
  // Ten retries, its default, are three minutes of a dead service; five are about half a minute.
  env: () => ({
    CLAUDE_CODE_MAX_RETRIES: '5',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  state,
  fold: claudeFold,
};
