// What happens within one turn of the app-server: items, tokens, and how it ended.
import type { AgentEvent, TurnOutcome, Usage } from '../../domain/run/turn.ts';
import { asList, asNumber, asRecord, asText, type Json } from '../json.ts';
import { judgeCodexError } from './headless.ts';

type Counts = { readonly inputTokens: number; readonly cachedTokens: number; readonly outputTokens: number };

export type CodexTurn = {
  readonly last: string;
  /** Refusals since the last tool that worked. */
  readonly denied: readonly string[];
  readonly begun: readonly string[];
  readonly retries: number;
  /** Of the whole thread, when this turn began and now; null until told. */
  readonly before: Counts | null;
  readonly total: Counts | null;
  /** Paths of file changes by their item. */
  readonly changes: Readonly<Record<string, readonly string[]>>;
};

export const beginTurn = (before: Counts | null): CodexTurn => ({
  last: '',
  denied: [],
  begun: [],
  retries: 0,
  before,
  total: before,
  changes: {},
});

type FoldedTurn = { readonly turn: CodexTurn; readonly events: readonly AgentEvent[] };

export function readItem(turn: CodexTurn, item: Json, done: boolean): FoldedTurn {
  const text = asText(item.text);
  switch (item.type) {
    case 'agentMessage':
      return done ? { turn: { ...turn, last: text }, events: [{ kind: 'text', text }] } : { turn, events: [] };
    case 'reasoning': {
      const thought = asList(item.summary).map(asText).join('\n');
      return { turn, events: done && thought !== '' ? [{ kind: 'thought', text: thought }] : [] };
    }
    case 'commandExecution':
    case 'fileChange':
    case 'mcpToolCall':
    case 'webSearch':
      return readTool(turn, item, done);
    case 'userMessage':
      return { turn, events: [] };
    default:
      return { turn, events: done ? [{ kind: 'unknown', raw: JSON.stringify(item) }] : [] };
  }
}

const names: Readonly<Record<string, string>> = {
  commandExecution: 'command_execution',
  fileChange: 'file_change',
  mcpToolCall: 'mcp_tool_call',
  webSearch: 'web_search',
};

function readTool(turn: CodexTurn, item: Json, done: boolean): FoldedTurn {
  const id = asText(item.id);
  const tool = names[asText(item.type)] ?? asText(item.type);
  const paths = asList(item.changes).map((change) => asText(asRecord(change).path));
  const known = turn.begun.includes(id);
  const begun: readonly AgentEvent[] = known ? [] : [{ kind: 'tool_started', id, tool, what: aimOf(item, paths) }];
  const next = {
    ...turn,
    begun: known ? turn.begun : [...turn.begun, id],
    changes: { ...turn.changes, [id]: paths },
  };
  if (!done) return { turn: next, events: begun };
  const exit = asNumber(item.exitCode);
  const fine = exit === null ? item.status !== 'failed' && item.status !== 'declined' : exit === 0;
  const declined = item.status === 'declined' ? [...turn.denied, `${tool}: ${aimOf(item, paths)}`] : turn.denied;
  return {
    turn: { ...next, denied: fine ? [] : declined },
    events: [...begun, { kind: 'tool_ended', id, ok: fine, exit, paths: fine ? paths : [] }],
  };
}

const aimOf = (item: Json, paths: readonly string[]) =>
  asText(item.command) ||
  asText(item.query) ||
  [item.server, item.tool].map(asText).filter(Boolean).join('/') ||
  paths.join(', ');

const countsOf = (usage: Json): Counts => ({
  inputTokens: asNumber(usage.inputTokens) ?? 0,
  cachedTokens: asNumber(usage.cachedInputTokens) ?? 0,
  outputTokens: asNumber(usage.outputTokens) ?? 0,
});

const less = (one: Counts, other: Counts): Counts => ({
  inputTokens: Math.max(0, one.inputTokens - other.inputTokens),
  cachedTokens: Math.max(0, one.cachedTokens - other.cachedTokens),
  outputTokens: Math.max(0, one.outputTokens - other.outputTokens),
});

/** Totals count on over the thread, and are told again when nothing was used. A fork tells its history only with its first answer. */
export function readCodexTokens(turn: CodexTurn, usage: Json): FoldedTurn {
  const total = countsOf(asRecord(usage.total));
  const last = asRecord(usage.last);
  const before = turn.before ?? less(total, countsOf(last));
  const used = asNumber(last.totalTokens) ?? 0;
  const window = asNumber(usage.modelContextWindow);
  const next = { ...turn, before, total };
  const soFar = codexUsage(next);
  const told: AgentEvent = { kind: 'context', used, window, ...(soFar && { usage: soFar }) };
  return { turn: next, events: used === 0 ? [] : [told] };
}

export const codexUsage = ({ before, total }: CodexTurn): Usage | null =>
  before === null || total === null ? null : { ...less(total, before), money: null };

/** `ended`: the turn as `turn/completed` tells it. */
export function judgeTurn({ last, denied }: CodexTurn, ended: Json, now: number): TurnOutcome {
  if (ended.status === 'interrupted') return { kind: 'interrupted' };
  if (ended.status === 'failed') return judgeFailure(asRecord(ended.error), now);
  if (denied.length > 0) return { kind: 'refused_by_permission', what: denied, text: last };
  return last.trim() === '' ? { kind: 'empty' } : { kind: 'answered', text: last };
}

/** Its own word first, then the status of the service, then the sentence. */
function judgeFailure(error: Json, now: number): TurnOutcome {
  const message = asText(error.message);
  const info = error.codexErrorInfo;
  const told = judgeCodexError(message, now);
  if (info === 'unauthorized') return { kind: 'auth_missing', message };
  if (info === 'rateLimitExceeded' || info === 'usageLimitExceeded')
    return told.kind === 'limited' ? told : { kind: 'limited', until: null, message };
  const status = Object.values(asRecord(info)).map((each) => asNumber(asRecord(each).httpStatusCode))[0] ?? null;
  if (status === 401) return { kind: 'auth_missing', message };
  if (status === 429) return told.kind === 'limited' ? told : { kind: 'limited', until: null, message };
  return told.kind === 'api_error' ? { ...told, status: told.status ?? status } : told;
}
